/** The commands that put Mementor into Claude Code and take it out. */

import { type Command, Option } from 'commander';
import { FORMS, type Form, PLUGIN_CLIENT_MIN } from '../agents/claude-code/install/plugin.ts';
import { SCOPES, type Scope } from '../agents/claude-code/paths.ts';
import { json, type Wiring } from './flags.ts';

export function addSetUp(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Get started');
  scoped(root.command('enable'), 'Put the hooks into')
    .description("Install the hooks in Claude Code's settings")
    .addOption(formOption(FORM_TO_ENABLE).default('settings'))
    .action(async (options: ScopedOptions) => {
      const { run } = await import('../commands/enable.ts');
      set(await run(scopedOptions(options), context));
    });
  scoped(root.command('disable'), 'Take the hooks out of')
    .description('Remove the hooks; keep the memories, or purge them')
    .addOption(formOption('Remove only this form; both when left out'))
    .addOption(
      new Option(
        '--purge',
        'Delete everything that is remembered too, and take the hooks out everywhere; asks first',
      ).conflicts([...SCOPES, 'as']),
    )
    .option('-y, --yes', 'Do not ask')
    .action(async (options: ScopedOptions & { purge?: boolean; yes?: boolean }) => {
      if (options.purge === true) {
        const { run } = await import('../commands/purge.ts');
        const { dryRun, json } = scopedOptions(options);
        set(await run({ yes: options.yes === true, dryRun, json }, context));
        return;
      }
      const { run } = await import('../commands/disable.ts');
      set(await run(scopedOptions(options), context));
    });
}

const FORM_TO_ENABLE =
  'Write a settings file, or a plugin into the folder `skills` beside it ' +
  `(Claude Code ${PLUGIN_CLIENT_MIN} or newer; new sessions use it)`;

function formOption(description: string): Option {
  return new Option('--as <form>', description).choices(FORMS);
}

interface ScopedOptions {
  readonly as?: Form;
  readonly user?: boolean;
  readonly project?: boolean;
  readonly local?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function scoped(command: Command, verb: string): Command {
  const files: Readonly<Record<Scope, string>> = {
    user: '~/.claude/settings.json: all sessions (default)',
    project: '.claude/settings.json: this project, for everyone who shares it',
    local: '.claude/settings.local.json: this project, for you alone',
  };
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => other !== scope);
    command.addOption(new Option(`--${scope}`, `${verb} ${files[scope]}`).conflicts(others));
  }
  return json(command.option('--dry-run', 'Show what would change and write nothing'));
}

function scopedOptions(options: ScopedOptions) {
  const scope = SCOPES.find((name) => options[name] === true) ?? 'user';
  const { as } = options;
  return { scope, as, dryRun: options.dryRun === true, json: options.json === true };
}
