/**
 * The one reader of the settings: the value that applies, where it comes from, and what is wrong
 * there. Precedence: default < file < environment < flag. Hooks load this file, so it loads no
 * library; `problems.ts` finds the line of what is wrong.
 */

import { codeOf, MementorError, messageOf, reasonOf } from '../errors/errors.ts';
import { unmarked } from '../files/byte-order-mark.ts';
import { isObject, type JsonObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { meantBy } from './near-key.ts';
import { isKeepingOut, isKey, type Key, settingOf, type ValueOf } from './table.ts';

export type Origin = 'default' | 'file' | 'environment';

/** Something that has no effect, because it cannot be understood. */
export interface Fault {
  /** The setting that is wrong; undefined if it is the whole file. */
  readonly key?: Key;
  /** The variable that is wrong; undefined if it is the file. */
  readonly variable?: string;
  /** What is wrong; undefined if it is the value. */
  readonly what?: string;
  /** The wrong value, or the parser's message: either may quote what must not be stored. */
  readonly quoted?: unknown;
  readonly fix: string;
}

/** A setting's value, and what is wrong with the place that should set it. */
export interface Found<T> {
  readonly value: T;
  readonly origin: Origin;
  readonly fault?: Fault;
}

/** Everything that settings are read from. */
export interface Settings {
  /** The path of config.json. */
  readonly path: string;
  /** The file's fields: also wrong ones, and unknown ones. */
  readonly fields: JsonObject;
  /** Why the whole file has no effect. */
  readonly whole?: Fault;
  readonly env: Context['env'];
}

/** Reads config.json; a missing file is empty. Never throws. */
export function readSettings(context: Context): Settings {
  return settingsOf(homeOf(context), context.env);
}

/** Reads the settings of a home. Never throws. */
export function settingsOf(home: string, env: Context['env'] = {}): Settings {
  const path = configPath(home);
  return { path, env, ...contentsOf(path) };
}

const NO_OBJECT: Fault = {
  what: 'it does not hold a JSON object',
  fix: 'repair the line, or delete the file to have the defaults back',
};

function contentsOf(path: string): Pick<Settings, 'fields' | 'whole'> {
  const fields = {};
  try {
    const value: unknown = JSON.parse(unmarked(readText(path)));
    return isObject(value) ? { fields: value } : { fields, whole: NO_OBJECT };
  } catch (error) {
    const code = codeOf(error);
    // If the home is not a folder, other code reports it.
    if (code === 'ENOENT' || code === 'ENOTDIR') return { fields };
    if (error instanceof SyntaxError) {
      return { fields, whole: { ...NO_OBJECT, quoted: messageOf(error) } };
    }
    const what = `cannot be read: ${reasonOf(error)}`;
    return { fields, whole: { what, fix: 'check its permissions' } };
  }
}

/** Finds a setting. What is wrong has no effect: the next place applies. */
export function find<K extends Key>(key: K, settings: Settings): Found<ValueOf<K>> {
  const { variable, fromText, fallback, wanted } = settingOf(key);
  // An empty variable counts as unset, as in `MEMENTOR_LIMIT= mementor …`.
  const text = settings.env[variable] || undefined;
  const fromVariable = text === undefined ? undefined : fromText(text);
  if (fromVariable !== undefined) return { value: fromVariable, origin: 'environment' };
  const inFile = valueInFile(key, settings.fields);
  const origin = inFile === undefined ? 'default' : 'file';
  const wrong = text && { key, variable, quoted: text, fix: `it must be ${wanted}` };
  const fault = wrong || faultInFile(key, settings);
  return { value: inFile ?? fallback, origin, ...(fault && { fault }) };
}

/** Returns a setting's value in the file; undefined if it is not there, or wrong. */
export function valueInFile<K extends Key>(key: K, fields: JsonObject): ValueOf<K> | undefined {
  return Object.hasOwn(fields, key) ? settingOf(key).fromJson(fields[key]) : undefined;
}

/** Returns what is wrong with the file for this setting. */
function faultInFile(key: Key, settings: Settings): Fault | undefined {
  const misspelling = misspellings(settings).find((each) => each.key === key);
  return settings.whole ?? misspelling ?? wrongValue(key, settings);
}

function wrongValue(key: Key, { fields }: Settings): Fault | undefined {
  if (!Object.hasOwn(fields, key) || valueInFile(key, fields) !== undefined) return undefined;
  return { key, quoted: fields[key], fix: `it must be ${settingOf(key).wanted}` };
}

/** Returns what of the file cannot be understood. A misspelt key is no fault of its own here. */
export function faultsOf(settings: Settings): readonly Fault[] {
  if (settings.whole !== undefined) return [settings.whole];
  const keys = Object.keys(settings.fields).filter(isKey);
  return keys.flatMap((key) => wrongValue(key, settings) ?? []);
}

/** Returns the file's keys that this version does not know: they have no effect. */
export function unknownKeys({ fields }: Settings): readonly string[] {
  return Object.keys(fields).filter((key) => !isKey(key));
}

/** Returns the keys that may be a misspelt setting that keeps data out. */
export function misspellings(settings: Settings): readonly Fault[] {
  return unknownKeys(settings).flatMap((unknown) => {
    const key = meantBy(unknown);
    if (key === undefined) return [];
    const what = `the key ${JSON.stringify(unknown)} is unknown and may be meant as \`${key}\``;
    return [
      { key, what, fix: 'rename it or take it out; until then nothing is stored or recalled' },
    ];
  });
}

/** Returns the value of each setting. */
export type SettingsInHook = <K extends Key>(key: K) => ValueOf<K>;

/**
 * Reads the settings for a hook or the worker, whose errors nobody reads: an invalid setting is
 * ignored. The exception is what keeps data out: an error there must not let any data in, so it
 * throws, and does not quote the value.
 */
export function settingsInHook(context: Context): SettingsInHook {
  const settings = readSettings(context);
  return (key) => {
    const { value, fault } = find(key, settings);
    const error = fault === undefined ? undefined : faultOf(key, settings);
    if (error !== undefined) throw error;
    return value;
  };
}

/**
 * Returns what is wrong with a setting that keeps data out, without quoting the value; undefined for
 * any other setting.
 */
export function faultOf(key: Key, settings: Settings): MementorError | undefined {
  const { fault } = find(key, settings);
  if (fault === undefined || !isKeepingOut(key)) return undefined;
  const { variable, what, fix } = fault;
  const where = variable ?? `\`${key}\` in ${settings.path}`;
  return new MementorError(
    variable === undefined ? 'CONFIG_BROKEN' : 'SETTING_INVALID',
    what === undefined ? `${where} cannot be understood` : `${settings.path}: ${what}`,
    fix,
  );
}
