/** Refuses to install the hooks in both forms: Claude Code would run each hook twice. */

import { MementorError } from '../../../errors/errors.ts';
import type { Context } from '../../../process/context.ts';
import type { Scope } from '../../installation.ts';
import { hooksPerScope } from './hook-state.ts';
import { PLUGIN_SCOPES } from './plugin.ts';
import { pluginsPerScope } from './plugin-state.ts';

/** Throws if a settings file that applies to the same sessions as the plugin has our hooks. */
export async function refuseSettings(context: Context): Promise<void> {
  const scopes = Object.values(await hooksPerScope(context));
  // An unreadable file may contain our hooks, which run once somebody repairs it.
  const unreadable = scopes.find((each) => each.error !== undefined);
  if (unreadable?.error) throw unreadable.error;
  const inUse = scopes.filter((each) => each.commands.length > 0);
  const [first] = inUse;
  if (!first) return;
  // In the home directory, the project's settings file is the user's.
  const others = inUse.filter((each) => each.path !== first.path);
  const paths = [first, ...others].map((each) => each.path).join(' and ');
  const message = `Mementor is enabled in ${paths}: besides a plugin, its hooks would run twice`;
  throw new MementorError('ENABLED_AS_SETTINGS', message, disableFirst([first, ...others]));
}

/** Throws if our plugin is installed for all sessions or for this directory. */
export async function refusePlugin(context: Context): Promise<void> {
  const perScope = await pluginsPerScope(context);
  const plugins = PLUGIN_SCOPES.map((scope) => perScope[scope]);
  const unreadable = plugins.find((each) => each.error !== undefined);
  if (unreadable?.error) throw unreadable.error;
  const inUse = plugins.filter((each) => each.commands.length > 0);
  if (inUse.length === 0) return;
  const paths = inUse.map((each) => each.path).join(' and ');
  const message = `Mementor is enabled as a plugin in ${paths}: with the settings, its hooks would run twice`;
  throw new MementorError('ENABLED_AS_PLUGIN', message, disableFirst(inUse));
}

function disableFirst(where: readonly { readonly scope: Scope }[]): string {
  const commands = where.map(({ scope }) =>
    scope === 'user' ? '`mementor disable`' : `\`mementor disable --${scope}\``,
  );
  return `run ${commands.join(' and ')} first`;
}
