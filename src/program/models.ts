/** The commands for upkeep: the embedding model, and data derived from the turn log. */

import type { Command } from 'commander';
import { json, type Wiring } from './flags.ts';

interface Flags {
  readonly json?: boolean;
}

export function addModels(root: Command, { context, set }: Wiring): void {
  root.commandsGroup('Maintenance');
  const model = root
    .command('model')
    .description('Choose and get the model that searches by meaning')
    .helpCommand(false);
  const commands = () => import('../commands/model.ts');
  json(model.command('list', { isDefault: true }))
    .description('List the known models, and which one is used')
    .action(async (flags: Flags) => {
      const { list } = await commands();
      set(await list({ json: flags.json === true }, context));
    });
  json(model.command('use'))
    .description('Use a model that is ready')
    .argument('<id>', 'the model; `default` is the one that comes with Mementor')
    .action(async (id: string, flags: Flags) => {
      const { use } = await commands();
      set(await use({ id, json: flags.json === true }, context));
    });
  json(
    model
      .command('pull')
      .description('Download a model: the only command that ever uses the network')
      .argument('<id>', 'the model')
      .option('--from <url>', 'take <url>/<id>/<file> instead of the addresses of the manifest'),
  ).action(async (id: string, flags: Flags & { from?: string }) => {
    const { pull } = await commands();
    set(await pull({ id, from: flags.from, json: flags.json === true }, context));
  });
  json(model.command('import'))
    .description('Copy a model from a folder: known files, or a model.json with its files')
    .argument('<path>', 'the folder; files are known by their content, whatever their names')
    .action(async (folder: string, flags: Flags) => {
      const { importModel } = await commands();
      set(await importModel({ folder, json: flags.json === true }, context));
    });
  json(model.command('verify'))
    .description('Check every file of a model against its SHA-256')
    .argument('[id]', 'the model; the one in use when left out')
    .action(async (id: string | undefined, flags: Flags) => {
      const { verify } = await commands();
      set(await verify({ id, json: flags.json === true }, context));
    });
  json(model.command('remove'))
    .description('Delete a model that was pulled or imported')
    .argument('<id>', 'the model')
    .action(async (id: string, flags: Flags) => {
      const { remove } = await commands();
      set(await remove({ id, json: flags.json === true }, context));
    });
  json(root.command('rebuild'))
    .description('Rebuild all indexes from the stored turns; searching keeps working')
    .action(async (flags: Flags) => {
      const { run } = await import('../commands/rebuild.ts');
      set(await run({ json: flags.json === true }, context));
    });
}
