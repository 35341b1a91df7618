/** The commands about Mementor itself: its settings, completion, and manual page. */

import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from '../help/completion/shells.ts';
import { treeOf } from '../help/tree.ts';
import { KEEPING_OUT, KEYS, type Key, type ListKey } from '../settings/table.ts';
import { json, type Wiring } from './flags.ts';
import { addMute } from './recall.ts';

interface Flags {
  readonly json?: boolean;
}

export function addSettings(root: Command, wiring: Wiring): void {
  const { context, set } = wiring;
  root.commandsGroup('Settings');
  const config = json(root.command('config'))
    .description('Show and change the settings; alone, it lists them')
    .helpCommand(false)
    .action(async (flags: Flags) => {
      const { list } = await import('../commands/config.ts');
      set(await list({ json: flags.json === true }, context));
    });
  const key = () => new Argument('<key>', 'the setting').choices(KEYS);
  json(config.command('list'))
    .description('List every setting: its value, where it comes from, what it means')
    .action(async (_: Flags, command: Command) => {
      const { list } = await import('../commands/config.ts');
      set(await list({ json: isJson(command) }, context));
    });
  json(config.command('get').addArgument(key()))
    .description("Print a setting's value")
    .action(async (key: Key, _: Flags, command: Command) => {
      const { get } = await import('../commands/config.ts');
      set(await get({ key, json: isJson(command) }, context));
    });
  json(config.command('set').addArgument(key()))
    .argument('<value>', 'the new value')
    .description('Change a setting')
    .action(async (key: Key, value: string, _: Flags, command: Command) => {
      const { change } = await import('../commands/config.ts');
      set(await change({ key, value, json: isJson(command) }, context));
    });
  json(config.command('unset').addArgument(key()))
    .description('Reset a setting to its default')
    .action(async (key: Key, _: Flags, command: Command) => {
      const { change } = await import('../commands/config.ts');
      set(await change({ key, value: undefined, json: isJson(command) }, context));
    });
  for (const verb of ['add', 'remove'] as const) addListCommand(verb, config, wiring);
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

/** `config` takes `--json` too, and then Commander gives it to `config`. */
function isJson(command: Command): boolean {
  return command.optsWithGlobals<Flags>().json === true;
}

const LIST_CHANGES = {
  add: "Add to a setting's list, and keep what it has",
  remove: "Remove from a setting's list",
} as const;

function addListCommand(verb: 'add' | 'remove', config: Command, { context, set }: Wiring): void {
  const key = new Argument('<key>', 'the setting').choices(KEEPING_OUT);
  json(config.command(verb).addArgument(key))
    .argument('<pattern>', 'a regular expression for `mask`, a path or glob for `exclude`')
    .description(LIST_CHANGES[verb])
    .action(async (key: ListKey, items: string, _: Flags, command: Command) => {
      const { changeItems } = await import('../commands/config.ts');
      set(await changeItems({ verb, key, items, json: isJson(command) }, context));
    });
}
