/** The lines of a session's record: what was brought back at each prompt, and why or why not. Pure. */

import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';

/** Why nothing was searched: the core's reasons (command, trivial, empty), or one of the hook's. */
export type Dismissal = string;

/** A turn that was brought back, or nearly. */
export interface CandidateLine {
  readonly turn: string;
  /** `injected`, or the rule that stopped it. */
  readonly verdict: string;
  readonly similarity: number | null;
  readonly textScore: number | null;
  readonly score: number;
}

export interface PromptLine {
  readonly atMs: number;
  /** Masked, and cut; empty while its session had no transcript. */
  readonly prompt: string;
  readonly directory: string;
  readonly dismissed: Dismissal | null;
  /** Turns, by their uuid. */
  readonly injected: readonly string[];
  /** The best turns, injected or not, best first. */
  readonly candidates: readonly CandidateLine[];
  readonly probability: number;
  readonly threshold: number;
  readonly evidence: Readonly<Record<string, number>>;
  /** The setting `rate`, in percent. */
  readonly rate: number;
  readonly withContext: boolean;
  readonly searched: number;
  readonly semantic: boolean;
  /** Of what was injected. */
  readonly chars: number;
  /** An estimate. */
  readonly tokens: number;
  /** How long the recall took. */
  readonly recallMs: number;
  /** How long the process had lived by then. */
  readonly hookMs: number;
}

/**
 * The context was compacted or cleared, or began as a fork of another session's; or the client
 * begins to compact it by itself.
 */
export type Mark =
  | { readonly compacting: 'auto'; readonly atMs: number }
  | { readonly compacted: true; readonly atMs: number }
  | { readonly forked: true; readonly atMs: number };

/** What came of what a prompt brought back, once its answer was complete. Holds no words. */
export interface UsedLine {
  /** When it was looked at. */
  readonly atMs: number;
  /** The prompt: `atMs` of its line. */
  readonly promptAtMs: number;
  /** The turn that answers, by its uuid. */
  readonly turn: string;
  /** Rare words of the turns brought back that were new to the session. */
  readonly brought: number;
  /** How many of them stand in the answer or in its calls. */
  readonly used: number;
}

export type Line = PromptLine | Mark | UsedLine;

/** What a session's context holds, as far as its record tells. */
export interface Held {
  /** Turns brought back, none of them before the last compaction but those of its prompt. */
  readonly recalled: readonly string[];
  readonly compactedAtMs: number | undefined;
  readonly forked: boolean;
}

export const HELD_NOTHING: Held = { recalled: [], compactedAtMs: undefined, forked: false };

/** Returns what the context holds after these lines. */
export function heldAfter(lines: readonly Line[]): Held {
  const recalled = new Set<string>();
  let compactedAtMs: number | undefined;
  let forked = false;
  let auto = false;
  let last: readonly string[] = [];
  for (const line of lines) {
    if ('used' in line) continue;
    if ('compacting' in line) auto = true;
    else if ('forked' in line) forked = true;
    else if ('compacted' in line) {
      recalled.clear();
      // The prompt that set it off is sent after the summary, with what it got.
      if (auto) for (const turn of last) recalled.add(turn);
      compactedAtMs = line.atMs;
      auto = false;
    } else {
      last = line.injected;
      for (const turn of last) recalled.add(turn);
    }
  }
  return { recalled: [...recalled], compactedAtMs, forked };
}

/** Returns what came of a prompt; `undefined` while that is not known. */
export function usedOf(lines: readonly Line[], prompt: PromptLine): UsedLine | undefined {
  return lines.find((line): line is UsedLine => 'used' in line && line.promptAtMs === prompt.atMs);
}

/** Returns the lines that can be read; a damaged or foreign one costs only itself. */
export function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

/** Like {@link parseLines}, without the lines that say nothing about what the context holds. */
export function parseHeld(text: string): Line[] {
  const lines: Line[] = [];
  // The last prompt before a compaction says something even when it brought nothing back.
  let isLast = false;
  for (const each of text.split('\n').reverse()) {
    if (!HOLDS.test(each) && !(isLast && IS_PROMPT.test(each))) continue;
    const line = parseLine(each);
    if (line === undefined) continue;
    lines.push(line);
    if ('prompt' in line) isLast = false;
    else if (!('forked' in line)) isLast = true;
  }
  return lines.reverse();
}

const HOLDS = /"injected"\s*:\s*\[\s*"|"(?:compacting|compacted|forked)"\s*:/;
const IS_PROMPT = /"injected"\s*:\s*\[/;

function parseLine(text: string): Line | undefined {
  // Most of what is no line is an empty one.
  const fields = text.startsWith('{') ? parseObject(text) : undefined;
  if (fields === undefined || typeof fields.atMs !== 'number') return undefined;
  const { atMs } = fields;
  if (fields.compacting === 'auto') return { compacting: 'auto', atMs };
  if (fields.compacted === true) return { compacted: true, atMs };
  if (fields.forked === true) return { forked: true, atMs };
  const used = usedLine(fields, atMs);
  if (used !== undefined) return used;
  const { prompt, directory, dismissed } = fields;
  if (typeof prompt !== 'string' || typeof directory !== 'string') return undefined;
  // Without its list it is no line of ours: it would hide what an earlier one brought back.
  if (!Array.isArray(fields.injected)) return undefined;
  return {
    atMs,
    prompt,
    directory,
    dismissed: typeof dismissed === 'string' ? dismissed : null,
    injected: arrayOf(fields.injected).filter((turn) => typeof turn === 'string'),
    candidates: arrayOf(fields.candidates).flatMap((each) => candidateOf(each) ?? []),
    probability: numberOf(fields.probability),
    threshold: numberOf(fields.threshold),
    evidence: evidenceOf(fields.evidence),
    rate: numberOf(fields.rate),
    withContext: fields.withContext === true,
    searched: numberOf(fields.searched),
    semantic: fields.semantic === true,
    chars: numberOf(fields.chars),
    tokens: numberOf(fields.tokens),
    recallMs: numberOf(fields.recallMs),
    hookMs: numberOf(fields.hookMs),
  };
}

function usedLine(fields: JsonObject, atMs: number): UsedLine | undefined {
  const { promptAtMs, turn, brought, used } = fields;
  if (typeof promptAtMs !== 'number' || typeof turn !== 'string') return undefined;
  if (typeof brought !== 'number' || typeof used !== 'number') return undefined;
  return { atMs, promptAtMs, turn, brought, used };
}

function candidateOf(value: unknown): CandidateLine | undefined {
  if (!isObject(value)) return undefined;
  const { turn, verdict, similarity, textScore, score } = value;
  if (typeof turn !== 'string' || typeof verdict !== 'string') return undefined;
  const scoreOf = (each: unknown) => (typeof each === 'number' ? each : null);
  return {
    turn,
    verdict,
    similarity: scoreOf(similarity),
    textScore: scoreOf(textScore),
    score: numberOf(score),
  };
}

function evidenceOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'number' ? [[name, each] as const] : [],
    ),
  );
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
