/** Renders a note on one line of a list. Pure. */

import type { Note } from '../memory.ts';
import type { Style } from '../process/style.ts';
import { oneLine } from '../text/lines.ts';
import { cut, visibleWidth } from './layout/width.ts';
import { headOf, marksOf, noteLine, placesOf, shortMarksOf } from './note-line.ts';

/** A summary gets at least this much of a line before its project and tags are left out. */
const SUMMARY_COLUMNS_MIN = 30;
/** Beside the state of the note, it gets this much, however narrow the terminal is. */
const SUMMARY_COLUMNS_LEAST = 8;

/** Renders a note on a line of some width: the summary is cut, and its state is not. */
export function noteRow(note: Note, withProject: boolean, paint: Style, width: number): string {
  const whole = noteLine(note, withProject, paint);
  if (visibleWidth(whole) <= width) return whole;
  const head = headOf(note, paint);
  const state = marksOf(note);
  const room = (marks: readonly string[]) =>
    width - visibleWidth(head) - (marks.length === 0 ? 2 : visibleWidth(marks.join(' · ')) + 4);
  const all = [...placesOf(note, withProject), ...state];
  const marks =
    [all, state].find((each) => room(each) >= SUMMARY_COLUMNS_MIN) ?? shortMarksOf(note);
  const summary = cut(oneLine(note.summary), Math.max(SUMMARY_COLUMNS_LEAST, room(marks)));
  const beside = marks.length === 0 ? '' : `  ${paint.dim(marks.join(' · '))}`;
  return cut(`${head}  ${summary}${beside}`, width);
}
