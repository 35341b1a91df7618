/** Warnings about config.json: what cannot be understood, and keys that this version does not know. */

import { configPath, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { printable } from '../text/numbers.ts';
import { misspellings, unknownKeys } from './file.ts';
import { whyNothingIsStored } from './kept-out.ts';
import { settingsProblems } from './problems.ts';

/**
 * Returns a warning for each key that stops all storing, because it may be a misspelt `mask` or
 * `exclude`; and with `all` for the other unknown keys too, which change nothing.
 */
export function keyWarnings(context: Context, all: boolean): string[] {
  const home = homeOf(context);
  const path = configPath(home);
  const wrong = misspellings(home).map(
    (text) =>
      `${path}: ${printable(text)}: nothing is stored or recalled until it is renamed or removed`,
  );
  if (wrong.length > 0 || !all) return wrong;
  return unknownKeys(home).map(
    (key) => `${path}: the key ${printable(JSON.stringify(key))} is unknown and changes nothing`,
  );
}

/** Returns one warning for a command that goes on although the file cannot be understood. */
export async function problemWarning(context: Context): Promise<string | undefined> {
  const problems = await settingsProblems(context);
  const [first] = problems;
  if (first === undefined) return undefined;
  const { line, column, what, key } = first;
  const path = configPath(homeOf(context));
  const where = line === undefined ? path : `${path}:${line}:${column}`;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const applies = key === undefined ? 'the defaults apply' : 'its default applies';
  const kept =
    whyNothingIsStored(context) === undefined ? '' : ', and nothing is stored or recalled';
  return `${where}: ${printable(what)}${more}: ${applies}${kept} until it is repaired; \`mementor config\` shows how`;
}
