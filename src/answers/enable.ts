/** Installs our hooks into an agent. */

import { INSTALLATIONS } from '../agents/all.ts';
import type { Enabled, Form, Scope } from '../agents/installation.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { packageVersion } from '../state/package-version.ts';

export interface EnableOptions {
  readonly scope: Scope;
  /** Defaults to the settings. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
}

export async function enable(
  options: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<{ readonly document: object; readonly enabled: Enabled }> {
  const asked = { ...options, version: packageVersion() };
  const enabled = await INSTALLATIONS[0].enable(asked, context, watch);
  return { document: documentOf(enabled, options.dryRun), enabled };
}

function documentOf(
  { form, path, scope, changed, created, added, updated }: Enabled,
  dryRun: boolean,
) {
  const where = form === 'plugin' ? { as: 'plugin', folder: path } : { file: path };
  return { version: 1, ...where, scope, dryRun, changed, created, added, updated };
}
