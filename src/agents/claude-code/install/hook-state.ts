/** What the settings files say about our hooks. Reads only; an unreadable file is a state. */

import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import { MementorError } from '../../../process/errors.ts';
import type { Scope } from '../../installation.ts';
import { settingsPath } from '../paths.ts';
import { type Hooks, hooksOf, isOwnCommand } from './hook-command.ts';
import { PLUGIN_ID } from './plugin.ts';
import { readReceipt } from './receipt.ts';
import { readSettings } from './settings.ts';
import { enableIn, inspectHooks } from './settings-edit.ts';
import {
  cleanupDaysIn,
  itemsOf,
  keyOf,
  parseSettings,
  propertiesOf,
  propertyOf,
  valueIn,
} from './settings-json.ts';

/** `partly`: some events have no hook. `stale`: another installation's, or not as they should be. */
export type HooksState = 'on' | 'partly' | 'stale' | 'off' | 'unreadable';

export interface ScopeHooks {
  readonly scope: Scope;
  readonly path: string;
  readonly state: HooksState;
  /** All commands of ours in the file. */
  readonly commands: readonly string[];
  /** Whether the file switches all hooks off, everybody's. */
  readonly disablesAll: boolean;
  /** Whether the file switches our plugin on or off; undefined when it does not say. */
  readonly pluginSwitch: boolean | undefined;
  /** Hook commands of others, and the ids of plugins that the file switches on. */
  readonly foreign: readonly string[];
  /** After how many days Claude Code deletes transcripts; undefined when the file does not say. */
  readonly cleanupDays: number | undefined;
  /** Why the file is unreadable. */
  readonly error: MementorError | undefined;
}

/** Returns how the hooks stand in each scope. */
export async function hooksPerScope(context: Context): Promise<Record<Scope, ScopeHooks>> {
  const [user, project, local] = await Promise.all([
    hooksIn('user', context),
    hooksIn('project', context),
    hooksIn('local', context),
  ]);
  return { user, project, local };
}

const NOTHING = {
  commands: [],
  disablesAll: false,
  pluginSwitch: undefined,
  foreign: [],
  cleanupDays: undefined,
} as const;

async function hooksIn(scope: Scope, context: Context): Promise<ScopeHooks> {
  const path = settingsPath(scope, context);
  const nothing = { scope, path, ...NOTHING, error: undefined };
  try {
    const receipt = await readReceipt(homeOf(context), path);
    const { text } = await readSettings(path);
    if (text === undefined) return { ...nothing, state: 'off' };
    return { ...nothing, ...inspect(text, hooksOf(context, receipt?.commands), path) };
  } catch (error) {
    if (!(error instanceof MementorError)) throw error;
    return { ...nothing, state: 'unreadable', error };
  }
}

function inspect(
  text: string,
  hooks: Hooks,
  file: string,
): Omit<ScopeHooks, 'scope' | 'path' | 'error'> {
  const { root } = parseSettings(text, file);
  const disablesAll = valueIn(propertyOf(root, 'disableAllHooks'))?.value === true;
  const plugins = valueIn(propertyOf(root, 'enabledPlugins'));
  const pluginSwitch: unknown = valueIn(propertyOf(plugins, PLUGIN_ID))?.value;
  const handlers = propertiesOf(valueIn(propertyOf(root, 'hooks')))
    .flatMap((list) => itemsOf(valueIn(list)))
    .flatMap((group) => itemsOf(valueIn(propertyOf(group, 'hooks'))));
  const all = handlers
    .map((handler): unknown => valueIn(propertyOf(handler, 'command'))?.value)
    .filter((command) => typeof command === 'string');
  const commands = all.filter((command) => isOwnCommand(command, hooks.known));
  const pluginsOn = propertiesOf(plugins).filter((each) => valueIn(each)?.value === true);
  return {
    state: stateOf(text, hooks, file, commands),
    commands,
    disablesAll,
    pluginSwitch: typeof pluginSwitch === 'boolean' ? pluginSwitch : undefined,
    foreign: [...all.filter((command) => !commands.includes(command)), ...pluginsOn.map(keyOf)],
    cleanupDays: cleanupDaysIn(root),
  };
}

function stateOf(
  text: string,
  hooks: Hooks,
  file: string,
  commands: readonly string[],
): HooksState {
  if (commands.length === 0) return 'off';
  // Whatever enable would change is not as it should be, a hook on a foreign event included.
  if (!enableIn(text, hooks, { file }).changed) return 'on';
  const states = Object.values(inspectHooks(text, hooks, { file }));
  return states.includes('missing') && !states.includes('stale') ? 'partly' : 'stale';
}
