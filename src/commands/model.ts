/** `mementor model`: lists, selects, gets and removes embedding models. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { argument, type Declared, declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption } from '../command-line/options.ts';
import { enginesProblem } from '../models/engines.ts';
import { knownModels, modelInUse, modelNamed } from '../models/known.ts';
import {
  DEFAULT,
  importModels,
  models,
  pullModel,
  removeModel,
  useModel,
} from '../operations/models.ts';
import { printAnswer } from '../output/answer.ts';
import { printJson } from '../output/json.ts';
import { type Page, pageOf } from '../output/layout/page.ts';
import { fitted } from '../output/layout/wrap.ts';
import { modelTable, renderReady, renderRemoved, renderUsed } from '../output/models.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { SETTINGS } from '../settings/table.ts';
import { counted, sized } from '../text/numbers.ts';

const modelId = argument('<id>', 'the model', { names: 'model' });

const LIST = declared({
  description: 'List the known models, and which one is used',
  options: [jsonOption()],
  examples: ["mementor model list --json | jq -r '.models[].id'"],
  run: list,
});

const USE = declared({
  description: 'Use a model that is ready',
  arguments: [
    argument('<id>', 'the model; `default` is the one that comes with Mementor', {
      names: 'model',
    }),
  ],
  options: [jsonOption()],
  examples: ['mementor model use bge-small-en-v1.5', 'mementor model use default'],
  run: use,
});

const GET = declared({
  description: 'Get a model: download it, or copy it from a folder; nothing else uses the network',
  arguments: [
    argument(
      '<model>',
      'a known model, or a folder: known files whatever their names, or a model.json with its files',
      { names: 'model' },
    ),
  ],
  options: [
    option('--from <url>', 'take <url>/<id>/<file> instead of the addresses of the manifest'),
    jsonOption(),
  ],
  examples: [
    'mementor model get bge-small-en-v1.5',
    'mementor model get bge-small-en-v1.5 --from https://mirror.example/models',
    'mementor model get ~/Downloads/bge-small-en-v1.5',
  ],
  run: get,
});

const REMOVE = declared({
  description: 'Delete a model that was got',
  arguments: [modelId],
  options: [jsonOption()],
  examples: ['mementor model remove bge-small-en-v1.5'],
  run: remove,
});

const here = (command: Declared) => async () => ({ command });

export const command: Declared = {
  description: 'Choose and get the model that searches by meaning',
  examples: ['mementor model list', 'mementor model get bge-small-en-v1.5'],
  commands: [
    { name: 'list', summary: 'List the known models', isUsual: true, load: here(LIST) },
    { name: 'use', summary: 'Use a model that is ready', load: here(USE) },
    { name: 'get', summary: 'Download or copy a model', load: here(GET) },
    { name: 'remove', summary: 'Delete a model', load: here(REMOVE) },
  ],
};

interface Named extends Json {
  readonly id: string;
}

export async function list({ json }: Json, context: Context): Promise<ExitCode> {
  const { document, rows, used } = await models(context);
  if (json) {
    printJson(document, context);
    return 0;
  }
  const { paint, width } = pageOf(context.stdout, context);
  context.stdout.write(fitted(modelTable(rows, paint), width));
  if (used.id === undefined) {
    const name = JSON.stringify(used.setting);
    terminalWatch(context).warn(`the setting \`model\` names ${name}, which is not known`);
  }
  return 0;
}

export async function use({ id, json }: Named, context: Context): Promise<ExitCode> {
  const answer = await useModel(id, context);
  if (json) {
    printJson(answer.document, context);
    return 0;
  }
  context.stdout.write(renderUsed(answer, style(context.stdout, context.env)));
  if (!answer.document.inUse) {
    const { setting } = answer.used;
    const text = `${SETTINGS.model.variable} overrides the setting: ${setting} stays in use`;
    terminalWatch(context).warn(text);
  }
  return 0;
}

export async function remove({ id, json }: Named, context: Context): Promise<ExitCode> {
  const document = await removeModel(id, context);
  const text = ({ paint }: Page) => renderRemoved(document, paint);
  return printAnswer({ document, text }, { json }, context);
}

/** A known model is downloaded; a folder is imported from. */
export async function get(
  { model, from, json }: Json & { readonly model: string; readonly from: string | undefined },
  context: Context,
): Promise<ExitCode> {
  const isKnown = knownModels(context).some(({ id }) => id === model) || model === DEFAULT;
  const isFolder = /[\\/]|^\.+$/.test(model) || existsSync(resolve(context.cwd, model));
  if (isKnown || !isFolder) return await pull({ id: model, from, json }, context);
  return await importModel({ folder: model, json }, context);
}

export interface PullOptions extends Named {
  /** Base URL that replaces the manifest's addresses. */
  readonly from: string | undefined;
}

export async function pull({ id, from, json }: PullOptions, context: Context): Promise<ExitCode> {
  const document = await pullModel(id, from, context, terminalWatch(context));
  const { interrupted, files = [], received = 0, kept = 0 } = document;
  if (json) printJson(document, context);
  else if (interrupted) {
    context.stdout.write(`Interrupted; kept ${sized(kept)} for the next time.\n`);
  } else {
    const done = files.length > 0 ? `Pulled ${sized(received)}` : undefined;
    await reportReady(document.id, done, context);
  }
  return interrupted ? 130 : 0;
}

export async function importModel(
  { folder, json }: Json & { readonly folder: string },
  context: Context,
): Promise<ExitCode> {
  const document = importModels(folder, context);
  const { interrupted = false } = document;
  if (json) printJson(document, context);
  else if (interrupted) context.stdout.write('Interrupted; nothing was imported.\n');
  else {
    for (const { id, files } of document.imported) {
      const what = files.length > 0 ? `Imported ${counted(files.length, 'file')}` : undefined;
      await reportReady(id, what, context);
    }
  }
  return interrupted ? 130 : 0;
}

async function reportReady(id: string, what: string | undefined, context: Context): Promise<void> {
  const inUse = (await modelInUse(context)).id === id;
  const paint = style(context.stdout, context.env);
  context.stdout.write(renderReady({ id, inUse, what }, paint));
  const missing = modelNamed(id, context).needsEngines ? enginesProblem(context) : undefined;
  if (missing !== undefined) {
    terminalWatch(context).warn(`it cannot be run yet: ${missing.message}; ${missing.hint}`);
  }
}
