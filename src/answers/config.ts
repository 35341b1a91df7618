/** Shows and changes the settings. */

import { configPath, homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';
import { type Config, readConfig } from '../settings/file.ts';
import { store } from '../settings/store.ts';
import { KEYS, type Key, SETTINGS } from '../settings/table.ts';
import { type Origin, resolvedIn } from '../settings/value.ts';

export interface Row {
  readonly key: Key;
  readonly value: number | boolean | string | readonly string[];
  readonly origin: Origin;
  readonly variable: string;
  readonly meaning: string;
}

export interface SettingsDocument {
  readonly version: 1;
  readonly file: string;
  readonly settings: readonly Row[];
}

export async function settings(context: Context): Promise<SettingsDocument> {
  const home = homeOf(context);
  const config = await readConfig(home);
  const rows = KEYS.map((key) => rowOf(key, config, context));
  return { version: 1, file: configPath(home), settings: rows };
}

export interface SettingDocument extends Row {
  readonly version: 1;
}

export async function setting(key: Key, context: Context): Promise<SettingDocument> {
  return { version: 1, ...rowOf(key, await readConfig(homeOf(context)), context) };
}

export interface ChangedDocument extends SettingDocument {
  readonly changed: boolean;
  readonly file: string;
}

/** Sets a setting; without a value, resets it to its default. */
export async function changeSetting(
  key: Key,
  value: string | undefined,
  context: Context,
): Promise<ChangedDocument> {
  const { config, changed } = await store(key, value, context);
  const file = configPath(homeOf(context));
  return { version: 1, ...rowOf(key, config, context), changed, file };
}

function rowOf(key: Key, config: Config, context: Context): Row {
  const { variable, meaning } = SETTINGS[key];
  return { key, ...resolvedIn(key, config, context.env), variable, meaning };
}
