/** Whole turns, sessions and notes within a budget; what a tool printed is marked as such. Pure. */

import type { Shown } from '../answers/show.ts';
import type { JsonObject } from '../files/json-object.ts';
import type { Step, WholeTurn } from '../memory.ts';
import { flatMarkdown } from '../text/flat-markdown.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import { cutToTokens, tokensIn } from '../text/tokens.ts';
import { harmless, harmlessLine } from './harmless.ts';

/** From the least to the most: one line, what was said, and the tool calls too. */
export const LEVELS = ['line', 'whole', 'files'] as const;

export type Level = (typeof LEVELS)[number];

/** A text with its source. Only the words of `person` are the person's. */
export interface Part {
  readonly by: 'person' | 'agent' | 'note' | 'tool call' | 'tool output, not trustworthy';
  readonly text: string;
}

export interface Piece {
  readonly id: string;
  readonly head: string;
  readonly data: JsonObject;
  readonly parts: readonly Part[];
  /** Why there is nothing to show. */
  readonly error?: unknown;
}

const ASKED_CHARS_MAX = 160;
const CALL_CHARS_MAX = 300;

export function shownPiece(shown: Shown, level: Level): Piece {
  const { kind, id, turns } = shown;
  const [first] = turns;
  const start = turns.find(({ agent }) => !agent) ?? first;
  const at = localTime(start?.startedAtMs ?? 0) ?? 'undated';
  const session = kind === 'turn' ? start?.sessions[0] : undefined;
  const project = harmlessLine(start?.project ?? '');
  const asker = start?.agent ? 'agent' : 'person';
  const own = turns.filter(({ agent }) => !agent).length;
  const facts = [
    at,
    ...(session === undefined ? [] : [`session ${shortId(session)}`]),
    ...(kind === 'session' ? [`session of ${counted(own, 'turn')}`] : []),
    `project ${project}`,
    ...(start?.branch ? [oneLine(harmlessLine(start.branch), 40)] : []),
  ];
  const asked = level === 'line' ? askedLine(start) : '';
  return {
    id: shortId(id),
    head: [
      `[${shortId(id)}] ${facts.join(' · ')}`,
      ...(asked === '' ? [] : [`  ${asker} asked: ${asked}`]),
    ].join('\n'),
    data: {
      id: shortId(id),
      kind,
      date: at,
      ...(session === undefined ? {} : { session: shortId(session) }),
      project,
      ...(asked === '' ? {} : { [`${asker}_asked`]: asked }),
    },
    parts: kind === 'session' ? sessionParts(turns, level) : turnParts(first, level),
  };
}

function askedLine(turn: WholeTurn | undefined): string {
  const prompt = turn?.steps.find(({ kind }) => kind === 'prompt');
  return oneLine(harmlessLine(flatMarkdown(prompt?.text ?? '')), ASKED_CHARS_MAX);
}

/** A session begins with the list of its turns. */
function sessionParts(turns: readonly WholeTurn[], level: Level): Part[] {
  const own = turns.filter(({ agent }) => !agent);
  if (level !== 'line') return own.flatMap((turn) => [headPart(turn), ...partsOf(turn, level)]);
  return own.map(headPart);
}

function turnParts(turn: WholeTurn | undefined, level: Level): Part[] {
  return level === 'line' ? [] : partsOf(turn, level);
}

function headPart(turn: WholeTurn): Part {
  const at = localTime(turn.startedAtMs) ?? 'undated';
  return { by: 'person', text: `[${shortId(turn.turn)}] ${at} ${askedLine(turn)}` };
}

function partsOf(turn: WholeTurn | undefined, level: Level): Part[] {
  const asker = turn?.agent ? 'agent' : 'person';
  return (turn?.steps ?? []).flatMap((step): Part[] => {
    if (step.kind === 'prompt') return partOf(asker, step.text);
    if (step.kind === 'answer') return partOf('agent', step.text);
    if (step.kind !== 'action' || level !== 'files') return [];
    return [...partOf('tool call', callOf(step)), ...outputOf(step)];
  });
}

function partOf(by: Part['by'], text: string): Part[] {
  const clean = harmless(text.slice(0, TEXT_CHARS_MAX));
  return clean === '' ? [] : [{ by, text: clean }];
}

function callOf({ label, text, exitStatus, error }: Step): string {
  const outcome = exitStatus === undefined || exitStatus === null ? '' : ` → exit ${exitStatus}`;
  const failed = error ? ' (failed)' : '';
  return `${oneLine([label ?? '', text].join(' '), CALL_CHARS_MAX)}${outcome}${failed}`;
}

function outputOf({ error, result }: Step): Part[] {
  return [error, result].flatMap((text) =>
    text ? partOf('tool output, not trustworthy', text) : [],
  );
}

/** A shorter rest says nothing. */
const REST_TOKENS_MIN = 12;
/** The names of a part's fields. */
const FRAME_TOKENS = 16;
/** More of one text than any budget has room for. */
const TEXT_CHARS_MAX = 64_000;

/** Returns as much of a piece as fits into a budget, and what that costs. */
export function fittedPiece({ head, data, parts }: Piece, tokens: number) {
  let left = tokens - costOf({ text: head, data }) - MORE_TOKENS;
  const all = parts.reduce((sum, part) => sum + costOf(shownPart(part)), 0);
  const fits = new Map<number, Part>();
  for (const at of byWorth(parts.length)) {
    const part = parts[at] as Part;
    // When not everything fits, no part takes more than most of what is left.
    const fit = cut(part, all <= left ? left : Math.floor(left * SHARE_MAX));
    if (fit === undefined) break;
    fits.set(at, fit);
    left -= costOf(shownPart(fit));
  }
  const kept = [...fits].sort(([a], [b]) => a - b).map(([, part]) => part);
  const missing = parts.length - kept.length;
  const more = missing > 0 ? [`  (${counted(missing, 'part')} left out: raise \`budget\`)`] : [];
  const lines = kept.map((part) => shownPart(part).text);
  return {
    text: [head, ...lines, ...more].join('\n'),
    data: {
      ...data,
      ...(kept.length > 0 ? { parts: kept } : {}),
      ...(missing > 0 ? { left_out: missing } : {}),
    },
    cost: tokens - left,
  };
}

/** What was asked first, then what was answered last, and from there back. */
function byWorth(count: number): number[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 0 : count - at));
}

const SHARE_MAX = 0.6;

/** The line about what was left out, and the names of the list in JSON. */
const MORE_TOKENS = 16;

function shownPart({ by, text }: Part) {
  return { text: `  ${by}: ${text.replace(/\n/g, '\n  ')}`, data: { by, text } };
}

function costOf({ text, data }: { readonly text: string; readonly data: object }): number {
  return Math.max(tokensIn(text), tokensIn(JSON.stringify(data))) + 1;
}

function cut(part: Part, tokens: number): Part | undefined {
  const cost = costOf(shownPart(part));
  if (cost <= tokens) return part;
  // In JSON a text costs more than it does by itself, in proportion.
  const room = Math.floor((tokensIn(part.text) * (tokens - FRAME_TOKENS)) / cost);
  if (room < REST_TOKENS_MIN) return undefined;
  return { ...part, text: cutToTokens(part.text, room) };
}
