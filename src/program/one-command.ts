/**
 * The program with one of its commands: making all commands, with their options, takes longer than
 * most of them work. Whoever adds a command need not know of this.
 */

import { Command } from 'commander';

/** These print what all commands are. */
const OF_ALL: ReadonlySet<string> = new Set(['help', 'completion', 'man']);

/** Accepts every definition of a command, and does nothing. */
const ABSENT: Command = new Proxy(Object.create(Command.prototype) as Command, {
  get: () => () => ABSENT,
});

/** A root that keeps one command, and leaves out the others while they are defined. */
export class OneCommand extends Command {
  readonly #name: string;

  constructor(name: string, program: string) {
    super(program);
    this.#name = name;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature is Commander's.
  override command(nameAndArguments: string, ...others: any[]): any {
    const isMeant = nameAndArguments.split(' ', 1)[0] === this.#name;
    return isMeant ? super.command(nameAndArguments, ...others) : ABSENT;
  }

  /** Other names and misspellings are not found: then all commands must be made. */
  get isFound(): boolean {
    return this.commands.length > 0;
  }
}

/** Returns the command that arguments begin with, if the others need not be known. */
export function onlyCommandOf([first]: readonly string[]): string | undefined {
  return first === undefined || OF_ALL.has(first) || !/^[a-z]/.test(first) ? undefined : first;
}
