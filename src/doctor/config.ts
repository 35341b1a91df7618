/** Checks Mementor's own settings. */

import { configPath, homeOf } from '../home/paths.ts';
import { type Check, fail, failure, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { whyNothingIsStored } from '../settings/kept-out.ts';
import { unusableItems } from '../settings/patterns.ts';
import { findInCommand, requireSettingsToStore } from '../settings/problems.ts';
import { type Settings, unknownKeys } from '../settings/read.ts';
import { KEEPING_OUT, KEYS, SETTINGS } from '../settings/table.ts';
import { printable } from '../text/numbers.ts';

export async function configChecks(context: Context): Promise<Check[]> {
  return [await settingsCheck(context)];
}

async function settingsCheck(context: Context): Promise<Check> {
  const path = configPath(homeOf(context));
  try {
    const settings = await requireSettingsToStore(context);
    const origins = KEYS.map((key) => ({ key, ...findInCommand(key, settings) }));
    const wrong = unusableCheck(settings, context) ?? unknownCheck(settings);
    if (wrong !== undefined) return wrong;
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
function unknownCheck(settings: Settings): Check | undefined {
  const keys = unknownKeys(settings);
  if (keys.length === 0) return undefined;
  const names = keys.map((key) => printable(JSON.stringify(key))).join(', ');
  const detail = `${names} in ${settings.path} is unknown here and changes nothing`;
  const fix = `the keys are ${KEYS.join(', ')}; a newer Mementor may know more`;
  return warn('settings', detail, fix);
}

/** An invalid pattern or glob blocks all storing. */
function unusableCheck(settings: Settings, context: Context): Check | undefined {
  const problems = KEEPING_OUT.flatMap((key) =>
    unusableItems(key, findInCommand(key, settings).value, context).map((what) => ({ key, what })),
  );
  // A mask first: it is about what is stored of every conversation.
  const problem = problems.find(({ key }) => key === 'mask') ?? problems[0];
  if (problem === undefined) return undefined;
  const { variable } = SETTINGS[problem.key];
  const fix = context.env[variable]
    ? `repair ${variable}`
    : `set it again with \`mementor config ${problem.key}\``;
  return fail('settings', `${problem.what}; ${NOTHING_IS_STORED}`, fix);
}
