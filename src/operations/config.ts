/** Shows and changes the settings. */

import { existsSync } from 'node:fs';
import { isStrings } from '../files/json-object.ts';
import { configPath, databaseOf, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { type Config, errorOf, type Problem, problemsIn, validIn } from '../settings/file.ts';
import { whyNothingIsStored } from '../settings/kept-out.ts';
import { settingsProblems } from '../settings/problems.ts';
import { KEYS, type Key, type ListKey, SETTINGS } from '../settings/table.ts';
import { type Origin, resolvedIn } from '../settings/value.ts';
import { addItems, removeItems, type Stored, store } from './change-setting.ts';

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
  /** What in the file cannot be understood: it has no effect. */
  readonly problems: readonly Problem[];
  /** Whether that keeps everything from being stored and recalled. */
  readonly notStoring: boolean;
}

/** Lists what applies; what the file has wrong is beside it. */
export async function settings(context: Context): Promise<SettingsDocument> {
  const path = configPath(homeOf(context));
  const config = validIn(path);
  const rows = KEYS.map((key) => rowOf(key, config, context));
  const problems = await settingsProblems(context);
  const notStoring = whyNothingIsStored(context) !== undefined;
  return { version: 1, file: path, settings: rows, problems, notStoring };
}

export interface SettingDocument extends Row {
  readonly version: 1;
}

export async function setting(key: Key, context: Context): Promise<SettingDocument> {
  const home = homeOf(context);
  // Another setting that is wrong does not matter here.
  const wrong = (await problemsIn(home)).find((each) => each.key === key || each.key === undefined);
  if (wrong !== undefined) throw errorOf(wrong, configPath(home));
  return { version: 1, ...rowOf(key, validIn(configPath(home)), context) };
}

export interface ChangedDocument extends SettingDocument {
  readonly changed: boolean;
  readonly file: string;
  /** The value that the file had before; null if it had none. */
  readonly before: Row['value'] | null;
  /** The items that a list got, and those that it lost. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Whether something is stored already, which the change does not reach. */
  readonly isStored: boolean;
}

/** Sets a setting; without a value, resets it to its default. */
export async function changeSetting(
  key: Key,
  value: string | undefined,
  context: Context,
): Promise<ChangedDocument> {
  return changedDocument(key, await store(key, value, context), context);
}

/** Adds items to a list, or removes them. */
export async function changeList(
  change: 'add' | 'remove',
  key: ListKey,
  items: string,
  context: Context,
): Promise<ChangedDocument> {
  const work = change === 'add' ? addItems : removeItems;
  return changedDocument(key, await work(key, items, context), context);
}

function changedDocument(key: Key, stored: Stored, context: Context): ChangedDocument {
  const { config, before, changed } = stored;
  const home = homeOf(context);
  const [old, now] = [itemsOf(before), itemsOf(config[key])];
  return {
    version: 1,
    ...rowOf(key, config, context),
    changed,
    file: configPath(home),
    before: before ?? null,
    added: now.filter((item) => !old.includes(item)),
    removed: old.filter((item) => !now.includes(item)),
    isStored: existsSync(databaseOf(home)),
  };
}

function itemsOf(value: unknown): readonly string[] {
  return isStrings(value) ? value : [];
}

function rowOf(key: Key, config: Config, context: Context): Row {
  const { variable, meaning } = SETTINGS[key];
  return { key, ...resolvedIn(key, config, context.env), variable, meaning };
}
