/** The options for opening the memory: the home, and the model and more from the settings. */

import { areNotesWaiting, takeInForGood } from '../capture/waiting-notes.ts';
import { codeOf } from '../errors/errors.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import { type Memory, type OpenMemory, openForReading, openForWriting } from '../memory.ts';
import { engineFiles } from '../models/engines.ts';
import type { Context } from '../process/context.ts';
import { lossError, moveEmptiedAside } from '../salvage/lost.ts';
import { type Config, readConfig, readConfigToStore } from '../settings/file.ts';
import type { SettingsInHook } from '../settings/in-hook.ts';
import { globsOf } from '../settings/patterns.ts';
import { settingsProblems, settingsToRead } from '../settings/problems.ts';
import { resolvedIn } from '../settings/value.ts';
import { takeInWaiting } from './take-in-waiting.ts';

/** Returns the options for a command that writes; an invalid setting or a misspelt key throws. */
export async function openOptions(context: Context): Promise<OpenMemory> {
  return optionsFrom(await readConfigToStore(homeOf(context)), context);
}

function optionsFrom(config: Config, context: Context): OpenMemory {
  const { value: model } = resolvedIn('model', config, context.env);
  const { value: mask } = resolvedIn('mask', config, context.env);
  const { value: exclude } = resolvedIn('exclude', config, context.env);
  const { value: suspect } = resolvedIn('suspect', config, context.env);
  const { value: detect } = resolvedIn('detect', config, context.env);
  return optionsOf({ model, mask, exclude, suspect, detect }, context);
}

/** Opens the memory for one answer, or returns one that is open already. */
export type Open = (context: Context) => Memory | Promise<Memory>;

type Lasting = Pick<OpenMemory, 'lasting'>;

/** Opens the memory for reading, according to the settings. It has the notes that waited. */
export async function openToRead(context: Context, more: Lasting = {}): Promise<Memory> {
  const options = optionsFrom(await readConfig(homeOf(context)), context);
  const memory = opened({ ...options, ...more });
  takeInWaiting(memory, context);
  return memory;
}

/** Says of a memory that is missing whether there was one. */
function opened(options: OpenMemory): Memory {
  try {
    return openForReading(options);
  } catch (error) {
    const isMissing = codeOf(error) === 'DATABASE_MISSING';
    throw (isMissing ? lossError(options.home) : undefined) ?? error;
  }
}

/** Opens the memory for writing, with the notes that waited. Requires the ingest lock. */
export function openToWrite(options: OpenMemory): Memory {
  moveEmptiedAside(options.home, options.nowMs);
  const memory = openForWriting(options);
  takeInForGood(memory, options.home);
  return memory;
}

/**
 * Opens the memory for a command that shows what is stored: a config.json that cannot be understood
 * does not hide the memory. The program warns of it.
 */
export async function openToShow(context: Context, more: Lasting = {}): Promise<Memory> {
  const memory = opened({ ...optionsFrom(settingsToRead(context), context), ...more });
  // Nothing is stored while it is not certain what must be kept out.
  const stores = areNotesWaiting(homeOf(context)) && (await settingsProblems(context)).length === 0;
  if (stores) takeInWaiting(memory, context);
  return memory;
}

/** Returns the options for a hook or the worker, given its settings. */
export function openOptionsInHook(setting: SettingsInHook, context: Context): OpenMemory {
  const [model, detect] = [setting('model'), setting('detect')];
  const [mask, exclude, suspect] = [setting('mask'), setting('exclude'), setting('suspect')];
  return optionsOf({ model, mask, exclude, suspect, detect }, context);
}

interface Chosen {
  readonly model: string;
  readonly mask: readonly string[];
  readonly exclude: readonly string[];
  readonly suspect: readonly string[];
  readonly detect: boolean;
}

function optionsOf(
  { model, mask, exclude, suspect, detect }: Chosen,
  context: Context,
): OpenMemory {
  return {
    mask: [...mask],
    exclude: globsOf(exclude, context),
    suspect: [...suspect],
    detect,
    home: homeOf(context),
    models: modelsFolder(context),
    nowMs: context.now().getTime(),
    // The bundled model needs no engine.
    ...(model === '' ? {} : { model, ...engineFiles(context) }),
  };
}
