/** What the core is told of the settings and of places, to do what a hook does. */

import { homeOf, modelsFolder } from '../home/paths.ts';
import type { HookOptions, SettingList } from '../memory.ts';
import { engineFiles } from '../models/engines.ts';
import type { Context } from '../process/context.ts';
import { sourceOf } from '../settings/kept-out.ts';
import { globsOf } from '../settings/patterns.ts';
import { faultOf, find, readSettings } from '../settings/read.ts';
import type { Key, ListKey, ValueOf } from '../settings/table.ts';

/** A setting that is wrong has no effect; one that keeps data out comes with what is wrong. */
export function hookOptions(context: Context): HookOptions {
  const settings = readSettings(context);
  const value = <K extends Key>(key: K): ValueOf<K> => find(key, settings).value;
  const list = (key: ListKey, items: readonly string[]): SettingList => ({
    items: [...items],
    source: sourceOf(key, context),
    fault: faultOf(key, settings)?.message ?? null,
  });
  const model = value('model');
  return {
    home: homeOf(context),
    personHome: context.homedir,
    models: modelsFolder(context),
    // The bundled model needs no engine.
    ...(model === '' ? { engines: '', onnxruntime: '' } : engineFiles(context)),
    settings: {
      contextBudget: value('context-budget'),
      exclude: list('exclude', globsOf(value('exclude'), context)),
      mask: list('mask', value('mask')),
      model,
      notice: value('notice'),
      rate: value('rate'),
      recall: value('recall'),
      suspect: [...value('suspect')],
    },
  };
}

/** How far local time is ahead of UTC, in minutes. */
export function utcOffset(atMs: number): number {
  return -new Date(atMs).getTimezoneOffset();
}
