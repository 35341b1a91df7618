/** The file config.json: what it holds, what is wrong with it, and its text. */

import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath } from '../home.ts';
import { codeOf, MementorError, messageOf } from '../process/errors.ts';
import { meantBy } from './near-key.ts';
import { isKey, type Key, SETTINGS, type ValueOf } from './table.ts';

/** What the file holds: valid values of known keys; keys of a newer version stand beside them. */
export type Config = { readonly [K in Key]?: ValueOf<K> };

/** Reads the file; none is an empty one, and one that is wrong in any way is an error with the place. */
export async function readConfig(home: string): Promise<Config> {
  const path = configPath(home);
  const text = textOf(path);
  if (text === undefined) return {};
  const fields = await fieldsOf(text, path);
  const fault = faultOf(fields);
  if (fault !== undefined) throw broken(path, fault.what, fault.hint);
  return fields as Config;
}

/** Returns what is wrong with the fields of the file; `undefined` when they are a {@link Config}. */
function faultOf(fields: JsonObject): { what: string; hint: string } | undefined {
  for (const [key, value] of Object.entries(fields)) {
    if (!isKey(key)) {
      const meant = meantBy(key);
      if (meant !== undefined) return { what: misspelt(key, meant), hint: RENAME };
      continue;
    }
    const { fromJson, wanted } = SETTINGS[key];
    if (fromJson(value) === undefined) {
      return { what: `\`${key}\` is ${JSON.stringify(value)}`, hint: `it must be ${wanted}` };
    }
  }
  return undefined;
}

export function misspelt(key: string, meant: Key): string {
  return `the key ${JSON.stringify(key)} is unknown and may be meant as \`${meant}\``;
}

export const RENAME = 'rename it or take it out; until then nothing is stored or recalled';

/** Returns the keys of the file that this version does not know: they change nothing. */
export function unknownKeys(home: string): readonly string[] {
  const fields = parseObject(textOrNothing(configPath(home))) ?? {};
  return Object.keys(fields).filter((key) => !isKey(key));
}

/** Reads the fields of the file; none is an empty one. Throws when it cannot be read or parsed. */
export function fieldsNow(path: string): JsonObject {
  const text = textOf(path);
  if (text === undefined) return {};
  const fields = parseObject(text);
  if (fields !== undefined) return fields;
  throw broken(path, 'it does not hold a JSON object', REPAIR);
}

/** Throws when the file cannot be understood at all: then nobody knows what must be kept out. */
export async function requireReadable(home: string): Promise<void> {
  const path = configPath(home);
  const text = await textOf(path);
  if (text !== undefined) await fieldsOf(text, path);
}

/** Reads what is valid in the file: a mistake in one setting must not undo what the others keep out. */
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
    // A home that is no folder is another one's to complain about.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw broken(path, `cannot be read: ${messageOf(error)}`, 'check its permissions');
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

/** Loaded for a broken file only: a hook reads this file before every prompt. */
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
