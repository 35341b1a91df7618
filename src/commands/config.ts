/** `mementor config`: shows and changes the settings. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption } from '../command-line/options.ts';
import {
  type ChangedDocument,
  changeList,
  changeSetting,
  setting,
  settings,
} from '../operations/config.ts';
import { printAnswer } from '../output/answer.ts';
import { renderChanged, renderProblems, renderSettings, valueText } from '../output/config.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { KEEPING_OUT, KEYS, type Key, type ListKey } from '../settings/table.ts';

export const command = declared({
  description: 'Show and change the settings; alone, it lists them',
  arguments: [
    argument('[key]', 'the setting; alone, its value is printed', { choices: KEYS }),
    argument('[value]', 'its new value', { names: 'value' }),
  ],
  options: [
    option('--add', `add to the list of ${KEEPING_OUT.join(' or ')}, and keep what it has`, {
      conflicts: ['remove', 'unset'],
    }),
    option('--remove', 'remove from that list', { conflicts: ['unset'] }),
    option('--unset', 'reset the setting to its default'),
    jsonOption(),
  ],
  examples: [
    'mementor config',
    'mementor config limit',
    'mementor config recall false',
    'mementor config --unset threads',
    "mementor config --add mask 'CUST-\\d+'",
    "mementor config --add exclude '~/clients/*'",
    "mementor config --remove exclude '~/clients/*'",
  ],
  goesOnWith: ['misspelt keys'],
  run: async ({ key, value, add, remove, unset, json }: Options, context, refuse) => {
    const verb = add ? 'add' : remove ? 'remove' : undefined;
    if (key === undefined) {
      if (verb !== undefined || unset) refuse("missing required argument 'key'");
      return await list({ json }, context);
    }
    if (unset && value !== undefined) refuse("option '--unset' cannot be used with a value");
    if (unset) return await change({ key, value: undefined, json }, context);
    if (verb !== undefined) {
      if (!isList(key))
        return refuse(`'${key}' is no list: \`--${verb}\` is for ${KEEPING_OUT.join(' and ')}`);
      if (value === undefined) return refuse("missing required argument 'value'");
      return await changeItems({ verb, key, items: value, json }, context);
    }
    return value === undefined
      ? await get({ key, json }, context)
      : await change({ key, value, json }, context);
  },
});

interface Options extends Json {
  readonly key: Key | undefined;
  readonly value: string | undefined;
  readonly add: boolean;
  readonly remove: boolean;
  readonly unset: boolean;
}

function isList(key: Key): key is ListKey {
  return KEEPING_OUT.some((each) => each === key);
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
  return printAnswer({ document, text: () => `${valueText(document.value)}\n` }, { json }, context);
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
