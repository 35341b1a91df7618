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

/** The parts of the settings that are valid, and why others are not. */
export interface Understood {
  readonly mask: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** The sources of invalid settings. */
  readonly unclear: readonly Unclear[];
}

export interface Unclear {
  /** An environment variable, or {@link FILE}. */
  readonly source: string;
  readonly error: unknown;
}

/** Stands for config.json, which every process of a home shares. */
export const FILE = 'config.json';

/** Returns where a setting is set, if it is. */
export function sourceOf(key: keyof KeptOut, context: Context): string {
  const { variable } = SETTINGS[key];
  return context.env[variable] ? variable : FILE;
}

/** Returns what must not be stored; throws if any of it is invalid. */
export function keptOutOf(setting: SettingsInHook, context: Context): KeptOut {
  return { mask: READ.mask(setting), exclude: READ.exclude(setting, context) };
}

const READ = {
  mask: (setting: SettingsInHook): readonly string[] => checkMask(setting('mask')),
  exclude: (setting: SettingsInHook, context: Context): readonly string[] =>
    checkExclude(globsOf(setting('exclude'), context)),
};

/** Throws the core's error for a pattern that it cannot use. */
function checkMask(mask: readonly string[]): readonly string[] {
  if (mask.length > 0) native().mask('', [...mask]);
  return mask;
}

function checkExclude(exclude: readonly string[]): readonly string[] {
  if (exclude.length > 0) native().isExcluded([...exclude], '');
  return exclude;
}

/** Returns the valid parts. */
export function understoodOf(setting: SettingsInHook, context: Context): Understood {
  const unclear: Unclear[] = [];
  const part = (key: keyof KeptOut): readonly string[] | undefined => {
    try {
      return READ[key](setting, context);
    } catch (error) {
      unclear.push({ source: sourceOf(key, context), error });
      return undefined;
    }
  };
  return { mask: part('mask'), exclude: part('exclude'), unclear };
}

/** Whether the core can use all patterns and globs. */
export function isUsable({ mask, exclude }: KeptOut): boolean {
  try {
    checkMask(mask);
    checkExclude(exclude);
    return true;
  } catch {
    return false;
  }
}

/** Returns why nothing is stored: the settings that exclude or mask data are invalid. */
export function whyNothingIsStored(context: Context): string | undefined {
  const { unclear } = understoodOf(settingsInHook(context), context);
  const [first] = unclear;
  return first === undefined ? undefined : messageOf(first.error);
}
