/** Options that several commands share. */

import { type Command, InvalidArgumentError } from 'commander';
import type { Filters } from '../database/filters.ts';
import type { Context, ExitCode } from '../process/context.ts';

/** The arguments for adding commands: the context, and a setter for the exit code. */
export interface Wiring {
  readonly context: Context;
  readonly set: (code: ExitCode) => void;
}

export function json(command: Command): Command {
  return command.option('--json', 'Print one JSON document');
}

/** The options that select a project. */
export function project(command: Command, verb: string): Command {
  return command
    .option('-p, --project <name>', `${verb} this project instead of the current one`)
    .option('-a, --all-projects', `${verb} every project`);
}

/** The options that filter turns. */
export function filtered(command: Command): Command {
  return command
    .optionsGroup('Filters (all must hold; times are dates, `yesterday`, `3d`, `2w`, …)')
    .option('--since <time>', 'turns that began at this time or later')
    .option(
      '--until <time>',
      'turns that began at this time or earlier; a date includes that whole day',
    )
    .option('--session <id>', 'turns of the session whose id begins like this, of any project')
    .option('--branch <name>', 'turns on this branch')
    .option('--file <path>', 'turns that read or changed a file with this name or part of a path')
    .option('--command <words>', 'turns that ran a command with these words in a row')
    .option('--error <words>', 'turns that ran into an error with these words');
}

/** Returns the filters among a command's flags. */
export function filtersIn(flags: Filters): Filters {
  const { since, until, session, branch, file, command, error } = flags;
  return { since, until, session, branch, file, command, error };
}

/** Returns a parser of whole numbers from 1 to `max`. */
export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}
