/** Wraps text between words, with a hanging indent. Pure. */

import wrapAnsi from 'wrap-ansi';
import type { Page } from './page.ts';
import { pad, visibleWidth } from './width.ts';

/** A value with less room beside its label stands below it. */
const VALUE_COLUMNS_MIN = 10;
/** How far it is indented there. */
const BELOW_COLUMNS = 4;

/**
 * Returns the lines of a one-line text: the first begins with `first`, the others are indented as
 * far. A word is broken only if it is wider than a line.
 */
export function hanging(first: string, text: string, width: number): string[] {
  const indent = visibleWidth(first);
  if (width - indent < VALUE_COLUMNS_MIN) return below(first, text, width);
  const lines = wrapped(text, width - indent);
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(indent)}${line}`.trimEnd());
}

/** Where there is no room beside the first column, the text stands below it. */
function below(first: string, text: string, width: number): string[] {
  const inset = ' '.repeat(Math.min(BELOW_COLUMNS, width - VALUE_COLUMNS_MIN));
  const lines = wrapped(text, width - inset.length);
  return [...wrapped(first.trimEnd(), width), ...lines.map((line) => `${inset}${line}`.trimEnd())];
}

/** Returns the lines of a text, wrapped between words; its own line breaks stay. */
export function wrapped(text: string, width: number): string[] {
  if (!Number.isFinite(width)) return text.split('\n');
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

/** Returns a text in which lines that are too wide are wrapped, each behind its indent. */
export function fitted(text: string, width: number): string {
  const lineOf = (line: string) => {
    if (visibleWidth(line) <= width) return line;
    const first = /^ *(?:\$ )?/.exec(line)?.[0] ?? '';
    return hanging(first, line.slice(first.length), width).join('\n');
  };
  return text.split('\n').map(lineOf).join('\n');
}

/** A name, its value, and `whole` for a command that is to be copied: it is not wrapped. */
export type Field = readonly [name: string, value: string, whole?: 'whole'];

/** Renders `name  value` rows: the names dim and aligned, the values wrapped beside them. */
export function fields(
  rows: readonly Field[],
  { width, paint }: Pick<Page, 'width' | 'paint'>,
): string[] {
  const names = Math.max(0, ...rows.map(([name]) => visibleWidth(name)));
  return rows.flatMap(([name, value, whole]) =>
    hanging(`${paint.dim(pad(name, names))}  `, value, whole ? Number.POSITIVE_INFINITY : width),
  );
}
