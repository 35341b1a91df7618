/** The commands about Mementor itself: its settings, completion, and manual page. */

import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from '../help/completion/shells.ts';
import { treeOf } from '../help/tree.ts';
import { KEYS, type Key } from '../settings/table.ts';
import { json, type Wiring } from './flags.ts';
import { addMute } from './recall.ts';

interface Flags {
  readonly json?: boolean;
}

export function addSettings(root: Command, wiring: Wiring): void {
  const { context, set } = wiring;
  root.commandsGroup('Settings');
  const config = root
    .command('config')
    .description('Show and change the settings')
    .helpCommand(false);
  const key = () => new Argument('<key>', 'the setting').choices(KEYS);
  json(config.command('list'))
    .description('List every setting: its value, where it comes from, what it means')
    .action(async (flags: Flags) => {
      const { list } = await import('../commands/config.ts');
      set(await list({ json: flags.json === true }, context));
    });
  json(config.command('get').addArgument(key()))
    .description("Print a setting's value")
    .action(async (key: Key, flags: Flags) => {
      const { get } = await import('../commands/config.ts');
      set(await get({ key, json: flags.json === true }, context));
    });
  json(config.command('set').addArgument(key()))
    .argument('<value>', 'the new value')
    .description('Change a setting')
    .action(async (key: Key, value: string, flags: Flags) => {
      const { change } = await import('../commands/config.ts');
      set(await change({ key, value, json: flags.json === true }, context));
    });
  json(config.command('unset').addArgument(key()))
    .description('Reset a setting to its default')
    .action(async (key: Key, flags: Flags) => {
      const { change } = await import('../commands/config.ts');
      set(await change({ key, value: undefined, json: flags.json === true }, context));
    });
  addMute(root, wiring);
  root
    .command('completion')
    .description('Print a script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => {
      const { completionOf } = await import('../help/completion/script.ts');
      context.stdout.write(completionOf(shell, treeOf(root)));
    });
  root
    .command('man', { hidden: true })
    .description('Print the manual page')
    .action(async () => {
      const { manualPage } = await import('../help/manual-page.ts');
      context.stdout.write(manualPage(treeOf(root)));
    });
}
