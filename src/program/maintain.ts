/** The commands that back up, export, import, repair and forget stored turns. */

import type { Command } from 'commander';
import type { Filters } from '../database/filters.ts';
import { filtered, filtersIn, json, project, type Wiring } from './flags.ts';

interface Flags {
  readonly json?: boolean;
}

interface ForgetFlags extends Flags, Filters {
  readonly containing?: string;
  readonly project?: string;
  readonly allProjects?: boolean;
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
    const { containing, allProjects, project: named } = flags;
    const where = { project: named, everything: allProjects === true };
    const switches = {
      dryRun: flags.dryRun === true,
      yes: flags.yes === true,
      json: flags.json === true,
    };
    const selection = { ids, containing, filters: filtersIn(flags), ...where };
    set(await run({ ...selection, ...switches }, context));
  });
  json(root.command('scrub'))
    .description('Mask secrets in everything stored, using the current rules and settings')
    .action(async (flags: Flags) => {
      const { run } = await import('../commands/scrub.ts');
      set(await run({ json: flags.json === true }, context));
    });
  json(root.command('backup'))
    .description('Write a copy of the whole memory to a file')
    .argument('<file>', 'the copy; it must not exist yet')
    .option('--gone', 'write nothing: you deleted this copy; remove it from the list of backups')
    .action(async (file: string, flags: Flags & { gone?: boolean }) => {
      const { run } = await import('../commands/backup.ts');
      set(await run({ file, gone: flags.gone === true, json: flags.json === true }, context));
    });
  json(root.command('repair'))
    .description('Recover a damaged memory and rebuild its indexes')
    .option('--delete-damaged', 'delete the damaged copies whose turns were all recovered')
    .action(async (flags: Flags & { deleteDamaged?: boolean }) => {
      const { run } = await import('../commands/repair.ts');
      const deleteDamaged = flags.deleteDamaged === true;
      set(await run({ deleteDamaged, json: flags.json === true }, context));
    });
  root
    .command('export')
    .description('Print every turn and note as JSON, one per line')
    .option('-p, --project <name>', 'export only this project')
    .action(async (flags: ExportFlags) => {
      const { run } = await import('../commands/export.ts');
      set(await run({ project: flags.project }, context));
    });
  json(root.command('import'))
    .description('Import an export or a backup; turns that are already stored stay unchanged')
    .argument('<file>', 'JSON lines or a database; `-` reads lines from standard input')
    .action(async (file: string, flags: Flags) => {
      const { run } = await import('../commands/import.ts');
      set(await run({ file, json: flags.json === true }, context));
    });
}

function forget(command: Command): Command {
  command
    .description('Delete turns and notes permanently, after showing them')
    .argument(
      '[id...]',
      'turns, sessions or notes of any project, by the first characters of their ids',
    )
    .option(
      '--containing <words>',
      'turns and notes that contain this phrase anywhere: prompt, answer, tool or note',
    );
  filtered(project(command, 'forget turns and notes of'))
    .optionsGroup('Confirmation')
    .option('--dry-run', 'show what would be deleted, and change nothing')
    .option('-y, --yes', 'do not ask');
  return json(command);
}
