/** Checks of our plugin in Claude Code's skills folders. */

import { type Check, fail, minor, ok, warn } from '../../../process/check.ts';
import { missingFiles } from '../../settings-file/hook-files.ts';
import { PLUGIN_ID, type PluginScope } from '../install/plugin.ts';
import { runs, type ScopePlugin } from '../install/plugin-state.ts';

/** Returns a check of the user plugin, and one of the project plugin if that folder exists. */
export function pluginChecks({ user, project }: Readonly<Record<PluginScope, ScopePlugin>>) {
  const checks = [pluginCheck('plugin', user)];
  if (project.state === 'off') return checks;
  return [...checks, shadowedCheck(user, project) ?? pluginCheck('plugin project', project)];
}

function pluginCheck(name: string, plugin: ScopePlugin): Check {
  const { path, state, commands, error } = plugin;
  const flag = plugin.scope === 'user' ? '' : ` --${plugin.scope}`;
  const fix = `run \`mementor enable --as plugin${flag}\``;
  if (error) return fail(name, error.message, error.hint);
  if (state === 'off') return minor(name, `none in ${path}`);
  if (state === 'foreign') {
    const other = `rename or move it, then ${fix}, if you want Mementor as a plugin`;
    return warn(name, `${path} is not Mementor's`, other);
  }
  if (state === 'disabled') {
    const on = `run \`claude plugin enable ${PLUGIN_ID}\`, or \`mementor disable${flag}\``;
    return warn(name, `${path} is switched off in Claude Code's settings`, on);
  }
  const missing = missingFiles(commands);
  if (missing.length > 0) {
    return fail(name, `${path} calls ${missing.join(', ')}, which no longer exists`, fix);
  }
  if (state === 'on') return ok(name, `on in ${path}`);
  return warn(
    name,
    `${path} has hooks of another installation, of an older version, or edited ones`,
    fix,
  );
}

/** If two plugins have the same name, Claude Code loads the user's. */
function shadowedCheck(user: ScopePlugin, project: ScopePlugin): Check | undefined {
  if (!runs(user) || !runs(project)) return undefined;
  const detail = `${project.path} is not loaded: ${user.path} has the same name and comes first`;
  return warn('plugin project', detail, 'run `mementor disable --project --as plugin`');
}
