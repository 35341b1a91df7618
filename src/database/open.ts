/** The options for opening the memory: the home, and the model and more from the settings. */

import { processOf } from '../capture/process-of.ts';
import { codeOf, messageOf } from '../errors/errors.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import { type Memory, type OpenMemory, openForReading, openForWriting } from '../memory.ts';
import { engineFiles } from '../models/engines.ts';
import type { Context } from '../process/context.ts';
import { style } from '../process/style.ts';
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
import { tryAcquire } from './ingest-lock.ts';

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
  const memory = opened({ ...options, ...more }, context);
  takeInWaiting(memory, context);
  return memory;
}

/** Returns a memory that is being opened; undefined if nothing was ever stored. */
export async function ifStored(opening: Promise<Memory>): Promise<Memory | undefined> {
  return await opening.catch((error: unknown) => {
    if (codeOf(error) !== 'DATABASE_MISSING') throw error;
    return undefined;
  });
}

/**
 * Says of a memory that is missing whether there was one. An older copy of the database is opened
 * for writing first: that removes what was forgotten.
 */
function opened(options: OpenMemory, context: Context): Memory {
  try {
    return openForReading(options);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'FORGOTTEN_STORED' && isCleaned(options, context)) return openForReading(options);
    throw (code === 'DATABASE_MISSING' ? lossError(options.home) : undefined) ?? error;
  }
}

/** Returns whether it could be: not while another process writes. */
function isCleaned(options: OpenMemory, context: Context): boolean {
  const lock = tryAcquire(options.home, context);
  if (lock === null) return false;
  try {
    openForWriting(lock, options);
  } finally {
    lock.release(processOf(context));
  }
  return true;
}

/** Takes in the notes that wait. Goes on without those that cannot be stored now, and says so. */
export function takeInWaiting(memory: Memory, context: Context): void {
  try {
    const nowMs = context.now().getTime();
    memory.takeInWaiting(context.command, nowMs, processOf(context));
  } catch (error) {
    const paint = style(context.stderr, context.env);
    const what = `notes that were handed over are not in this answer yet: ${messageOf(error)}`;
    context.stderr.write(`${paint.yellow('warning:')} ${what}\n`);
  }
}

/**
 * Opens the memory for a command that shows what is stored: a config.json that cannot be understood
 * does not hide the memory. The program warns of it.
 */
export async function openToShow(context: Context, more: Lasting = {}): Promise<Memory> {
  const options = { ...optionsFrom(settingsToRead(context), context), ...more };
  const memory = opened(options, context);
  // Nothing is stored while it is not certain what must be kept out.
  if ((await settingsProblems(context)).length === 0) takeInWaiting(memory, context);
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
