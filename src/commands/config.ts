/** `mementor config`: shows and changes the settings. */

import { configPath, homeOf } from '../home.ts';
import { type Style, style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { type Config, readConfig } from '../settings/file.ts';
import { store } from '../settings/store.ts';
import { KEYS, type Key, SETTINGS } from '../settings/table.ts';
import { type Origin, resolvedIn } from '../settings/value.ts';

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
