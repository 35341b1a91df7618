/** What is ours in Claude Code's settings files: the hooks and the status line, put in and taken out. */

import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Removal } from '../../installation.ts';
import { hooksPart } from '../../settings-file/file-hooks.ts';
import { enablePart } from '../../settings-file/part.ts';
import { programOf } from '../../settings-file/program.ts';
import { settingsRemoval } from '../../settings-file/removal.ts';
import { settingsPath } from '../paths.ts';
import { CLAUDE_HOOKS } from './hook-command.ts';
import { hooksFile } from './hook-state.ts';
import { refusePlugin } from './other-form.ts';
import { isComposed, linePart } from './status-line.ts';

export async function enableSettings(
  { scope, dryRun }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  await refusePlugin(context);
  const changes = await enablePart(hooksPart(hooksFile(scope, context)), dryRun, context, watch);
  return { ...changes, scope, use: USE, shared: SHARED };
}

const USE = [
  'Claude Code uses the hooks at once, in running sessions too: conversations are stored from now on.',
];

const SHARED = [
  'this file is usually committed, and the hooks hold paths of this machine: elsewhere they do nothing. `--local` keeps them to yourself.',
];

export async function enableStatusLine(
  { dryRun }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  const path = settingsPath('user', context);
  const changes = await enablePart(linePart(path, programOf(context)), dryRun, context, watch);
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

/** Plans the removal of our hooks, and of our status line, from a settings file. */
export async function claudeRemoval(path: string, context: Context): Promise<Removal> {
  const hooks = hooksPart({ path, layout: CLAUDE_HOOKS, program: programOf(context) });
  return await settingsRemoval(path, [hooks, linePart(path, programOf(context))], context);
}

/** Plans to take our status line out. */
export async function statusLineRemoval(path: string, context: Context): Promise<Removal> {
  return await settingsRemoval(
    path,
    [linePart(path, programOf(context))],
    context,
    'status line of Mementor',
  );
}
