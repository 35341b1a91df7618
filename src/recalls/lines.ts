/**
 * The lines of a session's record: what recall injected at each prompt, and why or why not. Pure.
 */

import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';

/** Why recall did not search: a reason of the core (command, trivial, empty) or of the hook. */
export type Dismissal = string;

/** A turn that was injected, or nearly. */
export interface CandidateLine {
  readonly turn: string;
  /** `injected`, or the rule that rejected it. */
  readonly verdict: string;
  readonly similarity: number | null;
  readonly textScore: number | null;
  readonly score: number;
}

/** A note that was injected, or nearly. Without words: a note may be forgotten later. */
export interface NoteLine {
  readonly note: string;
  /** `injected`, or the rule that rejected it. */
  readonly verdict: string;
  readonly similarity: number | null;
  /** Rarity of the words that it shares with the prompt. */
  readonly shared: number;
}

export interface PromptLine {
  readonly atMs: number;
  /** Masked and truncated; empty if its session had no transcript yet. */
  readonly prompt: string;
  /** The transcript that will hold the prompt, if the line leaves it out. */
  readonly transcript?: string;
  readonly directory: string;
  readonly dismissed: Dismissal | null;
  /** Uuids of turns. */
  readonly injected: readonly string[];
  /** The best turns, injected or not, best first. */
  readonly candidates: readonly CandidateLine[];
  /** Ids of the injected notes. */
  readonly notes: readonly string[];
  /** The nearest notes, injected or not, nearest first. */
  readonly noteCandidates: readonly NoteLine[];
  readonly probability: number;
  readonly threshold: number;
  readonly evidence: Readonly<Record<string, number>>;
  /** The setting `rate`, in percent. */
  readonly rate: number;
  readonly withContext: boolean;
  readonly searched: number;
  readonly semantic: boolean;
  /**
   * The injected text, masked. Null if there was none, if an older build wrote the line, or if the
   * text was removed later because it held a forgotten turn or had to be masked again.
   */
  readonly text: string | null;
  /** Characters injected. */
  readonly chars: number;
  /** Estimated tokens injected. */
  readonly tokens: number;
  /** How long the recall took. */
  readonly recallMs: number;
  /** Age of the process when the line was written. */
  readonly hookMs: number;
}

/**
 * The context was compacted or cleared, or started as a fork of another session's; or the client
 * starts an automatic compaction.
 */
export type Mark =
  | { readonly compacting: 'auto'; readonly atMs: number }
  | { readonly compacted: true; readonly atMs: number }
  | { readonly forked: true; readonly atMs: number };

/**
 * How far an answer used the turns and notes injected at its prompt, once it was complete. Contains
 * no words.
 */
export interface UsedLine {
  /** When the answer was checked. */
  readonly atMs: number;
  /** The prompt: `atMs` of its line. */
  readonly promptAtMs: number;
  /** The uuid of the answering turn. */
  readonly turn: string;
  /** Rare words of the injected turns and notes that were new to the session. */
  readonly brought: number;
  /** How many of them occur in the answer or in its tool calls. */
  readonly used: number;
}

/** A layer of what a session got: entries shown of those known, and estimated tokens. */
export interface LayerLine {
  readonly name: string;
  readonly shown: number;
  readonly known: number;
  readonly tokens: number;
}

/** What a session got when it started, or went on after a compaction. */
export interface ToldLine {
  readonly atMs: number;
  readonly told: 'start' | 'compaction';
  readonly directory: string;
  /**
   * The text, masked. Null if it was removed later because something was forgotten or had to be
   * masked again.
   */
  readonly text: string | null;
  /** Estimated tokens. */
  readonly tokens: number;
  readonly layers: readonly LayerLine[];
  /** Ids of the notes in the text. */
  readonly notes: readonly string[];
  /** Age of the process when the line was written. */
  readonly hookMs: number;
}

export type Line = PromptLine | Mark | UsedLine | ToldLine;

/** What a session's context has, according to its record. */
export interface Held {
  /**
   * Injected turns, except those before the last compaction; turns of the prompt that triggered it
   * stay.
   */
  readonly recalled: readonly string[];
  /** Notes that were injected, or given at the session's start or after the last compaction. */
  readonly notes: readonly string[];
  readonly compactedAtMs: number | undefined;
  readonly forked: boolean;
}

export const HELD_NOTHING: Held = {
  recalled: [],
  notes: [],
  compactedAtMs: undefined,
  forked: false,
};

/** Returns what the context has after these lines. */
export function heldAfter(lines: readonly Line[]): Held {
  let recalled = new Set<string>();
  let notes = new Set<string>();
  let compactedAtMs: number | undefined;
  let forked = false;
  let auto = false;
  let last: PromptLine | undefined;
  for (const line of lines) {
    if ('used' in line) continue;
    if ('compacting' in line) auto = true;
    else if ('forked' in line) forked = true;
    else if ('told' in line) for (const note of line.notes) notes.add(note);
    else if ('compacted' in line) {
      // The prompt that triggered the compaction is sent after the summary, with what was injected.
      recalled = new Set(auto ? last?.injected : []);
      notes = new Set(auto ? last?.notes : []);
      compactedAtMs = line.atMs;
      auto = false;
    } else {
      last = line;
      for (const turn of line.injected) recalled.add(turn);
      for (const note of line.notes) notes.add(note);
    }
  }
  return { recalled: [...recalled], notes: [...notes], compactedAtMs, forked };
}

/** Whether anything was injected into a prompt. */
export function isAddedTo({ injected, notes }: PromptLine): boolean {
  return injected.length > 0 || notes.length > 0;
}

/** Returns the usage line of a prompt; `undefined` if there is none yet. */
export function usedOf(lines: readonly Line[], prompt: PromptLine): UsedLine | undefined {
  return lines.find((line): line is UsedLine => 'used' in line && line.promptAtMs === prompt.atMs);
}

/** Returns the lines that can be parsed; a damaged or foreign line is skipped. */
export function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

/** Like {@link parseLines}, without the lines that do not affect what the context has. */
export function parseHeld(text: string): Line[] {
  const lines: Line[] = [];
  // The last prompt before a compaction matters even if nothing was injected.
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

const HOLDS = /"(?:injected|notes)"\s*:\s*\[\s*"|"(?:compacting|compacted|forked)"\s*:/;
const IS_PROMPT = /"injected"\s*:\s*\[/;

function parseLine(text: string): Line | undefined {
  // Most unparsable lines are empty.
  const fields = text.startsWith('{') ? parseObject(text) : undefined;
  if (fields === undefined || typeof fields.atMs !== 'number') return undefined;
  const { atMs } = fields;
  if (fields.compacting === 'auto') return { compacting: 'auto', atMs };
  if (fields.compacted === true) return { compacted: true, atMs };
  if (fields.forked === true) return { forked: true, atMs };
  const used = usedLine(fields, atMs);
  if (used !== undefined) return used;
  if (fields.told === 'start' || fields.told === 'compaction') return toldLine(fields, atMs);
  const { prompt, directory, dismissed } = fields;
  if (typeof prompt !== 'string' || typeof directory !== 'string') return undefined;
  // Without the list it is not our line: it would hide what an earlier prompt injected.
  if (!Array.isArray(fields.injected)) return undefined;
  return {
    atMs,
    prompt,
    ...(typeof fields.transcript === 'string' ? { transcript: fields.transcript } : {}),
    directory,
    dismissed: typeof dismissed === 'string' ? dismissed : null,
    injected: textsOf(fields.injected),
    candidates: arrayOf(fields.candidates).flatMap((each) => candidateOf(each) ?? []),
    notes: textsOf(fields.notes),
    noteCandidates: arrayOf(fields.noteCandidates).flatMap((each) => noteOf(each) ?? []),
    probability: numberOf(fields.probability),
    threshold: numberOf(fields.threshold),
    evidence: evidenceOf(fields.evidence),
    rate: numberOf(fields.rate),
    withContext: fields.withContext === true,
    searched: numberOf(fields.searched),
    semantic: fields.semantic === true,
    text: typeof fields.text === 'string' ? fields.text : null,
    chars: numberOf(fields.chars),
    tokens: numberOf(fields.tokens),
    recallMs: numberOf(fields.recallMs),
    hookMs: numberOf(fields.hookMs),
  };
}

function toldLine(fields: JsonObject, atMs: number): ToldLine {
  return {
    atMs,
    told: fields.told === 'compaction' ? 'compaction' : 'start',
    directory: typeof fields.directory === 'string' ? fields.directory : '',
    text: typeof fields.text === 'string' ? fields.text : null,
    tokens: numberOf(fields.tokens),
    layers: arrayOf(fields.layers).flatMap((each) => layerOf(each) ?? []),
    notes: textsOf(fields.notes),
    hookMs: numberOf(fields.hookMs),
  };
}

function layerOf(value: unknown): LayerLine | undefined {
  if (!isObject(value) || typeof value.name !== 'string') return undefined;
  const { name, shown, known, tokens } = value;
  return { name, shown: numberOf(shown), known: numberOf(known), tokens: numberOf(tokens) };
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

function noteOf(value: unknown): NoteLine | undefined {
  if (!isObject(value)) return undefined;
  const { note, verdict, similarity, shared } = value;
  if (typeof note !== 'string' || typeof verdict !== 'string') return undefined;
  const near = typeof similarity === 'number' ? similarity : null;
  return { note, verdict, similarity: near, shared: numberOf(shared) };
}

function textsOf(value: unknown): string[] {
  return arrayOf(value).filter((each) => typeof each === 'string');
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
