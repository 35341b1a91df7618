/** The commands that install Mementor into agents and remove it. */

import { type Command, Option } from 'commander';
import { HOOK_FORMATS } from '../agents/all-hook-formats.ts';
import { INSTALLATION_HELP as HELP } from '../agents/default-installation-help.ts';
import { FORMS, type Form, SCOPES } from '../agents/installation.ts';
import { json, type Wiring } from './flags.ts';

export function addSetUp(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Get started');
  scoped(root.command('enable'), 'Put the hooks into')
    .description('Install the hooks in the settings of Claude Code, or of another agent')
    .addOption(formOption(HELP.form).default('settings'))
    .addOption(serverOption(HELP.mcp))
    .addOption(skillOption(HELP.skill))
    .addOption(lineOption(HELP.statusline))
    .addOption(warmOption(HELP.warm))
    .addOption(
      new Option(
        '--trust',
        'Let Codex trust the hooks without asking you: with `--agent codex` or `all`',
      ).conflicts([...SCOPES, 'as', 'mcp', 'skill', 'statusline', 'warm', 'dryRun']),
    )
    .addOption(
      new Option('--read', 'Read the conversations that are here too, without asking').conflicts([
        'dryRun',
        'mcp',
        'skill',
        'statusline',
        'warm',
      ]),
    )
    .option('--no-read', 'Do not read them, and do not ask')
    .action(async (options: ScopedOptions & { readonly read?: boolean }) => {
      const { run } = await import('../commands/enable.ts');
      const { trust = false, read } = options;
      set(await run({ ...scopedOptions(options), trust, read }, context));
    });
  scoped(root.command('disable').alias('uninstall'), 'Take the hooks out of')
    .description('Remove the hooks; keep the memories, or purge them')
    .addOption(formOption('Remove only this form; both when left out'))
    .addOption(serverOption('Remove only the server of tools for the model'))
    .addOption(skillOption('Remove only the skill and the slash commands'))
    .addOption(lineOption('Remove only the segment of the status line'))
    .addOption(warmOption('Remove only the plugin of warm recall'))
    .addOption(
      new Option(
        '--purge',
        'Delete everything that is stored too, and take the hooks out everywhere; asks first',
      ).conflicts([...SCOPES, 'as', 'mcp', 'skill', 'statusline', 'warm', 'agent']),
    )
    .option('-y, --yes', 'Do not ask')
    .option(
      '--force',
      'With `--purge`: delete the memory also while a hook may call it that cannot be taken out',
    )
    .action(async (options: ScopedOptions & PurgeFlags) => {
      if (options.purge === true) {
        const { run } = await import('../commands/purge.ts');
        const { dryRun, json } = scopedOptions(options);
        const { yes = false, force = false } = options;
        set(await run({ yes, force, dryRun, json }, context));
        return;
      }
      const { run } = await import('../commands/disable.ts');
      set(await run(scopedOptions(options), context));
    });
}

interface PurgeFlags {
  readonly purge?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
}

function formOption(description: string): Option {
  return new Option('--as <form>', description).choices(FORMS);
}

function serverOption(description: string): Option {
  return new Option('--mcp', description).conflicts(['local', 'as']);
}

function skillOption(description: string): Option {
  return new Option('--skill', description).conflicts(['local', 'as']);
}

/** A project's status line would hide the person's own: there is only one for all sessions. */
function lineOption(description: string): Option {
  return new Option('--statusline', description).conflicts(['project', 'local', 'as']);
}

function warmOption(description: string): Option {
  return new Option('--warm', description).conflicts(['project', 'local', 'as']);
}

interface ScopedOptions {
  readonly agent?: string;
  readonly as?: Form;
  readonly mcp?: boolean;
  readonly skill?: boolean;
  readonly statusline?: boolean;
  readonly warm?: boolean;
  readonly trust?: boolean;
  readonly user?: boolean;
  readonly project?: boolean;
  readonly local?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function scoped(command: Command, verb: string): Command {
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => other !== scope);
    command.addOption(new Option(`--${scope}`, `${verb} ${HELP.scopes[scope]}`).conflicts(others));
  }
  const installed = HOOK_FORMATS.filter(({ isGuest }) => isGuest === undefined);
  const agents = [...installed.map(({ agent }) => agent), 'all'];
  const which = `${verb} this agent, or all that are found; ${HELP.agent} when left out`;
  command.addOption(new Option('--agent <name>', which).choices(agents));
  return json(command.option('--dry-run', 'Show what would change and write nothing'));
}

function scopedOptions(options: ScopedOptions) {
  const scope = SCOPES.find((name) => options[name] === true) ?? 'user';
  const { agent, as, mcp = false, skill = false, statusline = false, warm = false } = options;
  const [dryRun, json] = [options.dryRun === true, options.json === true];
  return { agent, scope, as, mcp, skill, statusline, warm, dryRun, json };
}
