/** The sections at the end of a help: rows, notes and examples. Pure. */

import type { Declared } from '../command-line/command.ts';

export type Row = readonly [name: string, meaning: string];

/** Renders a section of help. */
export function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return `\n${title}\n${rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}\n`).join('')}`;
}

/** Renders the notes of a command. */
export function notes({ note }: Declared): string {
  const [heading, ...lines] = note ?? [];
  if (heading === undefined) return '';
  return `\n${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Renders the examples of a command. */
export function examples({ examples = [] }: Declared): string {
  return shown(examples);
}

export function shown(examples: readonly string[]): string {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  const lines = examples.map((line) => `  $ ${line}\n`);
  return lines.length === 0 ? '' : `\n${title}\n${lines.join('')}`;
}
