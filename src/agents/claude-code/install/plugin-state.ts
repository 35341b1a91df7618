/** The state of our plugin in each scope. Read-only; `unreadable` is one of the states. */

import { MementorError } from '../../../errors/errors.ts';
import type { Context } from '../../../process/context.ts';
import type { ScopeHooks } from './hook-state.ts';
import { PLUGIN_SCOPES, type PluginScope, partOf, pluginFolder } from './plugin.ts';
import { EMPTY, type FolderState, type PluginFolder, readPlugin } from './plugin-folder.ts';

/** `foreign`: a folder of that name that is not ours. `disabled`: off in Claude Code's settings. */
export type PluginState = 'on' | 'stale' | 'disabled' | 'foreign' | 'off' | 'unreadable';

export interface ScopePlugin
  extends Pick<PluginFolder, 'path' | 'commands' | 'server' | 'files' | 'taken'> {
  readonly scope: PluginScope;
  readonly state: PluginState;
  readonly isOff: boolean;
  /** Why the folder is unreadable. */
  readonly error: MementorError | undefined;
}

const STATES = {
  ours: 'on',
  stale: 'stale',
  foreign: 'foreign',
  missing: 'off',
} as const satisfies Readonly<Record<FolderState, PluginState>>;

/** Returns the state of the plugin in each scope; `settings` may disable it. */
export async function pluginsPerScope(
  context: Context,
  settings?: Readonly<Record<'user' | 'project' | 'local', ScopeHooks>>,
): Promise<Record<PluginScope, ScopePlugin>> {
  const user = await pluginIn('user', context);
  const project = await pluginIn('project', context);
  const isOff = settings !== undefined && isSwitchedOff(settings);
  const seen = (plugin: ScopePlugin): ScopePlugin =>
    isOff ? { ...plugin, isOff, state: runs(plugin) ? 'disabled' : plugin.state } : plugin;
  // In the home directory both paths are the same folder.
  const isOne = user.path === project.path;
  const none = { ...project, ...EMPTY, state: 'off', error: undefined } as const;
  return { user: seen(user), project: isOne ? none : seen(project) };
}

/** Returns whether Claude Code would run the plugin's hooks. */
export function runs({ state }: ScopePlugin): boolean {
  return state === 'on' || state === 'stale';
}

/** Returns the more important state: Claude Code prefers the user's plugin to a project's. */
export function pluginState(plugins: Readonly<Record<PluginScope, ScopePlugin>>): PluginState {
  const states = PLUGIN_SCOPES.map((scope) => plugins[scope].state);
  return states.find((state) => state !== 'off') ?? 'off';
}

async function pluginIn(scope: PluginScope, context: Context): Promise<ScopePlugin> {
  const path = pluginFolder(scope, context);
  const nothing = { scope, path, ...EMPTY, isOff: false, error: undefined };
  try {
    const { state, commands, server, files, taken } = await readPlugin(path, context);
    // The state is that of the hooks.
    const parts = files.map((file) => partOf(file.path));
    const hasOnlyOthers =
      commands.length === 0 && (parts.includes('mcp') || parts.includes('skill'));
    const shown = hasOnlyOthers ? 'off' : STATES[state];
    return { ...nothing, state: shown, commands, server, files, taken };
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    return { ...nothing, state: 'unreadable', error };
  }
}

/** The most specific settings win. */
function isSwitchedOff(settings: Readonly<Record<'user' | 'project' | 'local', ScopeHooks>>) {
  const { user, project, local } = settings;
  return (local.pluginSwitch ?? project.pluginSwitch ?? user.pluginSwitch) === false;
}
