/** Warnings about keys of config.json that this version does not know. */

import { configPath, homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';
import { printable } from '../text/numbers.ts';
import { misspellings, unknownKeys } from './file.ts';

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
