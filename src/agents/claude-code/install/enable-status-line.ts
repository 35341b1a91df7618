/** Puts our segment into the status line of a person's settings. */

import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions } from '../../installation.ts';
import { enablePart } from '../../settings-file/part.ts';
import { settingsPath } from '../paths.ts';
import { isComposed, linePart } from './status-line.ts';

export async function enableStatusLine(
  { dryRun }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  const path = settingsPath('user', context);
  const changes = await enablePart(linePart(path, context), dryRun, context, watch);
  const use = useOf(isComposed(changes.diff?.after ?? '', path));
  return { ...changes, statusline: true, scope: 'user', use, shared: [] };
}

function useOf(isComposed: boolean): string[] {
  const what =
    'It says how much was recalled in the session, how many notes wait for `mementor notes review`, and whether storing is behind; with nothing to say, it is empty.';
  return isComposed
    ? [what, 'It stands behind your own status line, which runs as before.']
    : [what];
}
