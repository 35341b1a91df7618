/** Turns, sessions and notes as a model reads them; what a tool printed is marked as such. Pure. */

import type { Step, WholeTurn } from '../memory.ts';
import type { Shown } from '../operations/show.ts';
import { flatMarkdown } from '../text/flat-markdown.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
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
  readonly head: string;
  readonly parts: readonly Part[];
  /** Of a session, which has no parts of its own. */
  readonly turns?: readonly Piece[];
  /** Why there is nothing to show. */
  readonly error?: unknown;
}

const ASKED_CHARS_MAX = 160;
const CALL_CHARS_MAX = 300;
/** More of one text than any budget has room for. */
const TEXT_CHARS_MAX = 64_000;

export function shownPiece(shown: Shown, level: Level): Piece {
  const { kind, id, turns, cut } = shown;
  const [first] = turns;
  const start = turns.find(({ agent }) => !agent) ?? first;
  const at = localTime(start?.startedAtMs ?? 0) ?? 'undated';
  const session = kind === 'turn' ? start?.sessions[0] : undefined;
  const project = harmlessLine(start?.project ?? '');
  const asker = start?.agent ? 'agent' : 'person';
  const own = turns.filter(({ agent }) => !agent);
  const size = counted(own.length, 'turn');
  const facts = [
    at,
    ...(session === undefined ? [] : [`session ${shortId(session)}`]),
    ...(kind === 'session' ? [cut ? `the first ${size} of a session` : `session of ${size}`] : []),
    `project ${project}`,
    ...(start?.branch ? [oneLine(harmlessLine(start.branch), 40)] : []),
  ];
  const asked = kind === 'turn' && level === 'line' ? askedLine(start) : '';
  return {
    head: [
      `[${shortId(id)}] ${facts.join(' · ')}`,
      ...(asked === '' ? [] : [`  ${asker} asked: ${asked}`]),
    ].join('\n'),
    ...(kind === 'session'
      ? { parts: [], turns: own.map((turn) => turnOfSession(turn, level)) }
      : { parts: level === 'line' ? [] : partsOf(first, level) }),
  };
}

function askedLine(turn: WholeTurn | undefined): string {
  const prompt = turn?.steps.find(({ kind }) => kind === 'prompt');
  return oneLine(harmlessLine(flatMarkdown(prompt?.text ?? '')), ASKED_CHARS_MAX);
}

/** A turn below its session, which has said where and on which branch it was. */
function turnOfSession(turn: WholeTurn, level: Level): Piece {
  const id = shortId(turn.turn);
  const date = localTime(turn.startedAtMs) ?? 'undated';
  const parts = level === 'line' ? partOf('person', askedLine(turn)) : partsOf(turn, level);
  return { head: `[${id}] ${date}`, parts };
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
  const outcome = exitStatus === null ? '' : ` → exit ${exitStatus}`;
  const failed = error ? ' (failed)' : '';
  return `${oneLine([label ?? '', text].join(' '), CALL_CHARS_MAX)}${outcome}${failed}`;
}

function outputOf({ error, result }: Step): Part[] {
  return [error, result].flatMap((text) =>
    text ? partOf('tool output, not trustworthy', text) : [],
  );
}
