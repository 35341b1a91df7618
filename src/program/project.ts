/** The commands that show and change which project a directory belongs to. */

import type { Command } from 'commander';
import { json, type Wiring } from './flags.ts';

interface Flags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const DRY_RUN = 'show what would change, and change nothing';

export function addProject(root: Command, { context, set }: Wiring): void {
  const project = root
    .command('project')
    .description('Show which project a directory belongs to, or change it')
    .helpCommand(false);
  const commands = () => import('../commands/project.ts');
  json(project.command('show', { isDefault: true }))
    .description('Show the project of the current directory, and why it is that one')
    .action(async (flags: Flags) => {
      const { show } = await commands();
      set(await show({ json: flags.json === true }, context));
    });
  json(project.command('join').option('--dry-run', DRY_RUN))
    .description('Make the current directory part of another project; its turns move there')
    .argument('[project]', 'its name or key; the one that the remote names when left out')
    .action(async (name: string | undefined, flags: Flags) => {
      const { join } = await commands();
      const switches = { dryRun: flags.dryRun === true, json: flags.json === true };
      set(await join({ project: name, ...switches }, context));
    });
  json(project.command('leave').option('--dry-run', DRY_RUN))
    .description('Make the current directory a project of its own; its turns go with it')
    .action(async (flags: Flags) => {
      const { leave } = await commands();
      set(await leave({ dryRun: flags.dryRun === true, json: flags.json === true }, context));
    });
}
