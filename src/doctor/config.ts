/** Checks Mementor's own settings. */

import { configPath, homeOf } from '../home/paths.ts';
import { type Check, fail, failure, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { readConfigToStore, unknownKeys } from '../settings/file.ts';
import { whyNothingIsStored } from '../settings/kept-out.ts';
import { globProblems, patternProblems } from '../settings/patterns.ts';
import { KEYS } from '../settings/table.ts';
import { resolvedIn } from '../settings/value.ts';
import { printable } from '../text/numbers.ts';

export async function configChecks(context: Context): Promise<Check[]> {
  return [await settingsCheck(context)];
}

async function settingsCheck(context: Context): Promise<Check> {
  const path = configPath(homeOf(context));
  try {
    const config = await readConfigToStore(homeOf(context));
    const origins = KEYS.map((key) => ({ key, ...resolvedIn(key, config, context.env) }));
    const unusable = unusableCheck(
      resolvedIn('mask', config, context.env).value,
      resolvedIn('exclude', config, context.env).value,
      context,
    );
    if (unusable !== undefined) return unusable;
    const unknown = unknownCheck(homeOf(context));
    if (unknown !== undefined) return unknown;
    const set = origins.filter((each) => each.origin !== 'default');
    if (set.length === 0) return minor('settings', 'all are at their defaults');
    const shown = set.map(
      ({ key, value, origin }) =>
        `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}${origin === 'environment' ? ' (environment)' : ''}`,
    );
    return ok('settings', `${shown.join(', ')} (${path})`);
  } catch (error) {
    const found = failure('settings', error);
    if (whyNothingIsStored(context) === undefined) return found;
    return { ...found, detail: `${found.detail}; ${NOTHING_IS_STORED}` };
  }
}

const NOTHING_IS_STORED = 'until that is repaired, nothing is stored or recalled';

/** A typo, or a setting of a newer version: nothing else is affected. */
function unknownCheck(home: string): Check | undefined {
  const keys = unknownKeys(home);
  if (keys.length === 0) return undefined;
  const names = keys.map((key) => printable(JSON.stringify(key))).join(', ');
  const detail = `${names} in ${configPath(home)} is unknown here and changes nothing`;
  const fix = `the keys are ${KEYS.join(', ')}; a newer Mementor may know more`;
  return warn('settings', detail, fix);
}

/** An invalid pattern or glob blocks all storing. */
function unusableCheck(
  mask: readonly string[],
  exclude: readonly string[],
  context: Context,
): Check | undefined {
  const [pattern] = patternProblems(mask);
  const [glob] = globProblems(exclude, context);
  const problem = pattern ?? glob;
  if (problem === undefined) return undefined;
  const [key, variable] =
    pattern === undefined ? ['exclude', 'MEMENTOR_EXCLUDE'] : ['mask', 'MEMENTOR_MASK'];
  const fix = context.env[variable]
    ? `repair ${variable}`
    : `set it again with \`mementor config set ${key}\``;
  return fail('settings', `${problem}; ${NOTHING_IS_STORED}`, fix);
}
