/** Wraps text between words, with a hanging indent. Pure. */

import wrapAnsi from 'wrap-ansi';
import type { Page } from './page.ts';
import { pad, visibleWidth } from './width.ts';

/** A value beside a label gets at least this many columns, however narrow the terminal is. */
const VALUE_COLUMNS_MIN = 10;

/**
 * Returns the lines of a one-line text: the first begins with `first`, the others are indented as
 * far. A word is broken only if it is wider than a line.
 */
export function hanging(first: string, text: string, width: number): string[] {
  const indent = visibleWidth(first);
  const lines = wrapped(text, Math.max(VALUE_COLUMNS_MIN, width - indent));
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(indent)}${line}`.trimEnd());
}

/** Returns the lines of a text, wrapped between words; its own line breaks stay. */
export function wrapped(text: string, width: number): string[] {
  if (!Number.isFinite(width)) return text.split('\n');
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

/** Renders `name  value` rows: the names dim and aligned, the values wrapped beside them. */
export function fields(
  rows: readonly (readonly [name: string, value: string])[],
  { width, paint }: Pick<Page, 'width' | 'paint'>,
): string[] {
  const names = Math.max(0, ...rows.map(([name]) => visibleWidth(name)));
  return rows.flatMap(([name, value]) => hanging(`${paint.dim(pad(name, names))}  `, value, width));
}
