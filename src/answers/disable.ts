/** Removes our hooks from an agent. */

import { ALL_AGENTS, installationsInto } from '../agents/all-installations.ts';
import type { DisableOptions, Removal, Removals, Scope } from '../agents/installation.ts';
import { homeOf } from '../home.ts';
import type { Context } from '../process/context.ts';
import { documentOfAll } from './enable.ts';
import { eachPart } from './parts.ts';

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
  /** The part that was meant, or the hooks. */
  readonly part: DisableOptions;
}

type Asked = DisableOptions & { readonly dryRun: boolean; readonly agent?: string | undefined };

/** Removes the hooks from one agent, or from all that are found. */
export async function disable(
  options: Asked,
  context: Context,
): Promise<{ readonly document: object; readonly answers: readonly DisableAnswer[] }> {
  const into = installationsInto(options.agent, context);
  const steps = into.flatMap((each) => eachPart(options).map((part) => ({ each, part })));
  // Read everything before changing anything: an error leaves everything unchanged.
  let all: Removals[] = [];
  for (const { each, part } of steps) all.push(await each.removals(part, context));
  if (!options.dryRun) {
    const planned = all;
    all = [];
    for (const [at, { each, part }] of steps.entries()) {
      // What stood beside a part decides what goes with it, and may be gone by now.
      const first = at === 0 ? planned[at] : undefined;
      const removals = first ?? (await each.removals(part, context));
      const { settings, plugin, warm, server } = removals;
      for (const removal of [settings, plugin, warm, server]) await removal?.apply();
      all.push(removals);
    }
  }
  const answers = all.map((removals, at) => ({
    ...answerOf(removals, options, context),
    part: steps[at]?.part ?? options,
  }));
  const named = answers.map(({ document }, at) => ({ agent: steps[at]?.each.agent, ...document }));
  const isOne = options.agent !== ALL_AGENTS && answers.length === 1;
  const document = isOne ? { ...answers[0]?.document } : documentOfAll(named, options.agent);
  return { document, answers };
}

function answerOf(
  removals: Removals,
  { scope, dryRun }: Asked,
  context: Context,
): Omit<DisableAnswer, 'part'> {
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
