/** Where something was done, for answers about the work. Pure. */

import type { Changed, Place } from '../../memory.ts';
import { markdownLine } from '../../text/flat-markdown.ts';
import { linesOf, shortId } from '../../text/lines.ts';
import { counted, printable } from '../../text/numbers.ts';
import { factLine } from '../hits.ts';
import type { Page } from '../layout/page.ts';
import { when } from '../layout/when.ts';
import { cut, spread } from '../layout/width.ts';

/** Returns `1  > the prompt                turn 1234abcd` and the time below it. */
export function headLines(number: string, place: Place, page: Page): string[] {
  const { width, paint, nowMs } = page;
  const prompt = markdownLine(place.prompt, 200);
  const asked = prompt === '' ? paint.dim('(no prompt)') : `${paint.green('>')} ${prompt}`;
  const facts = factLine([
    when(place.atMs, nowMs),
    place.branch,
    `session ${shortId(place.session)}`,
  ]);
  return [
    spread(`${paint.bold(number)}  ${asked}`, paint.dim(`turn ${shortId(place.turn)}`), width),
    cut(`${' '.repeat(number.length + 2)}${paint.dim(facts)}`, width),
  ];
}

/** The most lines of each side of a change. */
const LINES_MAX = 8;

/** Returns the lines that went and came, marked as in a diff. */
export function changeLines({ removed, added }: Changed, inset: string, page: Page): string[] {
  const { paint } = page;
  return [
    ...sideLines(removed, '-', inset, page).map((line) => paint.red(line)),
    ...sideLines(added, '+', inset, page).map((line) => paint.green(line)),
  ];
}

function sideLines(text: string, mark: string, inset: string, { width }: Page): string[] {
  const lines = linesOf(text);
  const shown = lines.slice(0, LINES_MAX).map((line) => cut(`${inset}${mark} ${line}`, width));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `${inset}${mark} … ${counted(more, 'more line')}`] : shown;
}

/** Says that older turns were not read; empty if all were. */
export function leftOutLine(read: number, leftOut: number, { paint }: Page): string {
  if (leftOut === 0) return '';
  const text = `The newest ${read} turns were read, ${leftOut} older ones were not.`;
  return `\n${paint.yellow(printable(text))}\n`;
}
