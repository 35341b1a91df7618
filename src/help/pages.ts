/** The help of the program itself: the commands that are used most on one screen, or all. Pure. */

import type { Entry } from '../command-line/command.ts';
import { EXIT_STATUSES, PROGRAM_EXAMPLES, variables } from './reference.ts';
import { section, shown } from './sections.ts';

type Listed = Pick<Entry, 'name' | 'group' | 'summary'>;

/** A terminal of this width gets two columns. */
const TWO_COLUMNS = 80;

const USAGE = 'Usage: mementor <command> [options]\n';

/** Returns the help that fits a terminal of 24 lines and 80 columns. */
export function shortHelp(commands: readonly Listed[], width: number): string {
  const blocks = blocksOf(commands.filter(({ group }) => group !== ''));
  const more = [
    '  mementor help <command>   what it takes, and examples',
    '  mementor help --all       all commands, exit statuses, environment variables',
  ];
  const columns = width < TWO_COLUMNS ? [blocks.flat()] : halves(blocks);
  return [USAGE, ...besides(columns), ...more, ''].join('\n');
}

/** Returns all commands, and what holds for all of them. */
export function wholeHelp(commands: readonly Listed[]): string {
  const blocks = blocksOf(commands.map((each) => ({ ...each, group: each.group || 'More' })));
  const options = section('Options', [
    ['-v, --version', 'Print the version'],
    ['-h, --help', 'Show help; of a command, after it'],
  ]);
  const lists = `${USAGE}\n${blocks.flat().join('\n')}`.trimEnd();
  const common = section('Exit status', EXIT_STATUSES) + section('Environment', variables());
  return `${lists}\n${options}${shown(PROGRAM_EXAMPLES)}${common}\n`;
}

/** Returns the lines of each group, with an empty one behind. */
function blocksOf(commands: readonly Listed[]): string[][] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const groups = [...new Set(commands.map(({ group = '' }) => group))];
  return groups.map((group) => [
    group,
    ...commands
      .filter((each) => each.group === group)
      .map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
  ]);
}

/** Parts blocks where the longer side is shortest. */
function halves(blocks: readonly string[][]): string[][] {
  const parted = blocks.map((_, at) => [blocks.slice(0, at).flat(), blocks.slice(at).flat()]);
  const longest = (columns: readonly string[][]) =>
    Math.max(...columns.map(({ length }) => length));
  return parted.reduce((best, each) => (longest(each) < longest(best) ? each : best));
}

function besides([left = [], right = []]: readonly string[][]): string[] {
  const rows = Array.from({ length: Math.max(left.length, right.length) });
  return rows
    .map((_, at) => (left[at] ?? '').padEnd(TWO_COLUMNS / 2) + (right[at] ?? ''))
    .map((line) => line.trimEnd());
}
