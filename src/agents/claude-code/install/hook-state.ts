/** The state of our hooks in the settings files. Read-only; `unreadable` is one of the states. */

import type { Node } from 'jsonc-parser';
import type { Context } from '../../../process/context.ts';
import type { Scope } from '../../installation.ts';
import { type FileHooks, type HooksFile, hooksAt } from '../../settings-file/file-hooks.ts';
import { programOf } from '../../settings-file/program.ts';
import { keyOf, propertiesOf, propertyOf, valueIn } from '../../settings-file/settings-json.ts';
import { settingsPath } from '../paths.ts';
import { cleanupDaysIn } from './cleanup-days.ts';
import { CLAUDE_HOOKS } from './hook-command.ts';
import { PLUGIN_ID } from './plugin.ts';
import { yielding } from './warm-plugin.ts';

export interface ScopeHooks extends Omit<FileHooks, 'root'> {
  readonly scope: Scope;
  /** Whether the file disables all hooks, not only ours. */
  readonly disablesAll: boolean;
  /** Whether the file enables or disables our plugin; undefined if it does neither. */
  readonly pluginSwitch: boolean | undefined;
  /** Hook commands of other tools, and the ids of plugins that the file enables. */
  readonly foreign: readonly string[];
  /** After how many days Claude Code deletes transcripts; undefined if the file does not set it. */
  readonly cleanupDays: number | undefined;
}

/** Returns the state of the hooks in each scope. */
export async function hooksPerScope(context: Context): Promise<Record<Scope, ScopeHooks>> {
  const [user, project, local] = await Promise.all([
    hooksIn('user', context),
    hooksIn('project', context),
    hooksIn('local', context),
  ]);
  return { user, project, local };
}

/** Returns the settings file of a scope, and the installation that its hooks should call. */
export function hooksFile(scope: Scope, context: Context): HooksFile {
  const isShared = scope === 'project';
  return {
    path: settingsPath(scope, context),
    layout: CLAUDE_HOOKS,
    program: scope === 'user' ? yielding(context) : { ...programOf(context), isShared },
  };
}

async function hooksIn(scope: Scope, context: Context): Promise<ScopeHooks> {
  const { root, ...hooks } = await hooksAt(hooksFile(scope, context), context);
  return { scope, ...hooks, ...switchesIn(root, hooks.foreign) };
}

function switchesIn(root: Node | undefined, commands: readonly string[]) {
  const plugins = valueIn(propertyOf(root, 'enabledPlugins'));
  const pluginSwitch: unknown = valueIn(propertyOf(plugins, PLUGIN_ID))?.value;
  const pluginsOn = propertiesOf(plugins).filter((each) => valueIn(each)?.value === true);
  return {
    disablesAll: valueIn(propertyOf(root, 'disableAllHooks'))?.value === true,
    pluginSwitch: typeof pluginSwitch === 'boolean' ? pluginSwitch : undefined,
    foreign: [...commands, ...pluginsOn.map(keyOf)],
    cleanupDays: root && cleanupDaysIn(root),
  };
}
