/** Renders a note on one line, and what writing one did. Pure, and loads little. */

import type { Note, Remembered } from '../memory.ts';
import type { Style } from '../process/style.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { shownState } from '../text/note-states.ts';
import { grouped } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import { suspectText } from './suspect.ts';

const KIND_CHARS = 11;

/** Renders a note on one line: id, kind, date, summary, and what sets it apart. */
export function noteLine(note: Note, withProject: boolean, paint: Style): string {
  const marks = [...placesOf(note, withProject), ...marksOf(note)];
  const beside = marks.length === 0 ? '' : `  ${paint.dim(marks.join(' · '))}`;
  return `${headOf(note, paint)}  ${oneLine(note.summary)}${beside}`;
}

/** Returns the id, the kind and the date of a note. */
export function headOf({ id, kind, saidMs }: Note, paint: Style): string {
  const named = oneLine(kind).padEnd(KIND_CHARS);
  return `${paint.bold(shortId(id))}  ${named} ${paint.dim(dateOf(saidMs))}`;
}

/** Returns where a note holds, unless that is understood, and its tags. */
export function placesOf({ project, scope, tags }: Note, withProject: boolean): string[] {
  const where = withProject || scope === 'person' ? [oneLine(project)] : [];
  return [...where, ...tags.map((tag) => `#${oneLine(tag)}`)];
}

/** Who said a note that is not in the person's words. */
const WHOSE: Readonly<Record<string, string>> = {
  agent: 'by an agent',
  answer: 'from an answer',
  import: 'from a file or a program',
};

/** Returns what sets a note apart from one that simply holds. */
export function marksOf(note: Note): string[] {
  const whose = WHOSE[note.author];
  return [
    ...(note.scope === 'branch' ? [`on ${oneLine(note.branch ?? '')}`] : []),
    ...(note.pinned ? ['pinned'] : []),
    ...(note.state === 'active' ? [] : [shownState(note.state)]),
    ...(whose === undefined ? [] : [whose]),
    ...(note.supersededBy ? [`superseded by ${shortId(note.supersededBy)}`] : []),
    ...(note.mergedInto ? [`into ${shortId(note.mergedInto)}`] : []),
    ...(note.suspect.length > 0 ? [suspectText(note.suspect)] : []),
  ];
}

/** Returns the same in fewer words, without the notes and tags that `notes show` names. */
export function shortMarksOf(note: Note): string[] {
  const state = note.supersededBy ? 'superseded' : shownState(note.state);
  return [
    ...(note.scope === 'branch' ? [`on ${oneLine(note.branch ?? '')}`] : []),
    ...(note.pinned ? ['pinned'] : []),
    ...(note.mergedInto ? ['merged'] : state === 'active' ? [] : [state]),
    ...(note.suspect.length > 0 ? ['suspect'] : []),
  ];
}

export function dateOf(atMs: number): string {
  return localDay(atMs) ?? 'unknown   ';
}

/** Renders what was done with a note to write. */
export function renderRemembered(
  { note, saidAgain, superseded }: Remembered,
  asked: string,
  paint: Style,
): string {
  const done = saidAgain ? 'Said again' : note.state === 'proposed' ? 'Proposed' : 'Remembered';
  const many = saidAgain ? ` (${grouped(note.said)} times)` : '';
  const lines = [
    `${paint.green(done)}${many}: ${noteLine(note, false, paint)}`,
    ...(note.state === 'proposed'
      ? [
          '  an agent noted it: it holds once the user accepts it, with `mementor notes review` in a terminal',
        ]
      : []),
    ...(isTooLong(asked)
      ? [`  too long for one line: \`mementor notes show ${shortId(note.id)}\` shows all of it`]
      : []),
    ...(maskedIn(`${note.summary}\n${note.body}`) > maskedIn(asked)
      ? ['  what looked like a secret was masked, and is not stored']
      : []),
    ...superseded.map(
      (old) => `  supersedes ${noteLine({ ...old, supersededBy: '' }, false, paint)}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Counts what masking put in the place of secrets. */
function maskedIn(text: string): number {
  return text.split('[masked:').length - 1;
}

/** The most characters of a summary; of a longer line the core takes a part. */
const SUMMARY_CHARS_MAX = 100;

/** Whether the first line of a text is too long for a summary, and is shortened. */
function isTooLong(text: string): boolean {
  const [first = ''] = text.trim().split(/\r?\n/);
  return [...first.trim()].length > SUMMARY_CHARS_MAX;
}
