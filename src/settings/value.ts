/** The value of a setting and its origin. Precedence: default < file < environment < flag. */

import { MementorError } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { type Config, readConfig } from './file.ts';
import { type Key, settingOf, type ValueOf } from './table.ts';

export type Origin = 'default' | 'file' | 'environment';

export interface Resolved<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** Returns a setting's value and its origin; throws for an invalid value anywhere. */
export async function resolved<K extends Key>(
  key: K,
  context: Context,
): Promise<Resolved<ValueOf<K>>> {
  return resolvedIn(key, await readConfig(homeOf(context)), context.env);
}

/** Returns a setting's value, given the file's contents. */
export function resolvedIn<K extends Key>(
  key: K,
  config: Config,
  env: Context['env'],
): Resolved<ValueOf<K>> {
  const setting = settingOf(key);
  const text = env[setting.variable];
  // An empty variable counts as unset, as in `MEMENTOR_LIMIT= mementor …`.
  if (text !== undefined && text !== '') {
    const value = setting.fromText(text);
    if (value !== undefined) return { value, origin: 'environment' };
    throw new MementorError(
      'SETTING_INVALID',
      `${setting.variable} is ${JSON.stringify(text)}`,
      `it must be ${setting.wanted}`,
    );
  }
  const value: ValueOf<K> | undefined = config[key];
  if (value !== undefined) return { value, origin: 'file' };
  return { value: setting.fallback, origin: 'default' };
}
