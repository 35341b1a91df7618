/** The commands that back up, export, import, repair and forget stored turns. */

import type { Command } from 'commander';
import type { Filters } from '../database/filters.ts';
import { filtered, filtersIn, json, type Wiring } from './flags.ts';

interface Flags {
  readonly json?: boolean;
}

interface ForgetFlags extends Flags, Filters {
  readonly containing?: string;
  readonly project?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

interface ExportFlags extends Flags {
  readonly project?: string;
}

export function addMaintain(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Keep and forget');
  forget(root.command('forget')).action(async (ids: string[], flags: ForgetFlags) => {
    const { run } = await import('../commands/forget.ts');
    const { containing, project } = flags;
    const switches = {
      dryRun: flags.dryRun === true,
      yes: flags.yes === true,
      json: flags.json === true,
    };
    set(await run({ ids, containing, project, filters: filtersIn(flags), ...switches }, context));
  });
  json(root.command('scrub'))
    .description('Mask secrets in all that is stored, by the rules and settings of today')
    .action(async (flags: Flags) => {
      const { run } = await import('../commands/scrub.ts');
      set(await run({ json: flags.json === true }, context));
    });
  json(root.command('backup'))
    .description('Write a copy of the whole memory to a file')
    .argument('<file>', 'the copy; it must not exist yet')
    .option('--gone', 'write nothing: this copy was deleted, take it off the list of backups')
    .action(async (file: string, flags: Flags & { gone?: boolean }) => {
      const { run } = await import('../commands/backup.ts');
      set(await run({ file, gone: flags.gone === true, json: flags.json === true }, context));
    });
  json(root.command('repair'))
    .description('Save what can be saved of a damaged memory, and derive the rest again')
    .option('--delete-damaged', 'delete the damaged copies of which every turn was saved')
    .action(async (flags: Flags & { deleteDamaged?: boolean }) => {
      const { run } = await import('../commands/repair.ts');
      const deleteDamaged = flags.deleteDamaged === true;
      set(await run({ deleteDamaged, json: flags.json === true }, context));
    });
  root
    .command('export')
    .description('Print all turns and notes as JSON lines, one a line')
    .option('-p, --project <name>', 'export this project alone')
    .action(async (flags: ExportFlags) => {
      const { run } = await import('../commands/export.ts');
      set(await run({ project: flags.project }, context));
    });
  json(root.command('import'))
    .description('Take in an export or a backup; what is known already stays as it is')
    .argument('<file>', 'JSON lines or a database; `-` reads lines from standard input')
    .action(async (file: string, flags: Flags) => {
      const { run } = await import('../commands/import.ts');
      set(await run({ file, json: flags.json === true }, context));
    });
}

function forget(command: Command): Command {
  command
    .description('Remove turns and notes for good: they do not come back')
    .argument('[id...]', 'turns, sessions or notes, each by the beginning of its id')
    .option(
      '--containing <words>',
      'turns and notes in which these words stand side by side, whoever said them',
    )
    .option('-p, --project <name>', 'turns and notes of this project');
  filtered(command)
    .optionsGroup('Before it is done')
    .option('--dry-run', 'show what would go and change nothing')
    .option('-y, --yes', 'do not ask');
  return json(command);
}
