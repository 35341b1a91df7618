/** The options for opening the memory: the home, and the model and engine from the settings. */

import { homeOf, modelsFolder, onnxruntimeLibrary } from '../home.ts';
import { type Memory, type OpenMemory, openForReading } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type Config, readConfig, readConfigToStore } from '../settings/file.ts';
import type { SettingsInHook } from '../settings/in-hook.ts';
import { globsOf } from '../settings/patterns.ts';
import { resolvedIn } from '../settings/value.ts';

/** Returns the options for a command that writes; an invalid setting or a misspelt key throws. */
export async function openOptions(context: Context): Promise<OpenMemory> {
  return optionsFrom(await readConfigToStore(homeOf(context)), context);
}

function optionsFrom(config: Config, context: Context): OpenMemory {
  const { value: model } = resolvedIn('model', config, context.env);
  const { value: engine } = resolvedIn('engine', config, context.env);
  const { value: mask } = resolvedIn('mask', config, context.env);
  const { value: exclude } = resolvedIn('exclude', config, context.env);
  const { value: detect } = resolvedIn('detect', config, context.env);
  return optionsOf({ model, engine, mask, exclude, detect }, context);
}

/** Opens the memory for reading, according to the settings. */
export async function openToRead(context: Context): Promise<Memory> {
  return openForReading(optionsFrom(await readConfig(homeOf(context)), context));
}

/** Returns the options for a hook or the worker, given its settings. */
export function openOptionsInHook(setting: SettingsInHook, context: Context): OpenMemory {
  const [model, engine, detect] = [setting('model'), setting('engine'), setting('detect')];
  const [mask, exclude] = [setting('mask'), setting('exclude')];
  return optionsOf({ model, engine, mask, exclude, detect }, context);
}

interface Chosen {
  readonly model: string;
  readonly engine: string;
  readonly mask: readonly string[];
  readonly exclude: readonly string[];
  readonly detect: boolean;
}

function optionsOf({ model, engine, mask, exclude, detect }: Chosen, context: Context): OpenMemory {
  return {
    mask: [...mask],
    exclude: globsOf(exclude, context),
    detect,
    home: homeOf(context),
    models: modelsFolder(context),
    nowMs: context.now().getTime(),
    ...(model === '' ? {} : { model }),
    ...(engine === 'onnxruntime' ? { onnxruntime: onnxruntimeLibrary(context) } : {}),
  };
}
