/**
 * What must not be stored, as a snapshot in each payload: the worker that ingests it may have been
 * started elsewhere, in another environment, with other settings.
 */

import { messageOf } from '../errors/errors.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { globsOf } from './patterns.ts';
import { type SettingsInHook, settingsInHook } from './read.ts';
import { SETTINGS } from './table.ts';

export interface KeptOut {
  /** The user's own mask patterns. */
  readonly mask: readonly string[];
  /** Globs of directories whose conversations are not stored, without `~`. */
  readonly exclude: readonly string[];
}

/** Stands for config.json, which every process of a home shares. */
const FILE = 'config.json';

/** Returns where a setting is set, if it is. */
export function sourceOf(key: keyof KeptOut, context: Context): string {
  const { variable } = SETTINGS[key];
  return context.env[variable] ? variable : FILE;
}

/** Returns what must not be stored; throws if any of it is invalid. */
export function keptOutOf(setting: SettingsInHook, context: Context): KeptOut {
  const mask = setting('mask');
  isKeptOut({ mask, exclude: [] }, '');
  const exclude = globsOf(setting('exclude'), context);
  isKeptOut({ mask: [], exclude }, '');
  return { mask, exclude };
}

/**
 * Whether nothing of a session's directory is stored: then its hooks leave no trace. Throws the
 * core's error for a pattern or a glob that it cannot use.
 */
export function isKeptOut({ mask, exclude }: KeptOut, directory: string): boolean {
  // The usual case is empty lists: avoids resolving paths.
  if (mask.length + exclude.length === 0) return false;
  return native().isKeptOut([...mask], [...exclude], directory);
}

/** Returns why nothing is stored: the settings that exclude or mask data are invalid. */
export function whyNothingIsStored(context: Context): string | undefined {
  try {
    keptOutOf(settingsInHook(context), context);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
