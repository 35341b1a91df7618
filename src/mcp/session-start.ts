/**
 * The block of a session's start: what holds in this project, and what was done last. A stand-in
 * made of lists that exist; the block of the core takes its place here.
 */

import type { Memory, Note, SessionRow } from '../memory.ts';
import { translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { harmlessLine } from '../text/harmless.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { localDay } from '../text/times.ts';
import { tokensIn } from '../text/tokens.ts';
import { noteEntry, RECORDS } from './entries.ts';

/** What holds until it is taken back stands first. */
const STANDING = ['rule', 'preference', 'blocker', 'decision', 'gotcha'];
const SESSIONS_MAX = 5;
const ASKED_CHARS_MAX = 120;

/** Returns the block in at most so many tokens; empty when nothing is known. */
export function sessionStart(memory: Memory, tokens: number, context: Context): string {
  const everywhere = { directory: context.cwd, everything: false };
  const notes = translated(() =>
    memory.notes({ ...everywhere, notes: { kinds: STANDING }, states: ['active'] }),
  ).filter((note) => !note.supersededBy);
  const sessions = translated(() => memory.sessions(context.cwd, null, false, SESSIONS_MAX));
  const lines = [
    ...heading('What holds:', notes.toSorted(byKind).map(noteLine)),
    ...heading('Last sessions:', sessions.map(sessionLine)),
  ];
  return fitting(lines, tokens);
}

function heading(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function byKind(a: Note, b: Note): number {
  return STANDING.indexOf(a.kind) - STANDING.indexOf(b.kind) || b.saidMs - a.saidMs;
}

function noteLine(note: Note): string {
  const { head, lines } = noteEntry(note, '', false);
  return `${head}: ${lines[0] ?? ''}`;
}

function sessionLine({ session, endedAtMs, turns, prompt }: SessionRow): string {
  const asked = oneLine(harmlessLine(prompt), ASKED_CHARS_MAX);
  return `[${shortId(session)}] ${localDay(endedAtMs) ?? 'undated'} · ${turns} turns · person asked: ${asked}`;
}

function fitting(lines: readonly string[], tokens: number): string {
  if (lines.length === 0) return '';
  let left = tokens - tokensIn(RECORDS) - 1;
  const kept = lines.filter((line) => {
    left -= tokensIn(line) + 1;
    return left >= 0;
  });
  return [RECORDS, ...kept].join('\n');
}
