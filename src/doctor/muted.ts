/** Checks whether recall is muted for this directory. */

import { homeOf } from '../home/paths.ts';
import { type Check, failure, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { readMuted } from '../recalls/muted.ts';
import { mutings, mutingText } from '../reports/mutings.ts';
import { whyNothingIsStored } from '../settings/kept-out.ts';
import { settingsInHook } from '../settings/read.ts';

export async function mutedChecks(context: Context): Promise<Check[]> {
  try {
    readMuted(homeOf(context));
  } catch (error) {
    return [failure('recall', error)];
  }
  const found = mutings(context);
  if (whyNothingIsStored(context) !== undefined) {
    return [warn('recall', 'off until the settings are repaired', 'see `settings` above')];
  }
  if (found.length > 0) return found.map((each) => warn('recall', mutingText(each), each.undo));
  return [ok('recall', `on (the setting \`rate\` is ${settingsInHook(context)('rate')} %)`)];
}
