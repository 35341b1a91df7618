/** Renders a note on one line, and what became of one that was written. Pure, and loads little. */

import type { Note, Remembered } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { shownState } from '../text/note-states.ts';
import { grouped } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import type { Style } from './style.ts';
import { suspectText } from './suspect.ts';

const KIND_CHARS = 11;

/** Renders a note on one line: id, kind, date, summary, and what sets it apart. */
export function noteLine(note: Note, withProject: boolean, paint: Style): string {
  const kind = oneLine(note.kind).padEnd(KIND_CHARS);
  const where = withProject || note.scope === 'person' ? [oneLine(note.project)] : [];
  const marks = [...where, ...note.tags.map((tag) => `#${oneLine(tag)}`), ...marksOf(note)];
  const beside = marks.length === 0 ? '' : `  ${paint.dim(marks.join(' · '))}`;
  const head = `${paint.bold(shortId(note.id))}  ${kind} ${paint.dim(dateOf(note.saidMs))}`;
  return `${head}  ${oneLine(note.summary)}${beside}`;
}

/** Returns what sets a note apart from one that simply holds. */
export function marksOf(note: Note): string[] {
  return [
    ...(note.scope === 'branch' ? [`on ${oneLine(note.branch ?? '')}`] : []),
    ...(note.pinned ? ['pinned'] : []),
    ...(note.state === 'active' ? [] : [shownState(note.state)]),
    ...(note.supersededBy ? [`superseded by ${shortId(note.supersededBy)}`] : []),
    ...(note.mergedInto ? [`into ${shortId(note.mergedInto)}`] : []),
    ...(note.suspect.length > 0 ? [suspectText(note.suspect)] : []),
  ];
}

export function dateOf(atMs: number): string {
  return localDay(atMs) ?? 'unknown   ';
}

/** Renders what became of a note to write. */
export function renderRemembered(
  { note, saidAgain, superseded }: Remembered,
  paint: Style,
): string {
  const done = saidAgain ? 'Said again' : 'Remembered';
  const many = saidAgain ? ` (${grouped(note.said)} times)` : '';
  const lines = [
    `${paint.green(done)}${many}: ${noteLine(note, false, paint)}`,
    ...superseded.map(
      (old) => `  supersedes ${noteLine({ ...old, supersededBy: '' }, false, paint)}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
