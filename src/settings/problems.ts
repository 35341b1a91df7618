/** The settings as commands use them, and what is wrong with config.json, with its place. */

import { ifPossible, MementorError } from '../errors/errors.ts';
import { unmarked } from '../files/byte-order-mark.ts';
import { textIfReadable } from '../files/regular-file.ts';
import type { Context } from '../process/context.ts';
import { printable } from '../text/numbers.ts';
import { placeOf } from '../text/place.ts';
import { isKeptOut, whyNothingIsStored } from './kept-out.ts';
import { globsOf, unusableItems } from './patterns.ts';
import {
  type Fault,
  type Found,
  faultsOf,
  find,
  misspellings,
  readSettings,
  type Settings,
  unknownKeys,
  valueInFile,
} from './read.ts';
import { KEEPING_OUT, type Key, type ValueOf } from './table.ts';

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

/** Returns all problems: of the file, and of patterns and globs that the core cannot use. */
export async function settingsProblems(context: Context): Promise<readonly Problem[]> {
  const settings = readSettings(context);
  const unusable = KEEPING_OUT.flatMap((key) =>
    unusableItems(key, valueInFile(key, settings.fields) ?? [], context).map((what) => {
      return { key, what, fix: repairOf(key) };
    }),
  );
  const faults = [...faultsOf(settings), ...unusable];
  return await Promise.all(faults.map((fault) => placed(fault, settings)));
}

/** Finds a setting for a command that goes on with a wrong file; a wrong variable throws. */
export function findInCommand<K extends Key>(key: K, settings: Settings): Found<ValueOf<K>> {
  const { fault, ...found } = find(key, settings);
  if (fault?.variable === undefined) return found;
  const message = `${fault.variable} is ${JSON.stringify(fault.quoted)}`;
  throw new MementorError('SETTING_INVALID', message, fault.fix);
}

/** Returns how to repair one setting without an editor. */
function repairOf(key: Key): string {
  return `\`mementor config ${key} VALUE\` sets it, \`mementor config --unset ${key}\` removes it`;
}

/** Returns what is wrong, and how to repair it, to the person who wrote it. */
function toldOf({ key, what, quoted, fix }: Fault): Pick<Problem, 'key' | 'what' | 'fix'> {
  if (key === undefined)
    return { key, what: quoted ? `not valid JSON: ${quoted}` : `${what}`, fix };
  if (what !== undefined) return { key, what, fix };
  const wrong = `\`${key}\` is ${JSON.stringify(quoted)}`;
  return { key, what: wrong, fix: `${fix}; ${repairOf(key)}` };
}

/**
 * Returns a problem at the value of its key, or at the first error of the syntax. The parser is
 * imported for an invalid file only.
 */
async function placed(fault: Fault, { path }: Settings): Promise<Problem> {
  const text = textIfReadable(path);
  const { key, what, fix } = toldOf(fault);
  const nowhere = { line: undefined, column: undefined, text: '' };
  if (text === undefined) return { ...nowhere, what, fix, key };
  const bare = unmarked(text);
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(bare, errors, { disallowComments: true, allowTrailingComma: false });
  const node = key && tree && findNodeAtLocation(tree, [key]);
  const place = placeOf(bare, node?.offset ?? errors[0]?.offset ?? 0);
  const [line = 1, column = 1] = place.split(':').map(Number);
  return { line, column, text: bare.split(/\r\n|\r|\n/)[line - 1] ?? '', what, fix, key };
}

/** Throws the first fault that matters, with its place. */
async function refuse(faults: readonly Fault[], settings: Settings): Promise<void> {
  const [fault] = faults;
  if (fault === undefined) return;
  const { line, column, what, fix } = await placed(fault, settings);
  const where = line === undefined ? settings.path : `${settings.path}:${line}:${column}`;
  throw new MementorError('CONFIG_BROKEN', `${where}: ${what}`, fix);
}

/** Reads the settings for a command that fails if anything in the file is wrong. */
export async function requireSettings(context: Context): Promise<Settings> {
  const settings = readSettings(context);
  await refuse(faultsOf(settings), settings);
  return settings;
}

/** Reads the settings for a command that stores: a misspelt key throws, as it keeps nothing out. */
export async function requireSettingsToStore(context: Context): Promise<Settings> {
  const settings = await requireSettings(context);
  const [misspelling] = misspellings(settings);
  if (misspelling === undefined) return settings;
  const message = `${settings.path}: ${misspelling.what}`;
  throw new MementorError('CONFIG_BROKEN', message, misspelling.fix);
}

/** Reads a file that can be parsed, whatever its values are; throws for one of the keys, if wrong. */
export async function requireParsed(context: Context, ...keys: Key[]): Promise<Settings> {
  const settings = readSettings(context);
  const matters = ({ key }: Fault) => key === undefined || keys.includes(key);
  await refuse(faultsOf(settings).filter(matters), settings);
  return settings;
}

/** Finds one setting; throws for an invalid value anywhere. */
export async function resolved<K extends Key>(
  key: K,
  context: Context,
): Promise<Found<ValueOf<K>>> {
  return findInCommand(key, await requireSettings(context));
}

/**
 * Reads the settings for a command that only reads: a wrong one has its default. Nothing that is
 * read with them is stored or added to a prompt.
 */
export function settingsToRead(context: Context): Settings {
  const settings = readSettings(context);
  const mask = valueInFile('mask', settings.fields) ?? [];
  const exclude = valueInFile('exclude', settings.fields) ?? [];
  const keptOut = { mask, exclude: globsOf(exclude, context) };
  if (ifPossible(() => isKeptOut(keptOut, '')) !== undefined) return settings;
  return { ...settings, fields: { ...settings.fields, mask: [], exclude: [] } };
}

/** Finds one setting for a command that only reads; a wrong environment variable still throws. */
export function resolvedToRead<K extends Key>(key: K, context: Context): Found<ValueOf<K>> {
  return findInCommand(key, settingsToRead(context));
}

/** Returns why nothing is stored; of a file that nobody can parse with the place, as `config` does. */
export async function reasonNothingIsStored(context: Context): Promise<string | undefined> {
  const why = whyNothingIsStored(context);
  if (why === undefined) return undefined;
  return await requireParsed(context).then(
    () => why,
    (error: Error) => error.message,
  );
}

/**
 * Returns a warning for each key that stops all storing, because it may be a misspelt `mask` or
 * `exclude`; and with `all` for the other unknown keys too, which change nothing.
 */
export function keyWarnings(context: Context, all: boolean): string[] {
  const settings = readSettings(context);
  const wrong = misspellings(settings).map(
    ({ what = '' }) =>
      `${settings.path}: ${printable(what)}: nothing is stored or recalled until it is renamed or removed`,
  );
  if (wrong.length > 0 || !all) return wrong;
  const says = (key: string) => `the key ${printable(JSON.stringify(key))} is unknown`;
  return unknownKeys(settings).map((key) => `${settings.path}: ${says(key)} and changes nothing`);
}

/** Returns one warning for a command that goes on although the file cannot be understood. */
export async function problemWarning(context: Context): Promise<string | undefined> {
  const problems = await settingsProblems(context);
  const [first] = problems;
  if (first === undefined) return undefined;
  const { path } = readSettings(context);
  const { line, column, what, key } = first;
  const where = line === undefined ? path : `${path}:${line}:${column}`;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const applies = key === undefined ? 'the defaults apply' : 'its default applies';
  const kept =
    whyNothingIsStored(context) === undefined ? '' : ', and nothing is stored or recalled';
  return `${where}: ${printable(what)}${more}: ${applies}${kept} until it is repaired; \`mementor config\` shows how`;
}
