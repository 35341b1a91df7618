/** What help says besides options: examples, exit status, environment. Pure. */

import { AGENTS } from '../agents/all.ts';
import type { Declared } from '../command-line/command.ts';
import { KEYS, SETTINGS } from '../settings/table.ts';

/** Examples of the program itself. */
export const PROGRAM_EXAMPLES: readonly string[] = [
  'mementor enable',
  'mementor ingest --all',
  'mementor query "why did we drop the retry queue"',
  'mementor query --file src/db.rs --since 2w',
  'mementor remember "We use tabs, not spaces" --kind rule',
  `mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'`,
];

export type Row = readonly [name: string, meaning: string];

export const EXIT_STATUSES: readonly Row[] = [
  ['0', 'done'],
  ['1', 'the answer is negative: nothing found, no such id, a check failed'],
  ['2', 'an error, or misuse'],
  ['130', 'interrupted by Ctrl-C; what was stored stays'],
];

export const VARIABLES: readonly Row[] = [
  ['MEMENTOR_HOME', 'folder that holds everything that is stored'],
  ['MEMENTOR_MODELS', 'folder of another model than the bundled one'],
  ['MEMENTOR_MODEL_MIRROR', 'where `mementor model get` takes files from, as `--from` does'],
  ...KEYS.map((key): Row => [SETTINGS[key].variable, `overrides the setting \`${key}\``]),
  ['MEMENTOR_LOG', '`debug` shows where an error came from'],
  ...AGENTS.flatMap(({ variables }) => variables),
  ['PAGER', 'shows long output, instead of less; empty or `cat`: no pager'],
  ['COLUMNS', 'width of the terminal, if it is not what the terminal says'],
  ['NO_COLOR', 'any value turns colour off'],
];

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
