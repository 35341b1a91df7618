/** The file config.json: its contents, its errors, and its text. */

import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath } from '../home.ts';
import { codeOf, MementorError, messageOf, reasonOf } from '../process/errors.ts';
import { meantBy } from './near-key.ts';
import { isKey, type Key, SETTINGS, type ValueOf } from './table.ts';

/** The file's contents: valid values of known keys. Keys of newer versions may be present too. */
export type Config = { readonly [K in Key]?: ValueOf<K> };

/**
 * Reads the file; a missing file is empty, and an invalid one throws with the position. Unknown keys
 * are no error: a command that only reads goes on.
 */
export async function readConfig(home: string): Promise<Config> {
  const path = configPath(home);
  const text = textOf(path);
  if (text === undefined) return {};
  const fields = await fieldsOf(text, path);
  for (const [key, value] of Object.entries(fields)) {
    if (!isKey(key)) continue;
    const { fromJson, wanted } = SETTINGS[key];
    if (fromJson(value) !== undefined) continue;
    throw broken(path, `\`${key}\` is ${JSON.stringify(value)}`, `it must be ${wanted}`);
  }
  return fields as Config;
}

/** Reads the file for a command that stores: a misspelt key throws, because it keeps nothing out. */
export async function readConfigToStore(home: string): Promise<Config> {
  const config = await readConfig(home);
  const [misspelling] = misspellings(home);
  if (misspelling !== undefined) throw broken(configPath(home), misspelling, RENAME);
  return config;
}

/** Returns a description of each key that may be a misspelt setting that keeps data out. */
export function misspellings(home: string): readonly string[] {
  return unknownKeys(home).flatMap((key) => {
    const meant = meantBy(key);
    return meant === undefined ? [] : [misspelt(key, meant)];
  });
}

export function misspelt(key: string, meant: Key): string {
  return `the key ${JSON.stringify(key)} is unknown and may be meant as \`${meant}\``;
}

export const RENAME = 'rename it or take it out; until then nothing is stored or recalled';

/** Returns the file's keys that this version does not know: they have no effect. */
export function unknownKeys(home: string): readonly string[] {
  const fields = parseObject(textOrNothing(configPath(home))) ?? {};
  return Object.keys(fields).filter((key) => !isKey(key));
}

/** Reads the file's fields; a missing file is empty. Throws if it cannot be read or parsed. */
export function fieldsNow(path: string): JsonObject {
  const text = textOf(path);
  if (text === undefined) return {};
  const fields = parseObject(text);
  if (fields !== undefined) return fields;
  throw broken(path, 'it does not hold a JSON object', REPAIR);
}

/** Throws if the file cannot be parsed at all: then nobody knows what must not be stored. */
export async function requireReadable(home: string): Promise<void> {
  const path = configPath(home);
  const text = await textOf(path);
  if (text !== undefined) await fieldsOf(text, path);
}

/**
 * Reads the valid settings: an error in one setting must not disable what others exclude or mask.
 */
export function validIn(path: string): Config {
  const fields = parseObject(textOrNothing(path)) ?? {};
  const isValid = ([key, value]: [string, unknown]) =>
    isKey(key) && SETTINGS[key].fromJson(value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter(isValid));
}

function textOrNothing(path: string): string {
  try {
    return readText(path);
  } catch {
    return '';
  }
}

function textOf(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    const code = codeOf(error);
    // If the home is not a folder, other code reports it.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw broken(path, `cannot be read: ${reasonOf(error)}`, 'check its permissions');
  }
}

async function fieldsOf(text: string, path: string): Promise<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const place = await placeOfFirstError(text);
    throw broken(`${path}:${place}`, `not valid JSON: ${messageOf(error)}`, REPAIR);
  }
  if (isObject(value)) return value;
  throw broken(`${path}:1:1`, 'it does not hold a JSON object', REPAIR);
}

const REPAIR = 'repair it, or delete it to have the defaults back; nothing was changed';

/** Imported lazily, for an invalid file only: a hook reads this file before every prompt. */
async function placeOfFirstError(text: string): Promise<string> {
  const [{ parseTree }, { placeOf }] = await Promise.all([
    import('jsonc-parser'),
    import('../text/place.ts'),
  ]);
  const errors: { error: number; offset: number; length: number }[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  return placeOf(text, errors[0]?.offset ?? 0);
}

export function broken(where: string, what: string, hint: string): MementorError {
  return new MementorError('CONFIG_BROKEN', `${where}: ${what}`, hint);
}
