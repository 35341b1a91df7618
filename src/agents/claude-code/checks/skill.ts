/** Checks the skill and the slash commands of our plugin. No check if they were never installed. */

import { homeOf } from '../../../home/paths.ts';
import { type Check, ok, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { programOf } from '../../settings-file/program.ts';
import { readReceipt } from '../../settings-file/receipt.ts';
import { hooksPerScope } from '../install/hook-state.ts';
import { PLUGIN_ID, PLUGIN_SCOPES, partOf } from '../install/plugin.ts';
import { pluginsPerScope, type ScopePlugin } from '../install/plugin-state.ts';
import { skillFiles } from '../install/skill.ts';

export async function skillChecks(context: Context): Promise<Check[]> {
  const plugins = await pluginsPerScope(context, await hooksPerScope(context));
  const checks = PLUGIN_SCOPES.map((scope) => skillCheck(plugins[scope], context));
  return (await Promise.all(checks)).filter((check) => check !== undefined);
}

async function skillCheck(plugin: ScopePlugin, context: Context): Promise<Check | undefined> {
  const { scope, path, taken, isOff, error } = plugin;
  // The check of the hooks tells of a folder that cannot be read.
  if (error !== undefined) return undefined;
  const files = plugin.files.filter((file) => partOf(file.path) === 'skill');
  const receipt = readReceipt(homeOf(context), path);
  const wasThere = receipt?.files?.some((file) => partOf(file.path) === 'skill') === true;
  if (files.length === 0 && !wasThere) return undefined;
  const flag = scope === 'user' ? '' : ` --${scope}`;
  const name = scope === 'user' ? 'skill' : `skill ${scope}`;
  const fix = `run \`mementor enable --skill${flag}\`, or \`mementor disable --skill${flag}\``;
  if (isOff) {
    const on = `run \`claude plugin enable ${PLUGIN_ID}\`, or \`mementor disable --skill${flag}\``;
    return warn(name, `${path} is switched off in Claude Code's settings`, on);
  }
  const wanted = skillFiles(programOf(context)).filter((file) => !taken.includes(file.path));
  const textOf = (file: string) => files.find((each) => each.path === file)?.text;
  const missing = wanted.filter((file) => textOf(file.path) === undefined);
  if (missing.length > 0) {
    return warn(name, `${path} lacks ${missing.map((file) => file.path).join(', ')}`, fix);
  }
  if (wanted.some((file) => textOf(file.path) !== file.text)) {
    return warn(name, `${path} names another installation, or is of an older version`, fix);
  }
  const changed = taken.filter((file) => partOf(file) === 'skill');
  const left = changed.length === 0 ? '' : ` (${changed.join(', ')} not Mementor's, or changed)`;
  return ok(name, `on in ${path}${left}`);
}
