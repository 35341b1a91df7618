/** Removes our hooks from an agent. */

import { existsSync } from 'node:fs';
import { ALL_AGENTS, INSTALLATIONS } from '../agents/all-installations.ts';
import type { DisableOptions, Installation, Removal, Removals } from '../agents/installation.ts';
import { databaseOf, homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { eachAgent, type Failed, failedDocument } from './each-agent.ts';
import { documentOfAll } from './enable.ts';
import { eachPart } from './parts.ts';

export interface DisableAnswer {
  readonly agent: string;
  readonly document: ReturnType<typeof documentOf>;
  readonly removals: Removals;
  /** The part that was meant, or the hooks. */
  readonly part: DisableOptions;
}

type Asked = DisableOptions & { readonly dryRun: boolean; readonly agent?: string | undefined };

/** Removes the hooks from one agent, or from all that are found. */
export async function disable(
  options: Asked,
  context: Context,
): Promise<{
  readonly document: object;
  readonly answers: readonly DisableAnswer[];
  readonly failed: readonly Failed[];
  /** The other agents whose hooks stay, where the hooks of one were meant without its name. */
  readonly others: readonly string[];
}> {
  const parts = eachPart(options);
  // All parts of an agent are read before one is changed: an error leaves all of them unchanged.
  const plan = async (each: Installation) => {
    const all: Removals[] = [];
    for (const part of parts) all.push(await each.removals(part, context));
    return all;
  };
  const { done, failed } = await eachAgent(
    options.agent,
    plan,
    async (each, planned) => {
      const all = options.dryRun ? planned : await applied(each, parts, planned, context);
      return all.map((removals, at) => {
        const part = parts[at] ?? options;
        const document = documentOf(removals, options, context);
        return { agent: each.agent, document, removals, part };
      });
    },
    context,
  );
  const answers = done.flat();
  const documents = answers.map(({ agent, document }) => ({ agent, ...document }));
  const isOne = options.agent !== ALL_AGENTS && answers.length === 1;
  const all = [...documents, ...failed.map(failedDocument)];
  const others = isPlain(options) ? await othersEnabled(context) : [];
  const document = isOne ? { ...answers[0]?.document, others } : documentOfAll(all, options.agent);
  return { document, answers, failed, others };
}

/** Whether neither an agent nor a part was named. */
function isPlain({ agent, mcp, skill, statusline, warm }: Asked): boolean {
  return agent === undefined && !mcp && !skill && !statusline && !warm;
}

async function othersEnabled(context: Context): Promise<string[]> {
  const [, ...others] = INSTALLATIONS;
  const names = others.map(async ({ agent, states }) => {
    const { user } = await states(context);
    return user === 'off' || user === 'unreadable' ? [] : [agent];
  });
  return (await Promise.all(names)).flat();
}

async function applied(
  each: Installation,
  parts: readonly DisableOptions[],
  [first]: readonly Removals[],
  context: Context,
): Promise<readonly Removals[]> {
  const all: Removals[] = [];
  for (const [at, part] of parts.entries()) {
    // What was beside a part decides what goes with it, and may be gone by now.
    const removals = (at === 0 ? first : undefined) ?? (await each.removals(part, context));
    const { settings, plugin, warm, server } = removals;
    for (const removal of [settings, plugin, warm, server]) await removal?.apply();
    all.push(removals);
  }
  return all;
}

/** The document that scripts read; `memories` is the home that stays, if a memory is in it. */
function documentOf(removals: Removals, { scope, dryRun }: Asked, context: Context) {
  const { settings, plugin, warm, server } = removals;
  return {
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
    memories: existsSync(databaseOf(homeOf(context))) ? homeOf(context) : null,
  };
}

function serverDocument({ path, changed, deleted, removed }: Removal): object {
  return { file: path, changed, deleted, removed };
}

function pluginDocument({ path, changed, deleted, removed, kept }: Removal): object {
  return { folder: path, changed, deleted, removed, kept };
}
