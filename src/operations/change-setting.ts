/** Changes a setting in config.json. */

import { codeOf, MementorError } from '../errors/errors.ts';
import { isStrings } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath, homeOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import { requireUsable } from '../models/usable.ts';
import type { Context } from '../process/context.ts';
import { unwritable } from '../process/unwritable.ts';
import { findInCommand, requireParsed } from '../settings/problems.ts';
import { type Settings, valueInFile } from '../settings/read.ts';
import { type Key, type ListKey, settingOf, type ValueOf } from '../settings/table.ts';

type Value = ValueOf<Key>;

/** A change of a setting: the file afterwards, and the value that it had there before. */
export interface Stored {
  readonly settings: Settings;
  readonly before: Value | undefined;
  readonly changed: boolean;
}

/** Writes a value into the file, or removes it. Keeps the file's other contents. */
export async function store(key: Key, text: string | undefined, context: Context): Promise<Stored> {
  const value = text === undefined ? undefined : parsed(key, text, context);
  return await change(key, () => value, context);
}

/** Adds items to a list in the file. */
export async function addItems(key: ListKey, text: string, context: Context): Promise<Stored> {
  const items = itemsOf(key, text, context);
  // Parsed again, because the whole list may be too long.
  const all = (before: readonly string[] = []) => [...new Set([...before, ...items])];
  const next = (before?: readonly string[]) => parsed(key, JSON.stringify(all(before)), context);
  // A change of a list that is wrong would lose what it was meant to hold.
  await requireParsed(context, key);
  return await change(key, next, context);
}

/** Removes items from a list in the file; throws for one that is not there. */
export async function removeItems(key: ListKey, text: string, context: Context): Promise<Stored> {
  const { fromText } = settingOf(key);
  const rest = (before: readonly string[] = []) => {
    // The item itself may have the form of a JSON list.
    const items = before.includes(text) ? [text] : (fromText(text) ?? [text]);
    const missing = items.find((item) => !before.includes(item));
    if (missing !== undefined) throw notListed(key, missing, before);
    const others = before.filter((item) => !items.includes(item));
    return others.length === 0 ? undefined : others;
  };
  await requireParsed(context, key);
  return await change(key, rest, context);
}

/** Another process may change the file meanwhile: then the change is made to what that one wrote. */
async function change<K extends Key>(
  key: K,
  next: (before: ValueOf<K> | undefined) => ValueOf<K> | undefined,
  context: Context,
): Promise<Stored> {
  const home = homeOf(context);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    // Read first: what is replaced is at most this old.
    const text = textIfThere(configPath(home));
    // Never overwrites a file that cannot be parsed. A wrong value of the key itself is replaced.
    const found = await requireParsed(context);
    const { [key as string]: raw, ...others } = found.fields;
    const before = valueInFile(key, found.fields);
    const value = next(before);
    const fields = value === undefined ? others : { ...others, [key]: value };
    const settings = { ...found, fields };
    // Throws for an invalid environment variable before anything is written.
    findInCommand(key, settings);
    const changed = JSON.stringify(raw) !== JSON.stringify(value);
    if (!changed || isReplaced(home, text, `${JSON.stringify(fields, null, 2)}\n`)) {
      return { settings, before, changed };
    }
  }
  throw unwritable(configPath(home), new Error('other processes keep changing it'));
}

/** Far more than there are processes that change settings at once. */
const TRIES_MAX = 1_000;

function isReplaced(home: string, before: string | undefined, after: string): boolean {
  try {
    return native().replaceConfig(home, before, after);
  } catch (error) {
    throw unwritable(configPath(home), error);
  }
}

function textIfThere(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function notListed(key: ListKey, item: string, items: readonly string[]): MementorError {
  const listed = items.map((each) => JSON.stringify(each)).join(', ');
  return new MementorError(
    'SETTING_INVALID',
    `\`${key}\` has no ${JSON.stringify(item)}`,
    items.length === 0 ? `\`${key}\` is empty` : `it has ${listed}`,
  );
}

function itemsOf(key: ListKey, text: string, context: Context): readonly string[] {
  const value = parsed(key, text, context);
  return isStrings(value) ? value : [];
}

function parsed<K extends Key>(key: K, text: string, context: Context): ValueOf<K> {
  const { fromText, wanted } = settingOf(key);
  const value = fromText(text);
  if (value === undefined) {
    const message = `\`${key}\` cannot be ${JSON.stringify(text)}`;
    throw new MementorError('SETTING_INVALID', message, `it must be ${wanted}`);
  }
  requireUsable(key, value, context);
  return value;
}
