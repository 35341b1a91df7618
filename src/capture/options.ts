/** What the core is told of the settings and of places, to do what a hook or the worker does. */

import { homeOf, modelsFolder } from '../home/paths.ts';
import type { HookOptions, KeepingOut, WorkerOptions } from '../memory.ts';
import { engineFiles } from '../models/engines.ts';
import type { Context } from '../process/context.ts';
import { sourceOf } from '../settings/kept-out.ts';
import { globsOf } from '../settings/patterns.ts';
import { faultOf, find, readSettings, type Settings } from '../settings/read.ts';
import { KEEPING_OUT, type Key, type ListKey, SETTINGS, type ValueOf } from '../settings/table.ts';

/** A setting that is wrong has no effect; one that keeps data out comes with what is wrong. */
export function hookOptions(context: Context): HookOptions {
  const settings = readSettings(context);
  const value = <K extends Key>(key: K): ValueOf<K> => find(key, settings).value;
  const model = value('model');
  return {
    home: homeOf(context),
    models: modelsFolder(context),
    // The bundled model needs no engine.
    ...(model === '' ? { engines: '', onnxruntime: '' } : engineFiles(context)),
    settings: {
      contextBudget: value('context-budget'),
      detect: value('detect'),
      keepingOut: keepingOut(settings, context),
      model,
      notice: value('notice'),
      rate: value('rate'),
      recall: value('recall'),
      suspect: [...value('suspect')],
    },
  };
}

/** What the worker is told: also what the file says where a variable says something else. */
export function workerOptions(context: Context): WorkerOptions {
  const variables = KEEPING_OUT.map((key) => [SETTINGS[key].variable, undefined] as const);
  const inFile = { ...context, env: { ...context.env, ...Object.fromEntries(variables) } };
  return {
    options: hookOptions(context),
    inFile: keepingOut(readSettings(inFile), inFile),
  };
}

function keepingOut(settings: Settings, context: Context): KeepingOut {
  const list = <K extends ListKey>(key: K, items: (value: ValueOf<K>) => readonly string[]) => {
    const { value } = find(key, settings);
    const fault = faultOf(key, settings)?.message ?? null;
    return { items: [...items(value)], source: sourceOf(key, context), fault };
  };
  return {
    exclude: list('exclude', (globs) => globsOf(globs, context)),
    mask: list('mask', (patterns) => patterns),
  };
}

/** How far local time is ahead of UTC, in minutes. */
export function utcOffset(atMs: number): number {
  return -new Date(atMs).getTimezoneOffset();
}
