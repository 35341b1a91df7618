/** The options for opening the memory: the home, and the model and more from the settings. */

import { areNotesWaiting, takeInForGood } from '../capture/waiting-notes.ts';
import { codeOf } from '../errors/errors.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import {
  type IngestLock,
  type Memory,
  type OpenMemory,
  openForReading,
  openForWriting,
} from '../memory.ts';
import { engineFiles } from '../models/engines.ts';
import type { Context } from '../process/context.ts';
import { lossError } from '../salvage/lost.ts';
import { globsOf } from '../settings/patterns.ts';
import {
  findInCommand,
  requireSettings,
  requireSettingsToStore,
  settingsProblems,
  settingsToRead,
} from '../settings/problems.ts';
import type { Settings, SettingsInHook } from '../settings/read.ts';
import { CORE_KEYS, type CoreKey, type ValueOf } from '../settings/table.ts';
import { takeInWaiting } from './take-in-waiting.ts';

/** Returns the options for a command that writes; an invalid setting or a misspelt key throws. */
export async function openOptions(context: Context): Promise<OpenMemory> {
  return optionsFrom(await requireSettingsToStore(context), context);
}

function optionsFrom(settings: Settings, context: Context): OpenMemory {
  return openOptionsInHook((key) => findInCommand(key, settings).value, context);
}

/** Opens the memory for one answer, or returns one that is open already. */
export type Open = (context: Context) => Memory | Promise<Memory>;

type Lasting = Pick<OpenMemory, 'lasting'>;

/** Opens the memory for reading, according to the settings. It has the notes that waited. */
export async function openToRead(context: Context, more: Lasting = {}): Promise<Memory> {
  const options = optionsFrom(await requireSettings(context), context);
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

/** Opens the memory for writing, with the notes that waited. `repair` reads all of it first. */
export function openToWrite(lock: IngestLock, options: OpenMemory, repair = false): Memory {
  const memory = openForWriting(lock, options, repair);
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

/** Returns the options, given the settings: those that the core reads, as the table has them. */
export function openOptionsInHook(setting: SettingsInHook, context: Context): OpenMemory {
  const values = Object.fromEntries(CORE_KEYS.map((key) => [key, setting(key)]));
  const { model, exclude, ...others } = values as { [K in CoreKey]: ValueOf<K> };
  return {
    ...(others as Partial<OpenMemory>),
    exclude: globsOf(exclude, context),
    home: homeOf(context),
    personHome: context.homedir,
    models: modelsFolder(context),
    nowMs: context.now().getTime(),
    // The bundled model needs no engine.
    ...(model === '' ? {} : { model, ...engineFiles(context) }),
  };
}
