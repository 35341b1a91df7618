/** Everything in config.json that has no effect, and the settings that a reading command uses. */

import { textIfReadable } from '../files/regular-file.ts';
import { configPath, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import {
  type Config,
  errorOf,
  type Problem,
  problemAt,
  problemsIn,
  repairOf,
  validIn,
} from './file.ts';
import { isUsable, whyNothingIsStored } from './kept-out.ts';
import { globProblems, globsOf, patternProblems } from './patterns.ts';
import type { Key, ValueOf } from './table.ts';
import { type Resolved, resolvedIn } from './value.ts';

/** Returns all problems: of the file, and of patterns and globs that the core cannot use. */
export async function settingsProblems(context: Context): Promise<readonly Problem[]> {
  const path = configPath(homeOf(context));
  const { mask = [], exclude = [] } = validIn(path);
  const text = textIfReadable(path) ?? '';
  const at = async (key: Key, what: string) => await problemAt(text, key, what, repairOf(key));
  const unusable = [
    ...patternProblems(mask).map((what) => at('mask', what)),
    ...globProblems(exclude, context).map((what) => at('exclude', what)),
  ];
  return [...(await problemsIn(homeOf(context))), ...(await Promise.all(unusable))];
}

/**
 * Returns the settings for a command that only reads: a wrong one has its default. Nothing that is
 * read with them is stored or added to a prompt.
 */
export function settingsToRead(context: Context): Config {
  const { mask = [], exclude = [], ...others } = validIn(configPath(homeOf(context)));
  const keptOut = { mask, exclude: globsOf(exclude, context) };
  return isUsable(keptOut) ? { mask, exclude, ...others } : others;
}

/** Returns one setting for a command that only reads; a wrong environment variable still throws. */
export function resolvedToRead<K extends Key>(key: K, context: Context): Resolved<ValueOf<K>> {
  return resolvedIn(key, settingsToRead(context), context.env);
}

/** Returns why nothing is stored; of a file that nobody can parse with the place, as `config` does. */
export async function reasonNothingIsStored(context: Context): Promise<string | undefined> {
  const why = whyNothingIsStored(context);
  if (why === undefined) return undefined;
  const home = homeOf(context);
  const whole = (await problemsIn(home)).find(({ key }) => key === undefined);
  return whole === undefined ? why : errorOf(whole, configPath(home)).message;
}
