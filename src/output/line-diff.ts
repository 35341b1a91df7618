/** Renders a small unified diff of two texts. */

import { applyEdits, format } from 'jsonc-parser';
import type { Diff } from '../agents/installation.ts';
import type { Style } from '../process/style.ts';
import type { Page } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';

const CONTEXT_LINES = 2;
/** Above this many pairs of lines, the middle is shown as replaced instead of compared. */
const PAIRS_MAX = 4_000_000;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** A longer line is one of a file without line breaks: nobody finds in it what was added. */
const LINE_CHARS_MAX = 400;

/** Renders the diff; of a file without line breaks, as if it had them. */
export function readableDiff({ before, after }: Diff, page: Pick<Page, 'paint' | 'width'>): string {
  const isLong = `${before}\n${after}`.split('\n').some((line) => line.length > LINE_CHARS_MAX);
  if (!isLong) return lineDiff(before, after, page);
  const note = 'Shown with line breaks; the file keeps its own form:';
  return `${note}\n${lineDiff(withLineBreaks(before), withLineBreaks(after), page)}`;
}

function withLineBreaks(json: string): string {
  const options = { tabSize: 2, insertSpaces: true, eol: '\n' };
  return applyEdits(json, format(json, undefined, options));
}

/** Returns the changed lines with some context; empty if the texts are equal. */
export function lineDiff(
  before: string,
  after: string,
  { paint: style, width }: Pick<Page, 'paint' | 'width'>,
): string {
  const lines = compare(linesOf(before), linesOf(after));
  const near = (index: number) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some((line) => line.mark !== ' ');
  const shown: string[] = [];
  let skipped = false;
  for (const [index, line] of lines.entries()) {
    if (!near(index)) {
      skipped = true;
      continue;
    }
    if (skipped) shown.push(style.dim('  …'));
    skipped = false;
    shown.push(...paint(line, style, width));
  }
  return shown.map((line) => `${line}\n`).join('');
}

/** Wraps a line below its own indent. */
function paint({ mark, text }: Line, style: Style, width: number): string[] {
  const [indent = ''] = /^\s*/.exec(text) ?? [];
  const lines = hanging(`${mark} ${indent}`, text.slice(indent.length), width);
  const colour = { ' ': style.dim, '+': style.green, '-': style.red }[mark];
  return lines.map((line) => colour(line));
}

function linesOf(text: string): string[] {
  // Control characters of a file must not reach the terminal.
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/[\x7f-\x9f]/g, '\uFFFD'));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compare(before: string[], after: string[]): Line[] {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < limit - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [
    ...marked(' ', before.slice(0, head)),
    ...compareMiddle(
      before.slice(head, before.length - tail),
      after.slice(head, after.length - tail),
    ),
    ...marked(' ', before.slice(before.length - tail)),
  ];
}

function compareMiddle(before: string[], after: string[]): Line[] {
  if (before.length * after.length > PAIRS_MAX) {
    return [...marked('-', before), ...marked('+', after)];
  }
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i] ?? '' });
      i += 1;
      j += 1;
    } else if (
      j >= after.length ||
      (i < before.length && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      lines.push({ mark: '-', text: before[i] ?? '' });
      i += 1;
    } else {
      lines.push({ mark: '+', text: after[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** Returns the length of the longest common subsequence of all pairs of tails. */
function commonLengths(before: string[], after: string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      if (!row) continue;
      row[j] =
        before[i] === after[j]
          ? at(rows, i + 1, j + 1) + 1
          : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: Uint32Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function marked(mark: Line['mark'], texts: string[]): Line[] {
  return texts.map((text) => ({ mark, text }));
}
