/**
 * Installs our hooks into Codex: into `hooks.json`, whose form is that of Claude Code's settings,
 * so the same code edits it.
 */

import { existsSync } from 'node:fs';
import { homeOf } from '../../home.ts';
import { type Check, fail, minor, ok, warn } from '../../process/check.ts';
import type { Context } from '../../process/context.ts';
import { MementorError } from '../../process/errors.ts';
import type { Watch } from '../../process/watch.ts';
import { enableFile } from '../claude-code/install/enable-settings.ts';
import { missingFiles } from '../claude-code/install/hook-files.ts';
import { hooksAt, type ScopeHooks } from '../claude-code/install/hook-state.ts';
import { receiptPath } from '../claude-code/install/receipt.ts';
import { settingsRemoval } from '../claude-code/install/remove-settings.ts';
import type { DisableOptions, Enabled, EnableOptions, Installation } from '../installation.ts';
import { codexHome } from './paths.ts';
import { hasTrust, hooksPath } from './trust.ts';

export const codexInstallation: Installation = {
  agent: 'codex',
  isSeen: (context) => existsSync(codexHome(context)),
  enable,
  removals: async (options, context) => {
    refuseOthers(options);
    return { settings: await settingsRemoval(hooksPath(context), context), plugin: undefined };
  },
  everywhere: async (context) => {
    const path = hooksPath(context);
    // What has a receipt is found by its receipt.
    if (existsSync(receiptPath(homeOf(context), path)) || !existsSync(path)) return [];
    return [await settingsRemoval(path, context)];
  },
  states: async (context) => ({
    user: (await stateOf(context)).state,
    project: 'off',
    local: 'off',
    plugin: 'off',
  }),
  unreadable: async (context) => [(await stateOf(context)).error?.message ?? []].flat(),
  trouble: async (context) => {
    const { error, commands, path } = await stateOf(context);
    if (error) return { problem: error.message, fix: error.hint ?? 'mend the file' };
    const missing = missingFiles(commands);
    if (missing.length === 0) return undefined;
    const problem = `${path} calls ${missing.join(', ')}, which no longer exists`;
    return { problem, fix: 'run `mementor enable --agent codex`' };
  },
  checks: [hookChecks],
  // Codex deletes no rollouts.
  retentionDays: async () => Number.POSITIVE_INFINITY,
};

async function stateOf(context: Context): Promise<ScopeHooks> {
  return await hooksAt(hooksPath(context), 'user', context);
}

async function enable(options: EnableOptions, context: Context, watch: Watch): Promise<Enabled> {
  refuseOthers(options);
  const changes = await enableFile(hooksPath(context), options, context, watch);
  return { ...changes, agent: 'codex', use: USE, shared: [] };
}

const USE = [
  'Codex asks before it runs a hook, and skips in silence what you have not trusted: start `codex`, type `/hooks`, and trust those of Mementor. A change of the file asks again.',
  'From then on conversations are stored. To store earlier ones, run `mementor ingest --all --agent codex`.',
];

function refuseOthers({ scope, as, mcp }: Omit<DisableOptions, 'dryRun'>): void {
  if (mcp) {
    throw new MementorError(
      'AGENT_LACKS',
      'the server of tools is not registered in Codex yet',
      '`codex mcp add mementor -- mementor mcp` registers it',
    );
  }
  if (scope === 'user' && as !== 'plugin') return;
  throw new MementorError(
    'AGENT_LACKS',
    'the hooks of Codex are installed for all sessions only',
    'run `mementor enable --agent codex`',
  );
}

async function hookChecks(context: Context): Promise<Check[]> {
  const { state, commands, path, error } = await stateOf(context);
  const name = 'hooks codex';
  const fix = 'run `mementor enable --agent codex`';
  if (error) return [fail(name, error.message, error.hint)];
  if (commands.length === 0) {
    if (!existsSync(codexHome(context))) return [];
    return [minor(name, 'off; `mementor enable --agent codex` installs them')];
  }
  const missing = missingFiles(commands);
  if (missing.length > 0) {
    return [fail(name, `${path} calls ${missing.join(', ')}, which no longer exists`, fix)];
  }
  if (state !== 'on') return [warn(name, `${path} has old, edited or too few hooks`, fix)];
  if (hasTrust(context)) return [ok(name, `on in ${path}; Codex has a record of trust`)];
  const silent = `in ${path}, but Codex has no record that you trust them: it skips them in silence`;
  return [warn(name, silent, 'type `/hooks` in Codex and trust those of Mementor')];
}
