/** The state of our hooks in the settings files. Read-only; `unreadable` is one of the states. */

import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import { MementorError } from '../../../process/errors.ts';
import type { Scope } from '../../installation.ts';
import { settingsPath } from '../paths.ts';
import { HOOK_EVENTS, type HookEvent, type Hooks, hooksOf } from './hook-command.ts';
import { isMixedCommand, isOwnCommand } from './own-command.ts';
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

/** `partly`: some events have no hook. `stale`: hooks of another installation, or changed ones. */
export type HooksState = 'on' | 'partly' | 'stale' | 'off' | 'unreadable';

export interface ScopeHooks {
  readonly scope: Scope;
  readonly path: string;
  readonly state: HooksState;
  /** All our commands in the file, mixed ones too. */
  readonly commands: readonly string[];
  /** The commands among them that run other things too: neither enable nor disable changes them. */
  readonly mixed: readonly string[];
  /** The events that have no hook of ours. */
  readonly lacking: readonly HookEvent[];
  /** Whether the file disables all hooks, not only ours. */
  readonly disablesAll: boolean;
  /** Whether the file enables or disables our plugin; undefined if it does neither. */
  readonly pluginSwitch: boolean | undefined;
  /** Hook commands of other tools, and the ids of plugins that the file enables. */
  readonly foreign: readonly string[];
  /** After how many days Claude Code deletes transcripts; undefined if the file does not set it. */
  readonly cleanupDays: number | undefined;
  /** Why the file is unreadable. */
  readonly error: MementorError | undefined;
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

const NOTHING = {
  commands: [],
  mixed: [],
  lacking: HOOK_EVENTS,
  disablesAll: false,
  pluginSwitch: undefined,
  foreign: [],
  cleanupDays: undefined,
} as const;

async function hooksIn(scope: Scope, context: Context): Promise<ScopeHooks> {
  return await hooksAt(settingsPath(scope, context), scope, context);
}

/** Returns the state of the hooks in a file. */
export async function hooksAt(path: string, scope: Scope, context: Context): Promise<ScopeHooks> {
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
  const mixed = all.filter((command) => isMixedCommand(command, hooks.known));
  const commands = all.filter(
    (command) => isOwnCommand(command, hooks.known) || mixed.includes(command),
  );
  const states = inspectHooks(text, hooks, { file });
  const pluginsOn = propertiesOf(plugins).filter((each) => valueIn(each)?.value === true);
  return {
    state: stateOf(text, hooks, file, commands),
    commands,
    mixed,
    lacking: HOOK_EVENTS.filter((event) => states[event] === 'missing'),
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
  // Any change that enable would make means a stale state, including our hook on a wrong event.
  if (!enableIn(text, hooks, { file }).changed) return 'on';
  const states = Object.values(inspectHooks(text, hooks, { file }));
  return states.includes('missing') && !states.includes('stale') ? 'partly' : 'stale';
}
