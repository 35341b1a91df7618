/** The command `help`, as other programs have it: the same as `--help`. */

import type { Command } from 'commander';

export function addHelp(root: Command): void {
  root
    .command('help')
    .description('Show the help of a command')
    .argument('[command...]', 'the command; all commands when left out')
    .action((words: readonly string[]) => {
      commandAt(words, root).outputHelp();
    });
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
