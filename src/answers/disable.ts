/** Removes our hooks from an agent. */

import { ALL_AGENTS, installationsInto } from '../agents/all-installations.ts';
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
    /** The plugin of warm recall, if there was one. */
    readonly warm?: object;
    /** The file with the server of tools, if it was in one of its own. */
    readonly server?: object;
    /** Mementor's home, which stays. */
    readonly memories: string;
  };
  readonly removals: Removals;
}

type Asked = DisableOptions & { readonly dryRun: boolean; readonly agent?: string | undefined };

/** Removes the hooks from one agent, or from all that are found. */
export async function disable(
  options: Asked,
  context: Context,
): Promise<{ readonly document: object; readonly answers: readonly DisableAnswer[] }> {
  const into = installationsInto(options.agent, context);
  // Read everything before changing anything: an error leaves everything unchanged.
  const all: Removals[] = [];
  for (const each of into) all.push(await each.removals(options, context));
  if (!options.dryRun) {
    for (const { settings, plugin, warm, server } of all) {
      await settings?.apply();
      await plugin?.apply();
      await warm?.apply();
      await server?.apply();
    }
  }
  const answers = all.map((removals) => answerOf(removals, options, context));
  const named = answers.map(({ document }, at) => ({ agent: into[at]?.agent, ...document }));
  const isAll = options.agent === ALL_AGENTS;
  return { document: isAll ? { version: 1, agents: named } : { ...answers[0]?.document }, answers };
}

function answerOf(removals: Removals, { scope, dryRun }: Asked, context: Context): DisableAnswer {
  const { settings, plugin, warm, server } = removals;
  return {
    document: {
      version: 1,
      file: settings?.path ?? null,
      scope,
      dryRun,
      changed: [settings, plugin, warm, server].some((each) => each?.changed === true),
      deleted: settings?.deleted ?? false,
      removed: settings?.removed ?? [],
      mixed: settings?.mixed ?? [],
      plugin: plugin === undefined ? null : pluginDocument(plugin),
      ...(warm?.changed ? { warm: pluginDocument(warm) } : {}),
      ...(server?.changed ? { server: serverDocument(server) } : {}),
      memories: homeOf(context),
    },
    removals,
  };
}

function serverDocument({ path, changed, deleted, removed }: Removal): object {
  return { file: path, changed, deleted, removed };
}

function pluginDocument({ path, changed, deleted, removed, kept }: Removal): object {
  return { folder: path, changed, deleted, removed, kept };
}
