/** How this run opens the memory: the home, and the model and engine that the settings name. */

import { resolved, settingInHook } from './config.ts';
import type { Context } from './context.ts';
import { homeOf, modelsFolder, onnxruntimeLibrary } from './home.ts';
import type { OpenMemory } from './memory.ts';

/** Returns the options of a command; a wrong setting is an error. */
export async function openOptions(context: Context): Promise<OpenMemory> {
  const [model, engine] = await Promise.all([
    resolved('model', context),
    resolved('engine', context),
  ]);
  return optionsOf(model.value, engine.value, context);
}

/** Returns the options of a hook or the worker; a wrong setting does not count. */
export async function openOptionsInHook(context: Context): Promise<OpenMemory> {
  const [model, engine] = await Promise.all([
    settingInHook('model', context),
    settingInHook('engine', context),
  ]);
  return optionsOf(model, engine, context);
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
