/** The settings: one table, and where each value comes from. Default < file < environment < flag. */

import { isObject, isStrings, type JsonObject, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { configPath, homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';
import { codeOf, MementorError, messageOf } from '../process/errors.ts';
import { meantBy } from './near-key.ts';

/** What a setting is. A value is read from text (environment, command line) or from JSON (file). */
export interface Setting<T> {
  readonly meaning: string;
  readonly fallback: T;
  /** Name of its variable in the environment. */
  readonly variable: string;
  /** What it must be, after "it must be". */
  readonly wanted: string;
  readonly fromText: (text: string) => T | undefined;
  readonly fromJson: (value: unknown) => T | undefined;
}

export const LIMIT_MAX = 100;
export const ITEMS_MAX = 100;
const ITEM_CHARS_MAX = 1_000;
export const THREADS_MAX = 64;
export const RATE_PERCENT_MIN = 0.1;
export const RATE_PERCENT_MAX = 20;

export const SETTINGS = {
  engine: oneOf({
    meaning: 'what runs the model: rten is linked in, onnxruntime needs its library',
    fallback: 'rten',
    variable: 'MEMENTOR_ENGINE',
    words: ['rten', 'onnxruntime'],
  }),
  exclude: list({
    meaning: 'directories whose conversations are neither stored nor recalled, as globs',
    variable: 'MEMENTOR_EXCLUDE',
  }),
  limit: wholeNumber({
    meaning: 'how many turns `mementor query` shows at most',
    fallback: 5,
    variable: 'MEMENTOR_LIMIT',
    max: LIMIT_MAX,
  }),
  mask: list({
    meaning: 'your own patterns of what is never stored, as regular expressions',
    variable: 'MEMENTOR_MASK',
  }),
  model: name({
    meaning: 'id of the embedding model; empty for the bundled one',
    fallback: '',
    variable: 'MEMENTOR_MODEL',
  }),
  rate: share({
    meaning: 'how many of the real prompts that need nothing may get something, in percent',
    fallback: 4,
    variable: 'MEMENTOR_RATE',
    min: RATE_PERCENT_MIN,
    max: RATE_PERCENT_MAX,
  }),
  recall: yesOrNo({
    meaning: 'whether past turns are added to prompts by themselves',
    fallback: true,
    variable: 'MEMENTOR_RECALL',
  }),
  threads: wholeNumber({
    meaning: 'threads that `mementor ingest` embeds with',
    fallback: 2,
    variable: 'MEMENTOR_THREADS',
    max: THREADS_MAX,
  }),
} as const;

export type Key = keyof typeof SETTINGS;

type ValueOf<K extends Key> = (typeof SETTINGS)[K]['fallback'];

/** What the file holds: valid values of known keys; keys of a newer version stand beside them. */
export type Config = { readonly [K in Key]?: ValueOf<K> };

export type Origin = 'default' | 'file' | 'environment';

export interface Resolved<T> {
  readonly value: T;
  readonly origin: Origin;
}

export const KEYS = Object.keys(SETTINGS) as readonly Key[];

interface WholeNumber extends Pick<Setting<number>, 'meaning' | 'fallback' | 'variable'> {
  readonly max: number;
}

function wholeNumber({ max, ...common }: WholeNumber): Setting<number> {
  const fromJson = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
      ? value
      : undefined;
  return {
    ...common,
    wanted: `a whole number from 1 to ${max}`,
    fromText: (text) => fromJson(/^\d+$/.test(text) ? Number(text) : undefined),
    fromJson,
  };
}

interface Share extends Pick<Setting<number>, 'meaning' | 'fallback' | 'variable'> {
  readonly min: number;
  readonly max: number;
}

function share({ min, max, ...common }: Share): Setting<number> {
  const fromJson = (value: unknown) =>
    typeof value === 'number' && value >= min && value <= max ? value : undefined;
  return {
    ...common,
    wanted: `a number from ${min} to ${max}`,
    fromText: (text) => fromJson(/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
    fromJson,
  };
}

interface OneOf extends Pick<Setting<string>, 'meaning' | 'fallback' | 'variable'> {
  readonly words: readonly string[];
}

function oneOf({ words, ...common }: OneOf): Setting<string> {
  const fromJson = (value: unknown) => words.find((word) => word === value);
  return { ...common, wanted: words.join(' or '), fromText: fromJson, fromJson };
}

/** A name is also that of a folder. */
function name(common: Pick<Setting<string>, 'meaning' | 'fallback' | 'variable'>): Setting<string> {
  const fromJson = (value: unknown) =>
    typeof value === 'string' && /^[\w.-]{0,100}$/.test(value) ? value : undefined;
  const wanted = 'a name of letters, digits, dots, and hyphens';
  return { ...common, wanted, fromText: fromJson, fromJson };
}

function yesOrNo(
  common: Pick<Setting<boolean>, 'meaning' | 'fallback' | 'variable'>,
): Setting<boolean> {
  const words: Readonly<Record<string, boolean>> = {
    true: true,
    yes: true,
    on: true,
    '1': true,
    false: false,
    no: false,
    off: false,
    '0': false,
  };
  return {
    ...common,
    wanted: 'true or false',
    fromText: (text) => (Object.hasOwn(words, text) ? words[text] : undefined),
    fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** Written as a JSON list, or as its one item. */
function list(
  common: Pick<Setting<readonly string[]>, 'meaning' | 'variable'>,
): Setting<readonly string[]> {
  const isItem = (item: string) => item.trim() !== '' && item.length <= ITEM_CHARS_MAX;
  const fromJson = (value: unknown) =>
    isStrings(value) && value.length <= ITEMS_MAX && value.every(isItem) ? value : undefined;
  return {
    ...common,
    fallback: [],
    wanted: `a JSON list of at most ${ITEMS_MAX} texts, or one text`,
    // What is a list in JSON is meant as one: a mistake in it does not make it a text.
    fromText: (text) => {
      const value = jsonOf(text);
      return fromJson(Array.isArray(value) ? value : [text]);
    },
    fromJson,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a setting by its key. */
export function settingOf<K extends Key>(key: K): Setting<ValueOf<K>> {
  return SETTINGS[key] as unknown as Setting<ValueOf<K>>;
}

export { configPath };

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

function misspelt(key: string, meant: Key): string {
  return `the key ${JSON.stringify(key)} is unknown and may be meant as \`${meant}\``;
}

const RENAME = 'rename it or take it out; until then nothing is stored or recalled';

/** Returns the keys of the file that this version does not know: they change nothing. */
export function unknownKeys(home: string): readonly string[] {
  const fields = parseObject(textOrNothing(configPath(home))) ?? {};
  return Object.keys(fields).filter((key) => !isKey(key));
}

/** Returns a setting's value and where it comes from; a wrong value anywhere is an error. */
export async function resolved<K extends Key>(
  key: K,
  context: Context,
): Promise<Resolved<ValueOf<K>>> {
  return resolvedIn(key, await readConfig(homeOf(context)), context.env);
}

/** Returns a setting's value, given what the file holds. */
export function resolvedIn<K extends Key>(
  key: K,
  config: Config,
  env: Context['env'],
): Resolved<ValueOf<K>> {
  const setting = settingOf(key);
  const text = env[setting.variable];
  // An empty variable is what `MEMENTOR_LIMIT= mementor …` makes of one that should not count.
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

/** The settings that say what is never stored. */
export const KEEPING_OUT = ['exclude', 'mask'] as const satisfies readonly Key[];

/** The settings that count for a hook. Asking for one of {@link KEEPING_OUT} may throw. */
export type SettingsInHook = <K extends Key>(key: K) => ValueOf<K>;

/**
 * Reads the settings for a hook and the worker, whose errors nobody reads: what is wrong does not
 * count. The exception are {@link KEEPING_OUT}: a mistake in them must not let anything in, so it
 * is an error. It does not quote the value, which may be the very text that must not be kept.
 */
export function settingsInHook(context: Context): SettingsInHook {
  const path = configPath(homeOf(context));
  const config = validIn(path);
  return (key) => {
    if (isKeepingOut(key)) return understood(key, path, context.env);
    const { variable, fromText, fallback } = settingOf(key);
    // An empty variable is one that should not count.
    const text = context.env[variable] || undefined;
    const fromEnvironment = text === undefined ? undefined : fromText(text);
    return fromEnvironment ?? config[key] ?? fallback;
  };
}

function isKeepingOut(key: Key): boolean {
  return KEEPING_OUT.some((each) => each === key);
}

/** Returns a setting's value; throws when the place that sets it cannot be understood. */
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

/** Reads the fields of the file; none is an empty one. Throws when it cannot be read or parsed. */
function fieldsNow(path: string): JsonObject {
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
function validIn(path: string): Config {
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

function isKey(key: string): key is Key {
  return Object.hasOwn(SETTINGS, key);
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
    import('../agents/claude-code/settings-json.ts'),
  ]);
  const errors: { error: number; offset: number; length: number }[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  return placeOf(text, errors[0]?.offset ?? 0);
}

function broken(where: string, what: string, hint: string): MementorError {
  return new MementorError('CONFIG_BROKEN', `${where}: ${what}`, hint);
}
