/** Installs the plugin of warm recall, and removes it. */

import { MementorError } from '../../../errors/errors.ts';
import { homeOf } from '../../../home/paths.ts';
import { native } from '../../../memory.ts';
import type { Context } from '../../../process/context.ts';
import { SILENT, type Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Removal } from '../../installation.ts';
import { programOf } from '../../settings-file/program.ts';
import { readReceipt } from '../../settings-file/receipt.ts';
import { hooksPerScope } from './hook-state.ts';
import { enableFolder, type PluginFolder, readFolder } from './plugin-folder.ts';
import { folderRemoval } from './remove-plugin.ts';
import { enableSettings } from './settings-parts.ts';
import { warmFiles, warmFolder, warmKind } from './warm-plugin.ts';

const PROMPT_HOOK = 'UserPromptSubmit';

export async function enableWarm(
  { dryRun, version }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  if (context.platform === 'win32') throw notOnWindows();
  const path = warmFolder(context);
  const folder = await readWarm(path, context);
  const { user } = await hooksPerScope(context);
  const files = warmFiles(programOf(context), version);
  const changes = await enableFolder(folder, files, [], dryRun, context, watch);
  const { changed, updated } = changes;
  if (!dryRun) await tellHook(context, watch);
  const isTold = changed && user.commands.length > 0;
  return {
    form: 'plugin',
    warm: true,
    scope: 'user',
    ...changes,
    updated: [...updated, ...(isTold ? [`${PROMPT_HOOK} in ${user.path}`] : [])],
    mixed: [],
    use: USE,
    shared: [],
  };
}

const USE = [
  'New sessions of Claude Code use it. From its second prompt on, a session is answered by a server that Claude Code keeps running; the hook answers where there is none.',
  'Claude Code from 2.1.157 to 2.1.195 runs it in vain, older ones ignore it: there the hook answers.',
];

/** The prompt hook in the user's settings begins, or stops, to leave prompts to the server. */
async function tellHook(context: Context, watch: Watch): Promise<void> {
  const { user } = await hooksPerScope(context);
  if (user.commands.length === 0) return;
  await enableSettings({ scope: 'user', dryRun: false, version: undefined }, context, watch);
}

/** Plans the removal of the plugin; the hook in the user's settings is as before then. */
export async function warmRemoval(path: string, context: Context): Promise<Removal> {
  const removal = await folderRemoval(await readWarm(path, context), context);
  return {
    ...removal,
    apply: async () => {
      await removal.apply();
      native().clearWarm(homeOf(context));
      if (removal.changed) await tellHook(context, SILENT);
    },
  };
}

/** Reads the plugin's folder. */
export async function readWarm(path: string, context: Context): Promise<PluginFolder> {
  return await readFolder(path, warmKind(programOf(context)), readReceipt(homeOf(context), path));
}

function notOnWindows(): MementorError {
  return new MementorError(
    'WARM_NOT_HERE',
    'warm recall does not work on Windows: the hook could not see that a server answers',
    'the hooks answer prompts without it',
  );
}
