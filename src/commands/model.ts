/** `mementor model`: lists, selects, pulls, imports, verifies and removes embedding models. */

import { enginesProblem } from '../models/engines.ts';
import { modelInUse, modelNamed } from '../models/known.ts';
import {
  importModels,
  models,
  pullModel,
  removeModel,
  useModel,
  verifyModel,
} from '../operations/models.ts';
import { printJson } from '../output/json.ts';
import {
  modelTable,
  renderReady,
  renderRemoved,
  renderUsed,
  renderVerified,
} from '../output/models.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { SETTINGS } from '../settings/table.ts';
import { counted, sized } from '../text/numbers.ts';

interface Json {
  readonly json: boolean;
}

interface Named extends Json {
  readonly id: string;
}

export async function list({ json }: Json, context: Context): Promise<ExitCode> {
  const { document, rows, used } = await models(context);
  if (json) {
    printJson(document, context);
    return 0;
  }
  context.stdout.write(modelTable(rows, style(context.stdout, context.env)));
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

export async function verify(
  { id, json }: Json & { readonly id: string | undefined },
  context: Context,
): Promise<ExitCode> {
  const answer = await verifyModel(id, context);
  if (json) printJson(answer.document, context);
  else context.stdout.write(renderVerified(answer, style(context.stdout, context.env)));
  return answer.document.ok ? 0 : 1;
}

export async function remove({ id, json }: Named, context: Context): Promise<ExitCode> {
  const document = await removeModel(id, context);
  if (json) printJson(document, context);
  else context.stdout.write(renderRemoved(document, style(context.stdout, context.env)));
  return 0;
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
    await reportReady(id, files.length > 0 ? `Pulled ${sized(received)}` : undefined, context);
  }
  return interrupted ? 130 : 0;
}

export async function importModel(
  { folder, json }: Json & { readonly folder: string },
  context: Context,
): Promise<ExitCode> {
  const document = await importModels(folder, context);
  const interrupted = document.interrupted === true;
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
