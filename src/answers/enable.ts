/** Installs our hooks into an agent. */

import { INSTALLATIONS, installationInto } from '../agents/all-installations.ts';
import type { Enabled, Form, Scope } from '../agents/installation.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { NODE_WANTED, nodeAt } from '../process/node.ts';
import type { Watch } from '../process/watch.ts';
import { packageVersion } from '../state/package-version.ts';

export interface EnableOptions {
  /** Name of the agent; the default one without it. */
  readonly agent?: string | undefined;
  readonly scope: Scope;
  /** Defaults to the settings. */
  readonly as?: Form | undefined;
  /** The server of tools instead of the hooks. */
  readonly mcp?: boolean | undefined;
  readonly dryRun: boolean;
}

export async function enable(
  options: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<{ readonly document: object; readonly enabled: Enabled }> {
  await refuseNode(context);
  const asked = { ...options, version: packageVersion() };
  const into = installationInto(options.agent);
  const enabled = await into.enable(asked, context, watch);
  const others = options.agent === undefined && !options.mcp ? await othersSeen(context) : [];
  const document = { ...documentOf(enabled, options.dryRun), agent: into.agent };
  return { document, enabled: { ...enabled, use: [...enabled.use, ...others] } };
}

/** Names other agents that are installed and have no hooks of ours. */
async function othersSeen(context: Context): Promise<string[]> {
  const [, ...others] = INSTALLATIONS;
  const lines = others.map(async ({ agent, isSeen, states }) => {
    if (!isSeen(context) || (await states(context)).user !== 'off') return [];
    return [
      `Also seen here: ${agent}. \`mementor enable --agent ${agent}\` installs the hooks there.`,
    ];
  });
  return (await Promise.all(lines)).flat();
}

/** The hooks would run this Node at every prompt. The doctor rejects the same ones. */
async function refuseNode(context: Context): Promise<void> {
  const { version, problem } = await nodeAt(context.nodePath, context);
  if (problem === undefined) return;
  const hint = `install Node ${NODE_WANTED} or newer and run \`mementor enable\` with it; nothing was changed`;
  const code = version === undefined ? 'NODE_UNUSABLE' : 'NODE_TOO_OLD';
  throw new MementorError(code, `the hooks cannot run on this Node: ${problem}`, hint);
}

function documentOf(
  { form, mcp = false, path, scope, changed, created, added, updated, mixed }: Enabled,
  dryRun: boolean,
) {
  const where = form === 'plugin' ? { as: 'plugin', folder: path } : { file: path };
  const what = mcp ? { mcp } : {};
  return { version: 1, ...where, ...what, scope, dryRun, changed, created, added, updated, mixed };
}
