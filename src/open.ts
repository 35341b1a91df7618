/** How this run opens the memory: the home, and the model and engine that the settings name. */

import { readConfig, resolvedIn, type SettingsInHook } from './config.ts';
import type { Context } from './context.ts';
import { homeOf, modelsFolder, onnxruntimeLibrary } from './home.ts';
import type { OpenMemory } from './memory.ts';

/** Returns the options of a command; a wrong setting is an error. */
export async function openOptions(context: Context): Promise<OpenMemory> {
  const config = await readConfig(homeOf(context));
  const { value: model } = resolvedIn('model', config, context.env);
  const { value: engine } = resolvedIn('engine', config, context.env);
  return optionsOf(model, engine, context);
}

/** Returns the options of a hook or the worker, given the settings that count for it. */
export function openOptionsInHook(setting: SettingsInHook, context: Context): OpenMemory {
  return optionsOf(setting('model'), setting('engine'), context);
}

function optionsOf(model: string, engine: string, context: Context): OpenMemory {
  return {
    home: homeOf(context),
    models: modelsFolder(context),
    nowMs: context.now().getTime(),
    ...(model === '' ? {} : { model }),
    ...(engine === 'onnxruntime' ? { onnxruntime: onnxruntimeLibrary(context) } : {}),
  };
}
