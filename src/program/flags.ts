/** What several commands' options have in common. */

import { type Command, InvalidArgumentError } from 'commander';
import type { Context, ExitCode } from '../context.ts';

/** What the commands are added with: the world, and where their exit codes go. */
export interface Wiring {
  readonly context: Context;
  readonly set: (code: ExitCode) => void;
}

export function json(command: Command): Command {
  return command.option('--json', 'Print one JSON document');
}

/** The options that say which project is meant. */
export function project(command: Command, verb: string): Command {
  return command
    .option('-p, --project <name>', `${verb} this project instead of the current one`)
    .option('-a, --all-projects', `${verb} every project`);
}

/** Returns a parser of whole numbers from 1. */
export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}
