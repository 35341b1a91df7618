/** The command `help`, as other programs have it: of a command, the same as `--help`. */

import type { Command } from 'commander';
import { shortHelp, wholeHelp } from '../help/pages.ts';
import { pageOf } from '../output/layout/page.ts';
import { fitted } from '../output/layout/wrap.ts';
import { program, type Wiring } from './build.ts';
import { COMMANDS } from './table.ts';

/** Prints the help that words after `help` ask for. */
export async function printHelp(words: readonly string[], wiring: Wiring): Promise<void> {
  const { context } = wiring;
  const named = words.filter((word) => !word.startsWith('-'));
  if (named.length > 0) commandAt(named, await program(wiring, named)).outputHelp();
  else {
    const { width } = pageOf(context.stdout, context);
    const text = words.includes('--all') ? wholeHelp(COMMANDS) : shortHelp(COMMANDS, width);
    context.stdout.write(fitted(text, width));
  }
}

/** Returns the command that words lead to; throws for a word that is no command. */
function commandAt([word, ...others]: readonly string[], command: Command): Command {
  if (word === undefined || command.commands.length === 0) return command;
  const isNamed = (each: Command) => each.name() === word || each.aliases().includes(word);
  const child = command.commands.find(isNamed);
  if (child !== undefined) return commandAt(others, child);
  command.args = [word, ...others];
  return command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
}
