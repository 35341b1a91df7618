/** Shows and changes the settings. */

import { existsSync } from 'node:fs';
import { isStrings } from '../files/json-object.ts';
import { databaseOf, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { whyNothingIsStored } from '../settings/kept-out.ts';
import {
  findInCommand,
  type Problem,
  requireParsed,
  settingsProblems,
} from '../settings/problems.ts';
import { type Origin, readSettings, type Settings, valueInFile } from '../settings/read.ts';
import { KEYS, type Key, type ListKey, SETTINGS } from '../settings/table.ts';
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
  const found = readSettings(context);
  const rows = KEYS.map((key) => rowOf(key, found));
  const problems = await settingsProblems(context);
  const notStoring = whyNothingIsStored(context) !== undefined;
  return { version: 1, file: found.path, settings: rows, problems, notStoring };
}

export interface SettingDocument extends Row {
  readonly version: 1;
}

export async function setting(key: Key, context: Context): Promise<SettingDocument> {
  // Another setting that is wrong does not matter here.
  return { version: 1, ...rowOf(key, await requireParsed(context, key)) };
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
  const { settings, before, changed } = stored;
  const [old, now] = [itemsOf(before), itemsOf(valueInFile(key, settings.fields))];
  return {
    version: 1,
    ...rowOf(key, settings),
    changed,
    file: settings.path,
    before: before ?? null,
    added: now.filter((item) => !old.includes(item)),
    removed: old.filter((item) => !now.includes(item)),
    isStored: existsSync(databaseOf(homeOf(context))),
  };
}

function itemsOf(value: unknown): readonly string[] {
  return isStrings(value) ? value : [];
}

function rowOf(key: Key, settings: Settings): Row {
  const { variable, meaning } = SETTINGS[key];
  return { key, ...findInCommand(key, settings), variable, meaning };
}
