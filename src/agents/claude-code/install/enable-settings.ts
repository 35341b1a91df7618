/** Adds our hooks to one of Claude Code's settings files. */

import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions } from '../../installation.ts';
import { hooksPart } from '../../settings-file/file-hooks.ts';
import { enablePart } from '../../settings-file/part.ts';
import { hooksFile } from './hook-state.ts';
import { refusePlugin } from './other-form.ts';

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
  'Claude Code uses the hooks at once, in running sessions too: conversations are stored from now on. To store earlier ones, run `mementor ingest --all`.',
];

const SHARED = [
  'this file is usually committed, and the hooks hold paths of this machine: elsewhere they do nothing. `--local` keeps them to yourself.',
];
