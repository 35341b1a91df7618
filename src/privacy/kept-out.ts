/**
 * What must not be stored, as one snapshot that travels with each payload: the worker that takes it
 * may have been started elsewhere, in another environment, with other settings.
 */

import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { messageOf } from '../process/errors.ts';
import { type SettingsInHook, settingsInHook } from '../settings/in-hook.ts';
import { globsOf } from '../settings/patterns.ts';
import { KEEPING_OUT, SETTINGS } from '../settings/table.ts';

export interface KeptOut {
  /** A person's own patterns of what is masked. */
  readonly mask: readonly string[];
  /** Globs of directories whose conversations are not stored, without `~`. */
  readonly exclude: readonly string[];
}

/** What is known of it: the parts that can be understood, and why others cannot. */
export interface Understood {
  readonly mask: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** Where what cannot be understood stands. */
  readonly unclear: readonly Unclear[];
}

export interface Unclear {
  /** A variable of the environment, or {@link FILE}. */
  readonly source: string;
  readonly error: unknown;
}

/** Stands for config.json, the same one for every process of a home. */
export const FILE = 'config.json';

export const NOTHING_KEPT_OUT: KeptOut = { mask: [], exclude: [] };

/** Returns what must not be stored; throws when any of it cannot be understood. */
export function keptOutOf(setting: SettingsInHook, context: Context): KeptOut {
  return { mask: READ.mask(setting), exclude: READ.exclude(setting, context) };
}

const READ = {
  mask: (setting: SettingsInHook): readonly string[] => checkMask(setting('mask')),
  exclude: (setting: SettingsInHook, context: Context): readonly string[] =>
    checkExclude(globsOf(setting('exclude'), context)),
};

/** Throws the core's own error for a pattern that it cannot use. */
function checkMask(mask: readonly string[]): readonly string[] {
  if (mask.length > 0) native().mask('', [...mask]);
  return mask;
}

function checkExclude(exclude: readonly string[]): readonly string[] {
  if (exclude.length > 0) native().isExcluded([...exclude], '');
  return exclude;
}

/** Returns what of it can be understood. */
export function understoodOf(setting: SettingsInHook, context: Context): Understood {
  const unclear: Unclear[] = [];
  const part = (key: keyof KeptOut): readonly string[] | undefined => {
    try {
      return READ[key](setting, context);
    } catch (error) {
      const { variable } = SETTINGS[key];
      unclear.push({ source: context.env[variable] ? variable : FILE, error });
      return undefined;
    }
  };
  return { mask: part('mask'), exclude: part('exclude'), unclear };
}

/** Whether the core can use all of it. */
export function isUsable({ mask, exclude }: KeptOut): boolean {
  try {
    checkMask(mask);
    checkExclude(exclude);
    return true;
  } catch {
    return false;
  }
}

/** Returns what any of them keeps out. */
export function united(...all: readonly KeptOut[]): KeptOut {
  const every = (key: keyof KeptOut) => [...new Set(all.flatMap((each) => each[key]))];
  return { mask: every('mask'), exclude: every('exclude') };
}

/**
 * Returns what a payload keeps out whose hook could not tell, by what can be understood now;
 * `undefined` while that is not known. The file is the same one for every process. A variable is
 * the hook's own, and counts as mended where this process has it.
 */
export function clearedUp(sources: readonly string[], context: Context): KeptOut | undefined {
  if (sources.some((source) => source !== FILE && !context.env[source])) return undefined;
  const variables = KEEPING_OUT.map((key) => [SETTINGS[key].variable, undefined] as const);
  const env = { ...context.env, ...Object.fromEntries(variables) };
  try {
    const here = keptOutOf(settingsInHook(context), context);
    const inFile = { ...context, env };
    return united(here, keptOutOf(settingsInHook(inFile), inFile));
  } catch {
    return undefined;
  }
}

/** Returns why nothing is stored: what must not be stored cannot be understood. */
export function whyNothingIsStored(context: Context): string | undefined {
  const { unclear } = understoodOf(settingsInHook(context), context);
  const [first] = unclear;
  return first === undefined ? undefined : messageOf(first.error);
}
