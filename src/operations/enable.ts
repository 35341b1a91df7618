/** Installs our hooks into an agent. */

import { ALL_AGENTS, INSTALLATIONS, installationsInto } from '../agents/all-installations.ts';
import type {
  Enabled,
  Form,
  Installation,
  InsteadOfHooks,
  Scope,
  Unconfirmed,
} from '../agents/installation.ts';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { NODE_WANTED, nodeAt } from '../process/node.ts';
import type { Watch } from '../process/watch.ts';
import { packageVersion } from '../reports/package-version.ts';
import { whyUnusable } from '../reports/unusable-home.ts';
import { eachAgent, failedDocument } from './each-agent.ts';
import { eachPart } from './parts.ts';

export interface EnableOptions extends InsteadOfHooks {
  /** Name of the agent, or `all` that are found; the default one without it. */
  readonly agent?: string | undefined;
  readonly scope: Scope;
  /** Defaults to the settings. */
  readonly as?: Form | undefined;
  /** Confirms the hooks in the person's name, where an agent wants that. */
  readonly trust?: boolean | undefined;
  readonly dryRun: boolean;
}

export async function enable(options: EnableOptions, context: Context, watch: Watch) {
  await refuseNode(context);
  requireUsableHome(context);
  const parts = eachPart({ ...options, version: packageVersion() });
  const enableIn = async (each: Installation, { dryRun }: { readonly dryRun: boolean }) => {
    const all: { readonly agent: string; readonly enabled: Enabled }[] = [];
    for (const part of parts) {
      const enabled = await each.enable({ ...part, dryRun }, context, watch);
      const hasHooks = !part.mcp && !part.skill && !part.statusline;
      const switchedOff = hasHooks ? await each.switchedOff(context) : undefined;
      all.push({ agent: each.agent, enabled: { ...enabled, switchedOff } });
    }
    return all;
  };
  // All parts of an agent are planned before one is changed: an error leaves all of them unchanged.
  const plan = async (each: Installation) => await enableIn(each, { dryRun: true });
  const isOne = parts.length === 1 && options.agent !== ALL_AGENTS;
  const { done, failed } = await eachAgent(
    options.agent,
    isOne ? async () => [] : plan,
    async (each) => await enableIn(each, options),
    context,
  );
  const all = done.flat();
  const others = options.agent === undefined && !options.mcp ? await othersSeen(context) : [];
  const documents = all.map(({ agent, enabled }) => {
    return { ...documentOf(enabled, options.dryRun), agent };
  });
  return {
    document: documentOfAll([...documents, ...failed.map(failedDocument)], options.agent),
    enabled: all.map(({ enabled }) => {
      const use = enabled.switchedOff === undefined ? enabled.use : [];
      return { ...enabled, use: [...use, ...others] };
    }),
    failed,
  };
}

/** Throws before anything is changed: hooks that can store nothing would replace hooks that do. */
function requireUsableHome(context: Context): void {
  const home = homeOf(context);
  const unusable = whyUnusable(home);
  if (unusable === undefined) return;
  const what = `nothing can be stored in ${home}: ${unusable}; nothing was changed`;
  throw new MementorError('HOME_UNWRITABLE', what, hintFor('HOME_UNWRITABLE'));
}

/** One change is a document; several parts of one agent, or several agents, are a list. */
export function documentOfAll(documents: readonly object[], agent: string | undefined): object {
  if (agent === ALL_AGENTS) return { version: 1, agents: documents };
  return documents.length > 1 ? { version: 1, parts: documents } : { ...documents[0] };
}

/** Returns the hooks that agents do not run before their user confirms them. */
export async function unconfirmed(
  { agent }: Pick<EnableOptions, 'agent'>,
  context: Context,
): Promise<Unconfirmed[]> {
  const asked = installationsInto(agent, context).map((each) => each.unconfirmed?.(context));
  return (await Promise.all(asked)).filter((each) => each !== undefined);
}

/** Names, in one line, other agents that are installed and have no hooks of ours. */
async function othersSeen(context: Context): Promise<string[]> {
  const [, ...others] = INSTALLATIONS;
  const found = others.map(async ({ agent, isSeen, states }) =>
    isSeen(context) && (await states(context)).user === 'off' ? [agent] : [],
  );
  const names = (await Promise.all(found)).flat();
  if (names.length === 0) return [];
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return [`Also seen here: ${list}. \`mementor enable --agent all\` installs the hooks there too.`];
}

/** The hooks would run this Node at every prompt. The doctor rejects the same ones. */
async function refuseNode(context: Context): Promise<void> {
  const { version, problem } = await nodeAt(context.nodePath, context);
  if (problem === undefined) return;
  const hint = `install Node ${NODE_WANTED} or newer and run \`mementor enable\` with it; nothing was changed`;
  const code = version === undefined ? 'NODE_UNUSABLE' : 'NODE_TOO_OLD';
  throw new MementorError(code, `the hooks cannot run on this Node: ${problem}`, hint);
}

function documentOf(enabled: Enabled, dryRun: boolean) {
  const { form, mcp = false, skill = false, statusline = false, path, scope } = enabled;
  const { changed, created, added, updated, mixed, left = [], switchedOff: off } = enabled;
  const where = form === 'plugin' ? { as: 'plugin', folder: path } : { file: path };
  const what = {
    ...(mcp ? { mcp } : {}),
    ...(skill ? { skill, left } : {}),
    ...(statusline ? { statusline } : {}),
    ...(enabled.warm ? { warm: true } : {}),
    ...(off === undefined ? {} : { switchedOff: { problem: off.problem, fix: off.fix } }),
  };
  return { version: 1, ...where, ...what, scope, dryRun, changed, created, added, updated, mixed };
}
