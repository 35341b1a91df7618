/** The file config.json: its contents, its errors, and its text. */

import { codeOf, MementorError, messageOf, reasonOf } from '../errors/errors.ts';
import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath } from '../home/paths.ts';
import { placeOf } from '../text/place.ts';
import { meantBy } from './near-key.ts';
import { isKey, type Key, SETTINGS, type ValueOf } from './table.ts';

/** The file's contents: valid values of known keys. Keys of newer versions may be present too. */
export type Config = { readonly [K in Key]?: ValueOf<K> };

/**
 * Reads the file; a missing file is empty, and an invalid one throws with the position. Unknown keys
 * are no error: a command that only reads goes on.
 */
export async function readConfig(home: string): Promise<Config> {
  const { fields, problems } = await contentsOf(configPath(home));
  const [problem] = problems;
  if (problem !== undefined) throw errorOf(problem, configPath(home));
  return fields as Config;
}

/** Something in the file that has no effect, because it cannot be understood. */
export interface Problem {
  /** The line, from 1; undefined if the file cannot be read. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The text of the line; empty if it is not known. */
  readonly text: string;
  readonly what: string;
  readonly fix: string;
  /** The setting that is wrong; undefined if it is the whole file. */
  readonly key: Key | undefined;
}

/** Returns what of the file cannot be understood. A misspelt key is no problem of its own here. */
export async function problemsIn(home: string): Promise<readonly Problem[]> {
  return (await contentsOf(configPath(home))).problems;
}

/** Reads the fields of a file that can be parsed: also those with an invalid value. */
export async function readFields(home: string): Promise<JsonObject> {
  const { fields, problems } = await contentsOf(configPath(home));
  const whole = problems.find(({ key }) => key === undefined);
  if (whole !== undefined) throw errorOf(whole, configPath(home));
  return fields;
}

/** Returns the problem as an error that names its place. */
export function errorOf({ line, column, what, fix }: Problem, path: string): MementorError {
  return broken(line === undefined ? path : `${path}:${line}:${column}`, what, fix);
}

interface Contents {
  readonly fields: JsonObject;
  readonly problems: readonly Problem[];
}

/** Reads the file; a missing one is empty. Never throws. */
async function contentsOf(path: string): Promise<Contents> {
  let text: string | undefined;
  try {
    text = textOf(path);
  } catch (error) {
    const what = `cannot be read: ${reasonOf(error)}`;
    const nowhere = { line: undefined, column: undefined, text: '', key: undefined };
    return { fields: {}, problems: [{ ...nowhere, what, fix: 'check its permissions' }] };
  }
  if (text === undefined) return { fields: {}, problems: [] };
  const parsed = parse(text);
  if ('error' in parsed) {
    const what = `not valid JSON: ${parsed.error}`;
    return { fields: {}, problems: [await problemAt(text, undefined, what, REPAIR)] };
  }
  if (!isObject(parsed.value)) {
    const what = 'it does not hold a JSON object';
    return { fields: {}, problems: [{ ...atOffset(text, 0), what, fix: REPAIR, key: undefined }] };
  }
  return { fields: parsed.value, problems: await wrongValues(parsed.value, text) };
}

function parse(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

async function wrongValues(fields: JsonObject, text: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (!isKey(key) || SETTINGS[key].fromJson(value) !== undefined) continue;
    const what = `\`${key}\` is ${JSON.stringify(value)}`;
    const fix = `it must be ${SETTINGS[key].wanted}; ${repairOf(key)}`;
    problems.push(await problemAt(text, key, what, fix));
  }
  return problems;
}

/** Returns how to repair one setting without an editor. */
export function repairOf(key: Key): string {
  return `\`mementor config ${key} VALUE\` sets it, \`mementor config --unset ${key}\` removes it`;
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
  await readFields(home);
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

const REPAIR = 'repair the line, or delete the file to have the defaults back';

/**
 * Returns a problem at the value of a key, or at the first error of the syntax. The parser is
 * imported lazily, for an invalid file only: a hook reads this file before every prompt.
 */
export async function problemAt(
  text: string,
  key: Key | undefined,
  what: string,
  fix: string,
): Promise<Problem> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const node =
    key === undefined || tree === undefined ? undefined : findNodeAtLocation(tree, [key]);
  return { ...atOffset(text, node?.offset ?? errors[0]?.offset ?? 0), what, fix, key };
}

function atOffset(text: string, offset: number): Pick<Problem, 'line' | 'column' | 'text'> {
  const [line = 1, column = 1] = placeOf(text, offset).split(':').map(Number);
  return { line, column, text: text.split(/\r\n|\r|\n/)[line - 1] ?? '' };
}

export function broken(where: string, what: string, hint: string): MementorError {
  return new MementorError('CONFIG_BROKEN', `${where}: ${what}`, hint);
}
