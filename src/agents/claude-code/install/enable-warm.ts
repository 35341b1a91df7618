/** Installs the plugin of warm recall, and removes it. */

import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { MementorError } from '../../../errors/errors.ts';
import { parseObject } from '../../../files/json-object.ts';
import { textIfReadable } from '../../../files/regular-file.ts';
import { clear, prepare } from '../../../home/claims.ts';
import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import { SILENT, type Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Removal } from '../../installation.ts';
import { type Receipt, readReceipt } from '../../settings-file/receipt.ts';
import { sha256 } from '../../settings-file/undo.ts';
import { enableSettings } from './enable-settings.ts';
import { hooksPerScope } from './hook-state.ts';
import { ALL_FILES, MANIFEST } from './plugin.ts';
import { enableFolder, type PluginFolder } from './plugin-folder.ts';
import { folderRemoval } from './remove-plugin.ts';
import { WARM_NAME, warmFiles, warmFolder } from './warm-plugin.ts';

const PROMPT_HOOK = 'UserPromptSubmit';

export async function enableWarm(
  { dryRun, version }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  if (context.platform === 'win32') throw notOnWindows();
  const path = warmFolder(context);
  const { folder } = await warmAt(path, context);
  const { user } = await hooksPerScope(context);
  const files = warmFiles(context, version);
  const changes = await enableFolder(folder, files, [], dryRun, context, watch);
  const { changed, updated } = changes;
  if (changed && !dryRun) prepare(homeOf(context));
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
  const removal = await folderRemoval(await warmAt(path, context), context);
  return {
    ...removal,
    apply: async () => {
      await removal.apply();
      clear(homeOf(context));
      if (removal.changed) await tellHook(context, SILENT);
    },
  };
}

/** Reads the plugin's folder. It is ours if a receipt says so, or if it has what we would write. */
export async function warmAt(
  path: string,
  context: Context,
): Promise<{ readonly folder: PluginFolder; readonly receipt: Receipt | undefined }> {
  const receipt = readReceipt(homeOf(context), path);
  const nothing = { path, target: path, commands: [], server: undefined, taken: [] };
  const isThere = await lstat(path).catch(() => undefined);
  if (isThere === undefined) {
    return { receipt, folder: { ...nothing, state: 'missing', files: [], edited: [] } };
  }
  const target = await realpath(path).catch(() => path);
  const files = ALL_FILES.flatMap((name) => {
    const text = textIfReadable(join(target, name));
    return text === undefined ? [] : [{ path: name, text }];
  });
  const version = versionIn(files.find((file) => file.path === MANIFEST)?.text);
  const wanted = warmFiles(context, version);
  const isWanted = (file: { path: string; text: string }) =>
    wanted.some((each) => each.path === file.path && each.text === file.text);
  const isWritten = (file: { path: string; text: string }) =>
    receipt?.files?.some((each) => each.path === file.path && each.after === sha256(file.text));
  const isOurs = receipt !== undefined || files.some(isWanted);
  if (!isOurs) return { receipt, folder: { ...nothing, state: 'foreign', files: [], edited: [] } };
  const state = wanted.every((each) =>
    files.some((file) => file.path === each.path && isWanted(file)),
  )
    ? 'ours'
    : 'stale';
  const edited = files.filter((file) => !isWanted(file) && !isWritten(file));
  const own = files.filter((file) => wanted.some((each) => each.path === file.path));
  const paths = edited.filter((file) => own.includes(file)).map((file) => file.path);
  return { receipt, folder: { ...nothing, target, state, files: own, edited: paths } };
}

function versionIn(manifest: string | undefined): string | undefined {
  const { name, version } = parseObject(manifest ?? '') ?? {};
  return name === WARM_NAME && typeof version === 'string' ? version : undefined;
}

function notOnWindows(): MementorError {
  return new MementorError(
    'WARM_NOT_HERE',
    'warm recall does not work on Windows: the hook could not see that a server answers',
    'the hooks answer prompts without it',
  );
}
