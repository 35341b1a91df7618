/** Refuses to install the hooks in both forms: Claude Code would run each hook twice. */

import { MementorError } from '../../../errors/errors.ts';
import type { Context } from '../../../process/context.ts';
import type { Scope } from '../../installation.ts';
import { hooksPerScope, type ScopeHooks } from './hook-state.ts';
import { pluginsPerScope, type ScopePlugin } from './plugin-state.ts';

/** Throws if a settings file that applies to the same sessions as the plugin has our hooks. */
export async function refuseSettings(context: Context): Promise<void> {
  const inUse = inUseAmong(Object.values(await hooksPerScope(context)));
  if (inUse === undefined) return;
  const message = `Mementor is enabled in ${inUse.paths}: besides a plugin, its hooks would run twice`;
  throw new MementorError('ENABLED_AS_SETTINGS', message, inUse.hint);
}

/** Throws if our plugin is installed for all sessions or for this directory. */
export async function refusePlugin(context: Context): Promise<void> {
  const inUse = inUseAmong(Object.values(await pluginsPerScope(context)));
  if (inUse === undefined) return;
  const message = `Mementor is enabled as a plugin in ${inUse.paths}: with the settings, its hooks would run twice`;
  throw new MementorError('ENABLED_AS_PLUGIN', message, inUse.hint);
}

/** Returns the places that have our hooks; throws if one cannot be read, as it may have them. */
function inUseAmong(places: readonly (ScopeHooks | ScopePlugin)[]) {
  const unreadable = places.find((each) => each.error !== undefined);
  if (unreadable?.error) throw unreadable.error;
  const inUse = places.filter((each) => each.commands.length > 0);
  // In the home directory, the project's settings file is the user's.
  const others = inUse.filter(
    ({ path }, at) => inUse.findIndex((each) => each.path === path) === at,
  );
  if (others.length === 0) return undefined;
  return { paths: others.map(({ path }) => path).join(' and '), hint: disableFirst(others) };
}

function disableFirst(where: readonly { readonly scope: Scope }[]): string {
  const commands = where.map(({ scope }) =>
    scope === 'user' ? '`mementor disable`' : `\`mementor disable --${scope}\``,
  );
  return `run ${commands.join(' and ')} first`;
}
