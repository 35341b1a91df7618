/** Checks our segment of the status line. No check if it was never installed. */

import { existsSync } from 'node:fs';
import { homeOf } from '../../../home/paths.ts';
import { type Check, minor, ok, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { programOf } from '../../settings-file/program.ts';
import { readReceipt, STATUS_LINE } from '../../settings-file/receipt.ts';
import { readSettings } from '../../settings-file/settings.ts';
import { type LineState, stateIn } from '../install/status-line.ts';
import { settingsPath } from '../paths.ts';

const NAME = 'statusline';
const FIX = 'run `mementor enable --statusline`, or `mementor disable --statusline`';

export async function statusLineChecks(context: Context): Promise<Check[]> {
  const path = settingsPath('user', context);
  const receipt = readReceipt(homeOf(context), path, STATUS_LINE);
  const state = await stateAt(path, context);
  // The check of the hooks tells of a file that cannot be read.
  if (state === undefined) return [];
  if (state === 'missing' || state === 'theirs') {
    if (receipt === undefined) return [];
    return [minor(NAME, `${path} has no segment of Mementor's any more`)];
  }
  if (state === 'stale') {
    return [warn(NAME, `${path} starts another installation or another Node`, FIX)];
  }
  const hiding = await hidingIn(path, context);
  if (hiding !== undefined) {
    return [minor(NAME, `on in ${path}, but the status line of ${hiding} is shown here`)];
  }
  return [ok(NAME, `on in ${path}`)];
}

/** Returns the settings file of this project whose status line the client prefers. */
async function hidingIn(user: string, context: Context): Promise<string | undefined> {
  for (const scope of ['local', 'project'] as const) {
    const path = settingsPath(scope, context);
    const state = path === user || !existsSync(path) ? undefined : await stateAt(path, context);
    if (state !== undefined && state !== 'missing') return path;
  }
  return undefined;
}

async function stateAt(path: string, context: Context): Promise<LineState | undefined> {
  try {
    const { text } = await readSettings(path);
    if (text === undefined) return 'missing';
    return stateIn(text, programOf(context), path);
  } catch {
    return undefined;
  }
}
