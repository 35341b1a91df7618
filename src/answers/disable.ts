/** Removes our hooks from an agent. */

import { installationInto } from '../agents/all-installations.ts';
import type { DisableOptions, Removal, Removals, Scope } from '../agents/installation.ts';
import { homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';

export interface DisableAnswer {
  readonly document: {
    readonly version: 1;
    readonly file: string | null;
    readonly scope: Scope;
    readonly dryRun: boolean;
    readonly changed: boolean;
    readonly deleted: boolean;
    readonly removed: readonly string[];
    /** The events whose hook a person made part of a longer command: it stays. */
    readonly mixed: readonly string[];
    readonly plugin: object | null;
    /** Mementor's home, which stays. */
    readonly memories: string;
  };
  readonly removals: Removals;
}

export async function disable(
  options: DisableOptions & { readonly dryRun: boolean; readonly agent?: string | undefined },
  context: Context,
): Promise<DisableAnswer> {
  const { scope, dryRun } = options;
  // Read everything before changing anything: an error leaves everything unchanged.
  const removals = await installationInto(options.agent).removals(options, context);
  const { settings, plugin } = removals;
  if (!dryRun) {
    await settings?.apply();
    await plugin?.apply();
  }
  return {
    document: {
      version: 1,
      file: settings?.path ?? null,
      scope,
      dryRun,
      changed: settings?.changed === true || plugin?.changed === true,
      deleted: settings?.deleted ?? false,
      removed: settings?.removed ?? [],
      mixed: settings?.mixed ?? [],
      plugin: plugin === undefined ? null : pluginDocument(plugin),
      memories: homeOf(context),
    },
    removals,
  };
}

function pluginDocument({ path, changed, deleted, removed, kept }: Removal): object {
  return { folder: path, changed, deleted, removed, kept };
}
