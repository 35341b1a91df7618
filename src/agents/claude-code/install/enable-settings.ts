/** Adds our hooks to one of Claude Code's settings files. */

import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions } from '../../installation.ts';
import { settingsPath } from '../paths.ts';
import { hooksOf } from './hook-command.ts';
import { keepReceipt, orReceiptBack } from './keep-receipt.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { refusePlugin } from './other-form.ts';
import { readReceipt, undoFor } from './receipt.ts';
import { firstMissingFolder, readSettings, writeSettings } from './settings.ts';
import { enableIn } from './settings-edit.ts';

export async function enableSettings(
  options: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  await refusePlugin(context);
  const path = settingsPath(options.scope, context);
  const changes = await enableFile(path, options, context, watch);
  return { ...changes, use: USE, shared: SHARED };
}

/** Adds our hooks to a file, and keeps a receipt of what was written. */
export async function enableFile(
  path: string,
  { scope, dryRun }: Pick<EnableOptions, 'scope' | 'dryRun'>,
  context: Context,
  watch: Watch,
): Promise<Omit<Enabled, 'use' | 'shared'>> {
  const receipt = await readReceipt(homeOf(context), path);
  const file = await readSettings(path);
  const hooks = hooksOf(context, receipt?.commands);
  const earlier = undoFor(receipt, file.text);
  const enabled = enableIn(file.text, hooks, { file: path, undo: earlier });
  if (!dryRun) await removeLeftovers(await settingsLeftovers(file.target, 'old', context));
  if (enabled.undo && !dryRun) {
    const missing = await firstMissingFolder(file.target);
    const createdFolder = missing ?? receipt?.createdFolder ?? null;
    const { undo } = enabled;
    const kept = { path, undo, earlier, commands: [...hooks.known], createdFolder };
    // Write the receipt first: if enable is killed before it writes the file, the receipt matches
    // nothing and does no harm.
    await keepReceipt(kept, context, watch);
    const written = writeSettings(file, enabled.text);
    await orReceiptBack(written, receipt, path, context, watch);
  }
  const { changed, added, updated, mixed } = enabled;
  return {
    form: 'settings',
    scope,
    path,
    changed,
    created: changed && file.text === undefined,
    added,
    updated,
    mixed,
    diff: { before: file.text ?? '', after: enabled.text },
  };
}

const USE = [
  'Claude Code uses the hooks at once, in running sessions too: conversations are stored from now on. To store earlier ones, run `mementor ingest --all`.',
];

const SHARED = [
  'this file is usually committed, and the hooks hold paths of this machine: elsewhere they do nothing. `--local` keeps them to yourself.',
];
