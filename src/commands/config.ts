/** `mementor config`: shows and changes the settings. */

import {
  type ChangedDocument,
  changeList,
  changeSetting,
  setting,
  settings,
} from '../operations/config.ts';
import { renderChanged, renderProblems, renderSettings, valueText } from '../output/config.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import type { Key, ListKey } from '../settings/table.ts';

interface Json {
  readonly json: boolean;
}

export async function list({ json }: Json, context: Context): Promise<ExitCode> {
  const document = await settings(context);
  if (json) printJson(document, context);
  else {
    context.stdout.write(renderSettings(document, pageOf(context.stdout, context)));
    context.stderr.write(renderProblems(document, pageOf(context.stderr, context)));
  }
  return document.problems.length === 0 ? 0 : 1;
}

export async function get(
  { key, json }: Json & { readonly key: Key },
  context: Context,
): Promise<ExitCode> {
  const document = await setting(key, context);
  if (json) printJson(document, context);
  else context.stdout.write(`${valueText(document.value)}\n`);
  return 0;
}

export async function change(
  { key, value, json }: Json & { readonly key: Key; readonly value: string | undefined },
  context: Context,
): Promise<ExitCode> {
  return report(await changeSetting(key, value, context), json, context);
}

export async function changeItems(
  {
    verb,
    key,
    items,
    json,
  }: Json & { readonly verb: 'add' | 'remove'; readonly key: ListKey; readonly items: string },
  context: Context,
): Promise<ExitCode> {
  return report(await changeList(verb, key, items, context), json, context);
}

function report(document: ChangedDocument, json: boolean, context: Context): ExitCode {
  if (json) {
    printJson(document, context);
    return 0;
  }
  context.stdout.write(renderChanged(document, pageOf(context.stdout, context)));
  if (document.origin === 'environment') {
    terminalWatch(context).warn(`${document.variable} overrides what the file says`);
  }
  return 0;
}
