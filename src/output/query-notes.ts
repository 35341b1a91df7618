/** Renders what a reader must know before the hits of a query. Pure. */

import type { AsDate } from '../memory.ts';
import type { FoundAnswer } from '../operations/query.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, grouped, percentOf } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';

const WORDS_MAX = 5;
const WORD_CHARS_MAX = 60;

/** Fewer are embedded within a second by the next hook, so they are not mentioned. */
const WAITING_TOLD_MIN = 16;

/** Returns one sentence a line: what was corrected, what was not found, which days are listed. */
export function queryNotes(answer: FoundAnswer): string[] {
  return [
    ...correctedNote(answer),
    ...offeredNotes(answer),
    ...(isShown(answer) && answer.answered === 'not-here' ? [nearestNote(answer)] : []),
    ...(answer.hits.length > 0 && answer.asDate ? [dateNote(answer, answer.asDate)] : []),
  ];
}

/** Returns a sentence that says whether the hits answer, where they have to do with the query. */
export function quietNote(answer: FoundAnswer): string | undefined {
  const { answered, missing } = answer;
  if (!isShown(answer)) return undefined;
  if (answered === 'related') return 'Related; whether one of these answers it is not certain:';
  if (answered !== 'found') return undefined;
  return missing.length === 0
    ? 'Found:'
    : `Found, though none has ${listed(missing.map(quoted), 'or')}:`;
}

function isShown({ hits, asDate }: FoundAnswer): boolean {
  return hits.length > 0 && !asDate;
}

/** Returns a sentence about chunks without a vector; undefined if there are none. */
export function waitingNote({
  waiting,
  chunks,
  degraded,
  asDate,
}: FoundAnswer): string | undefined {
  if (waiting < WAITING_TOLD_MIN || chunks <= 0 || degraded || asDate) return undefined;
  return `${percentOf(waiting, chunks)} of what was searched can be found by its words only, not yet by meaning; \`mementor ingest\` finishes it`;
}

function correctedNote({ corrected }: FoundAnswer): string[] {
  if (corrected.length === 0) return [];
  const pairs = corrected.map(({ from, to }) => `${quoted(to)} instead of ${quoted(from)}`);
  return [`Searched for ${listed(pairs)}. Put a word in quotes to search for it as it is.`];
}

/** Returns a sentence for each word that nothing has, beside which another word is near. */
export function offeredNotes({ offered }: Pick<FoundAnswer, 'offered'>): string[] {
  return offered.map(({ from, to }) => `Nothing has ${quoted(from)}. Did you mean ${quoted(to)}?`);
}

function nearestNote({ missing, known }: FoundAnswer): string {
  const unknown = missing.filter((word) => known.every((each) => each.word !== word));
  if (unknown.length === 0) return 'Not here; the nearest turns:';
  // What commands print is not searched.
  const words = listed(unknown.map(quoted), 'or');
  return `Not here: no prompt, answer or command has ${words}; the nearest:`;
}

/** Returns a sentence for each word of the query that names something, with the command for it. */
export function knownNotes({ known }: FoundAnswer): string[] {
  return known.map(({ word, kind, id, atMs, more }) => {
    const short = shortId(id);
    if (kind === 'note') return `${quoted(word)} is a note: \`mementor notes show ${short}\``;
    if (kind !== 'commit') return `${quoted(word)} is a ${kind}: \`mementor show ${short}\``;
    const turn = `in turn ${short} (${localDay(atMs ?? 0) ?? 'undated'})`;
    const later = more > 0 ? ` and in ${counted(more, 'later turn')}` : '';
    return `A command printed ${quoted(word)} ${turn}${later}: \`mementor show ${short} --results\``;
  });
}

/** Returns the days of a range: `on 2026-02-10`, `from 2026-02-02 to 2026-02-08`. */
export function daysOf(asDate: AsDate): string {
  const first = localDay(asDate.sinceMs) ?? '';
  const last = localDay(asDate.untilMs - 1) ?? '';
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function dateNote({ hits, listed: all }: FoundAnswer, asDate: AsDate): string {
  const days = daysOf(asDate);
  const isOneDay = days.startsWith('on');
  const total = all ?? hits.length;
  const order = isOneDay ? 'oldest first' : 'newest first';
  const which =
    hits.length < total
      ? `${grouped(hits.length)} of ${counted(total, 'turn')}`
      : counted(total, 'turn');
  return `${which} ${days}, ${order}:`;
}

/** Returns a word as it is named in a sentence. */
export function quoted(word: string): string {
  return `"${oneLine(word, WORD_CHARS_MAX)}"`;
}

/** Returns `a, b and c`, or `a, b and 3 more`. */
export function listed(items: readonly string[], last = 'and'): string {
  const shown = items.slice(0, WORDS_MAX);
  const rest = items.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} ${last} ${rest} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
