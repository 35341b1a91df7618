/** The settings as hooks and the worker read them: nobody is there to see an error. */

import { MementorError } from '../errors/errors.ts';
import { configPath, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { broken, fieldsNow, misspelt, RENAME, validIn } from './file.ts';
import { meantBy } from './near-key.ts';
import { isKeepingOut, isKey, type Key, settingOf, type ValueOf } from './table.ts';

/** The settings of a hook. Reading one of {@link KEEPING_OUT} may throw. */
export type SettingsInHook = <K extends Key>(key: K) => ValueOf<K>;

/**
 * Reads the settings for a hook or the worker, whose errors nobody reads: an invalid setting is
 * ignored. The exception is {@link KEEPING_OUT}: an error there must not let any data in, so it
 * throws. The error does not quote the value, which may be the very text that must not be stored.
 */
export function settingsInHook(context: Context): SettingsInHook {
  const path = configPath(homeOf(context));
  const config = validIn(path);
  return (key) => {
    if (isKeepingOut(key)) return understood(key, path, context.env);
    const { variable, fromText, fallback } = settingOf(key);
    // An empty variable counts as unset.
    const text = context.env[variable] || undefined;
    const fromEnvironment = text === undefined ? undefined : fromText(text);
    return fromEnvironment ?? config[key] ?? fallback;
  };
}

/** Returns a setting's value; throws if the place that sets it is invalid. */
function understood<K extends Key>(key: K, path: string, env: Context['env']): ValueOf<K> {
  const { variable, wanted, fromText, fromJson, fallback } = settingOf(key);
  const text = env[variable] || undefined;
  const fields = text === undefined ? fieldsNow(path) : {};
  const wrong = Object.keys(fields).find((each) => !isKey(each) && meantBy(each) === key);
  if (wrong !== undefined) throw broken(path, misspelt(wrong, key), RENAME);
  if (text === undefined && !Object.hasOwn(fields, key)) return fallback;
  const value = text === undefined ? fromJson(fields[key]) : fromText(text);
  if (value !== undefined) return value;
  const where = text === undefined ? `\`${key}\` in ${path}` : variable;
  const code = text === undefined ? 'CONFIG_BROKEN' : 'SETTING_INVALID';
  throw new MementorError(code, `${where} cannot be understood`, `it must be ${wanted}`);
}
