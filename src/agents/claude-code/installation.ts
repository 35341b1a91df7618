/** Installs our hooks into Claude Code: in a settings file or as a plugin. */

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { MementorError } from '../../errors/errors.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import type {
  DisableOptions,
  Enabled,
  EnableOptions,
  HookStates,
  Installation,
  Place,
  Removals,
  Scope,
} from '../installation.ts';
import { hookChecks } from './checks/hooks.ts';
import { leftoverChecks } from './checks/leftovers.ts';
import { serverChecks } from './checks/server.ts';
import { skillChecks } from './checks/skill.ts';
import { statusLineChecks } from './checks/status-line.ts';
import { hookTrouble, switchedOff } from './checks/trouble.ts';
import { warmChecks } from './checks/warm.ts';
import { hooksElsewhere } from './install/elsewhere.ts';
import { enablePlugin, pluginScope } from './install/enable-plugin.ts';
import { enableWarm, warmRemoval } from './install/enable-warm.ts';
import { hooksPerScope } from './install/hook-state.ts';
import { managedFiles, managedPaths } from './install/managed.ts';
import { placesOf } from './install/places.ts';
import { isPluginScope, pluginFolder } from './install/plugin.ts';
import { pluginState, pluginsPerScope } from './install/plugin-state.ts';
import { partRemoval, pluginRemoval } from './install/remove-plugin.ts';
import { retentionDays } from './install/retention.ts';
import {
  claudeRemoval,
  enableSettings,
  enableStatusLine,
  statusLineRemoval,
} from './install/settings-parts.ts';
import { WARM_NAME, warmFolder } from './install/warm-plugin.ts';
import { claudeConfigDir, settingsPath } from './paths.ts';

export const claudeCodeInstallation: Installation = {
  agent: 'claude-code',
  isSeen: (context) => existsSync(claudeConfigDir(context)),
  enable,
  removals,
  everywhere,
  states,
  elsewhere: async (context) => (await hooksElsewhere(context)).map(({ path }) => path),
  unreadable: async (context) =>
    Object.values(await hooksPerScope(context)).flatMap(({ error }) => error?.message ?? []),
  trouble: async (context, system) => await hookTrouble(context, await managedIn(context, system)),
  switchedOff: async (context, system) =>
    switchedOff(Object.values(await hooksPerScope(context)), await managedIn(context, system)),
  checks: [
    async (context, system) => await hookChecks(context, await managedIn(context, system)),
    serverChecks,
    skillChecks,
    statusLineChecks,
    warmChecks,
    leftoverChecks,
  ],
  retentionDays: async (context, system) =>
    retentionDays(await hooksPerScope(context), await managedIn(context, system)),
};

async function managedIn(context: Context, system = managedPaths(context.platform)) {
  return await managedFiles(system);
}

async function enable(options: EnableOptions, context: Context, watch: Watch): Promise<Enabled> {
  if (options.scope !== 'user') await refuseHome(options.scope, context);
  if (options.warm) return await enableWarm(options, context, watch);
  if (options.statusline) return await enableStatusLine(options, context, watch);
  const install =
    options.as === 'plugin' || options.mcp || options.skill ? enablePlugin : enableSettings;
  return await install(options, context, watch);
}

/** In the home directory, a project's settings file is the user's own. */
async function refuseHome(scope: Scope, context: Context): Promise<void> {
  const cwd = await realOr(context.cwd);
  const folder = await realOr(dirname(settingsPath('project', context)));
  const isHome = cwd === (await realOr(context.homedir));
  if (!isHome && folder !== (await realOr(claudeConfigDir(context)))) return;
  throw new MementorError(
    'SCOPE_IS_HOME',
    `${context.cwd} is no project: its \`.claude\` folder rules all your sessions`,
    `run \`mementor enable\` for all sessions, or \`mementor enable --${scope}\` in a project`,
  );
}

async function realOr(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

async function removals(options: DisableOptions, context: Context): Promise<Removals> {
  const { scope, as, mcp, skill, statusline, warm } = options;
  if (warm) {
    const plugin = await warmRemoval(warmFolder(context), context);
    return { settings: undefined, plugin };
  }
  if (statusline) {
    const settings = await statusLineRemoval(settingsPath('user', context), context);
    return { settings, plugin: undefined };
  }
  if (mcp || skill) {
    const folder = pluginFolder(pluginScope(scope), context);
    const plugin = await partRemoval(folder, mcp ? 'mcp' : 'skill', context);
    return { settings: undefined, plugin };
  }
  const plugin = async () =>
    await pluginRemoval(pluginFolder(pluginScope(scope), context), context);
  if (as === 'plugin') return { settings: undefined, plugin: await plugin() };
  const settings = await claudeRemoval(settingsPath(scope, context), context);
  const both = as === undefined && isPluginScope(scope);
  // Without the hooks nothing stores what warm recall finds.
  const goesToo = as === undefined && scope === 'user';
  return {
    settings,
    plugin: both ? await plugin() : undefined,
    ...(goesToo ? { warm: await warmRemoval(warmFolder(context), context) } : {}),
  };
}

async function everywhere(context: Context): Promise<Place[]> {
  const { settings, plugins } = await placesOf(context);
  return [
    ...settings.map((path) => ({ path, removal: () => claudeRemoval(path, context) })),
    ...plugins.map((path) => {
      const planned = basename(path) === WARM_NAME ? warmRemoval : pluginRemoval;
      return { path, removal: () => planned(path, context) };
    }),
  ];
}

async function states(context: Context): Promise<HookStates> {
  const scopes = await hooksPerScope(context);
  const plugin = pluginState(await pluginsPerScope(context, scopes));
  const { user, project, local } = scopes;
  return { user: user.state, project: project.state, local: local.state, plugin };
}
