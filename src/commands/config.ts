/** `mementor config`: shows and changes the settings. */

import { mkdir } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings } from '../files/json-object.ts';
import { homeOf } from '../home.ts';
import { type Style, style } from '../output/style.ts';
import { globProblems, patternProblems } from '../privacy/patterns.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError, messageOf } from '../process/errors.ts';
import {
  type Config,
  configPath,
  KEYS,
  type Key,
  type Origin,
  readConfig,
  resolvedIn,
  SETTINGS,
} from '../settings/config.ts';

interface Row {
  readonly key: Key;
  readonly value: number | boolean | string | readonly string[];
  readonly origin: Origin;
  readonly variable: string;
  readonly meaning: string;
}

export async function list(
  options: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const home = homeOf(context);
  const config = await readConfig(home);
  const settings = KEYS.map((key) => rowOf(key, config, context));
  const paint = style(context.stdout, context.env);
  const text = options.json
    ? document({ file: configPath(home), settings })
    : `${table(settings, paint)}\n${paint.dim('file')}  ${paint.cyan(configPath(home))}\n`;
  context.stdout.write(text);
  return 0;
}

export async function get(
  options: { readonly key: Key; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const row = rowOf(options.key, await readConfig(homeOf(context)), context);
  context.stdout.write(options.json ? document(row) : `${shown(row.value)}\n`);
  return 0;
}

export async function change(
  options: { readonly key: Key; readonly value: string | undefined; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { key } = options;
  const home = homeOf(context);
  const { config, changed } = await store(key, options.value, context);
  const row = rowOf(key, config, context);
  if (options.json) context.stdout.write(document({ ...row, changed, file: configPath(home) }));
  else report(row, changed, context);
  return 0;
}

/** Writes a value into the file, or takes it out. What else is in the file stays. */
export async function store(
  key: Key,
  text: string | undefined,
  context: Context,
): Promise<{ readonly config: Config; readonly changed: boolean }> {
  const home = homeOf(context);
  // A file that cannot be understood is never written over.
  const { [key]: before, ...others } = await readConfig(home);
  const value = text === undefined ? undefined : parsed(key, text, context);
  const config: Config = value === undefined ? others : { ...others, [key]: value };
  // An environment that makes no sense is told before anything is written.
  rowOf(key, config, context);
  const changed = JSON.stringify(before) !== JSON.stringify(value);
  if (changed) await write(home, config);
  return { config, changed };
}

function parsed(key: Key, text: string, context: Context): Row['value'] {
  const { fromText, wanted } = SETTINGS[key];
  const value = fromText(text);
  if (value !== undefined) return usable(key, value, context);
  throw new MementorError(
    'SETTING_INVALID',
    `\`${key}\` cannot be ${JSON.stringify(text)}`,
    `it must be ${wanted}`,
  );
}

/** A pattern or a glob that the core cannot use would keep nothing out. */
function usable(key: Key, value: Row['value'], context: Context): Row['value'] {
  const items = isStrings(value) ? value : [];
  const [bad] = key === 'mask' ? patternProblems(items) : [];
  const [unknown] = key === 'exclude' ? globProblems(items, context) : [];
  if (bad !== undefined) {
    const hint = 'it must be a regular expression as Rust has them, without look-around';
    throw new MementorError('SETTING_INVALID', bad, hint);
  }
  if (unknown === undefined) return value;
  const hint = 'it must be a whole path, or the name of a folder, with `*`, `?` and `**`';
  throw new MementorError('SETTING_INVALID', unknown, hint);
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

async function write(home: string, config: Config): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: FOLDER_MODE });
    const text = `${JSON.stringify(config, null, 2)}\n`;
    await writeAtomic({ path: configPath(home), text, mode: FILE_MODE });
  } catch (error) {
    const reason = messageOf(error);
    throw new MementorError(
      'HOME_UNWRITABLE',
      `${configPath(home)} cannot be written: ${reason}`,
      'make the directory writable, or set MEMENTOR_HOME to one that is',
    );
  }
}

function rowOf(key: Key, config: Config, context: Context): Row {
  const { variable, meaning } = SETTINGS[key];
  return { key, ...resolvedIn(key, config, context.env), variable, meaning };
}

function shown(value: Row['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function document(fields: object): string {
  return `${JSON.stringify({ version: 1, ...fields }, null, 2)}\n`;
}

function table(rows: readonly Row[], paint: Style): string {
  const width = (text: (row: Row) => string) => Math.max(...rows.map((row) => text(row).length));
  const keys = width((row) => row.key);
  const values = width((row) => shown(row.value));
  const origins = width((row) => row.origin);
  const lines = rows.map((row) =>
    [
      row.key.padEnd(keys),
      paint.bold(shown(row.value).padEnd(values)),
      paint.dim(row.origin.padEnd(origins)),
      row.meaning,
    ].join('  '),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function report(row: Row, changed: boolean, context: Context): void {
  const { key, value, origin, variable } = row;
  const paint = style(context.stdout, context.env);
  const now = `${key} is ${changed ? 'now' : 'already'} ${paint.bold(shown(value))} (${origin})`;
  context.stdout.write(`${now}\n`);
  if (origin !== 'environment') return;
  const err = style(context.stderr, context.env);
  context.stderr.write(`${err.yellow('warning:')} ${variable} overrides what the file says\n`);
}
