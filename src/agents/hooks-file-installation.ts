/** Installs our hooks into an agent that has one file for the hooks of all sessions. */

import { existsSync } from 'node:fs';
import type { Node } from 'jsonc-parser';
import { homeOf } from '../home.ts';
import { type Check, fail, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';
import type { World } from '../process/world.ts';
import type { DisableOptions, Enabled, EnableOptions, Installation } from './installation.ts';
import {
  enableFile,
  type FileHooks,
  type HooksFile,
  hooksAt,
  hooksInsertion,
} from './settings-file/file-hooks.ts';
import { missingFiles } from './settings-file/hook-files.ts';
import type { HookLayout } from './settings-file/hooks.ts';
import { receiptsIn } from './settings-file/receipt.ts';
import { settingsRemoval } from './settings-file/removal.ts';

export interface HooksOfAgent {
  /** The agent's name. */
  readonly agent: string;
  /** Returns the agent's own folder: the agent seems to be installed if it is there. */
  readonly folder: (world: World) => string;
  /** Returns the file with the hooks. */
  readonly file: (world: World) => string;
  readonly layout: HookLayout;
  /** When hooks run, and what the agent asks its user before, as lines. */
  readonly use: readonly string[];
  /** Returns the setting of the file that switches all hooks off, if there is one. */
  readonly switchedOff?: (root: Node) => string | undefined;
  /** Returns the check of hooks that are in order; `ok` without it. */
  readonly consent?: (name: string, path: string, context: Context) => Check;
}

export function hooksFileInstallation(hooks: HooksOfAgent): Installation {
  const { agent, file, use } = hooks;
  const fix = `run \`mementor enable --agent ${agent}\``;
  const placeIn = (context: Context): HooksFile => {
    return { agent, path: file(context), layout: hooks.layout, program: context };
  };
  const removal = async (path: string, context: Context) => {
    const read = async () => [await hooksInsertion({ ...placeIn(context), path }, context)];
    return await settingsRemoval(path, read, context);
  };
  const found = async (context: Context) => await hooksAt(placeIn(context), context);
  return {
    agent,
    isSeen: (context) => existsSync(hooks.folder(context)),
    enable: async (options: EnableOptions, context: Context, watch: Watch): Promise<Enabled> => {
      refuseOthers(options, hooks);
      const changes = await enableFile(placeIn(context), options.dryRun, context, watch);
      return { ...changes, scope: 'user', agent, use: [...use, earlier(agent)], shared: [] };
    },
    removals: async (options, context) => {
      refuseOthers(options, hooks);
      return { settings: await removal(file(context), context), plugin: undefined };
    },
    everywhere: async (context) => {
      const { settings } = await receiptsIn(homeOf(context), agent);
      const here = [file(context)].filter((path) => existsSync(path));
      const paths = [...new Set([...here, ...settings])];
      return await Promise.all(paths.map((path) => removal(path, context)));
    },
    states: async (context) => {
      const { state } = await found(context);
      return { user: state, project: 'off', local: 'off', plugin: 'off' };
    },
    unreadable: async (context) => [(await found(context)).error?.message ?? []].flat(),
    trouble: async (context) => {
      const { error, commands, path } = await found(context);
      if (error) return { problem: error.message, fix: error.hint ?? 'mend the file' };
      const missing = missingFiles(commands);
      if (missing.length === 0) return undefined;
      const problem = `${path} calls ${missing.join(', ')}, which no longer exists`;
      return { problem, fix };
    },
    checks: [async (context) => checksOf(await found(context), hooks, context)],
    // No warning is made of their own rules: those are asked of the default agent alone.
    retentionDays: async () => Number.POSITIVE_INFINITY,
  };
}

function earlier(agent: string): string {
  return `From then on conversations are stored. To store earlier ones, run \`mementor ingest --all --agent ${agent}\`.`;
}

function checksOf(found: FileHooks, hooks: HooksOfAgent, context: Context): Check[] {
  const { state, commands, path, error, root } = found;
  const name = `hooks ${hooks.agent}`;
  const fix = `run \`mementor enable --agent ${hooks.agent}\``;
  if (error) return [fail(name, error.message, error.hint)];
  if (commands.length === 0) {
    if (!existsSync(hooks.folder(context))) return [];
    return [minor(name, `off; \`mementor enable --agent ${hooks.agent}\` installs them`)];
  }
  const missing = missingFiles(commands);
  if (missing.length > 0) {
    return [fail(name, `${path} calls ${missing.join(', ')}, which no longer exists`, fix)];
  }
  if (state !== 'on') return [warn(name, `${path} has old, edited or too few hooks`, fix)];
  const off = root && hooks.switchedOff?.(root);
  if (off !== undefined) {
    return [fail(name, `\`${off}\` in ${path} switches all hooks off`, 'remove it there')];
  }
  return [hooks.consent?.(name, path, context) ?? ok(name, `on in ${path}`)];
}

function refuseOthers(options: Omit<DisableOptions, 'dryRun'>, { agent, layout }: HooksOfAgent) {
  const { scope, as, mcp, skill, statusline, warm } = options;
  const refuse = (message: string, hint: string) => new MementorError('AGENT_LACKS', message, hint);
  if (mcp) {
    throw refuse(
      `the server of tools is not registered in ${layout.client} yet`,
      `register \`mementor mcp\` there by hand`,
    );
  }
  if (skill || statusline || warm) {
    throw refuse(
      'the skill, the status line and warm recall are for Claude Code only',
      `leave out \`--agent ${agent}\``,
    );
  }
  if (scope === 'user' && as !== 'plugin') return;
  throw refuse(
    `the hooks of ${layout.client} are installed for all sessions only`,
    `run \`mementor enable --agent ${agent}\``,
  );
}
