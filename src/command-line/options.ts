/** Options that several commands share. */

import { InvalidArgumentError, type Option } from 'commander';
import type { Filters } from '../database/filters.ts';
import { argument, option } from './command.ts';

export interface Json {
  readonly json: boolean;
}

export const json = () => option('--json', 'Print one JSON document');

/** What a question to `confirm` asks of the command line. */
export const yes = () => option('-y, --yes', 'do not ask');

/** A file of others decides nothing: what it says is proposed. */
export const trust = () =>
  option('--trust', 'it is from a machine of yours: what it says holds, and counts as said by you');

/** Returns the options that select a project: those of a `Where`. */
export function where(verb: string): readonly Option[] {
  return [
    option('-p, --project <name>', `${verb} this project instead of the current one`, {
      names: 'project',
    }),
    option('-a, --all-projects', `${verb} every project`, { as: 'everything' }),
  ];
}

/** The options that filter turns, under their heading. */
export const filters: readonly (Option | string)[] = [
  'Filters (all must hold; times are dates, `yesterday`, `3d`, `2w`, …)',
  option('--since <time>', 'turns that began at this time or later'),
  option(
    '--until <time>',
    'turns that began at this time or earlier; a date includes that whole day',
  ),
  option('--session <id>', 'turns of the session whose id begins like this, of any project', {
    names: 'session',
  }),
  option('--branch <name>', 'turns on this branch', { names: 'branch' }),
  option('--file <path>', 'turns that read or changed a file with this name or part of a path'),
  option('--command <words>', 'turns that ran a command with these words in a row'),
  option('--error <words>', 'turns that ran into an error with these words'),
];

/** Programs ask too: scheduled runs, `claude -p`, the agent's SDK. */
export const noHeadless = () =>
  option('--no-headless', 'leave out what a program asked: `claude -p`, scheduled runs, the SDK');

/** Returns the filters among a command's options. */
export function filtersIn(options: Filters): Filters {
  const { since, until, session, branch, file, command, error, headless } = options;
  return { since, until, session, branch, file, command, error, headless };
}

/** Returns the option of how many rows are listed at most. */
export function limit(description: string, max: number, fallback?: number): Option {
  return option('-n, --limit <number>', description, { parse: upTo(max), fallback });
}

/** Returns a parser of whole numbers from 1 to `max`. */
export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}

/** The argument of a command for one session. */
export const sessionId = argument(
  '<id>',
  'the session or one of its turns: four characters or more of its id or its name, or the number of a hit',
  { names: 'session' },
);

/** The argument of a command for one note. */
export const noteId = argument('<id>', 'its id, or the beginning of it: four characters or more', {
  names: 'note',
});

/** The argument of a command for several notes. */
export const noteIds = argument('<id...>', 'notes, each by the beginning of its id', {
  as: 'ids',
  names: 'note',
});
