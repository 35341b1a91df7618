/** Installs our hooks as a plugin in Claude Code's skills folder. */

import { MementorError } from '../../../errors/errors.ts';
import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Scope } from '../../installation.ts';
import { programOf } from '../../settings-file/program.ts';
import { PLUGIN_CLIENT_MIN } from './help.ts';
import { hooksOf } from './hook-command.ts';
import { addCommand } from './mcp-server.ts';
import { refuseSettings } from './other-form.ts';
import {
  isPluginScope,
  MCP_FILE,
  PARTS,
  type Part,
  type PluginScope,
  partOf,
  pluginFiles,
  pluginFolder,
} from './plugin.ts';
import { enableFolder, readPlugin, refuseOthers } from './plugin-folder.ts';
import { SLASH_COMMANDS } from './skill.ts';

export async function enablePlugin(
  options: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  const { dryRun, version, mcp: isMcp = false, skill: isSkill = false } = options;
  const asked: Part = isMcp ? 'mcp' : isSkill ? 'skill' : 'hooks';
  const scope = pluginScope(options.scope);
  if (asked === 'hooks') await refuseSettings(context);
  const path = pluginFolder(scope, context);
  const folder = await readPlugin(path, context);
  const hooks = hooksOf(programOf(context), folder.receipt?.commands);
  // What the plugin has already stays in it.
  const present = new Set(folder.files.map(({ path }) => partOf(path)));
  const parts = PARTS.filter((part) => part === asked || present.has(part));
  const files = pluginFiles(hooks, version, parts).filter(
    ({ path }) => !folder.taken.includes(path),
  );
  if (isMcp) await refuseOthers(folder, MCP_FILE);
  const commands = parts.includes('hooks') ? [...hooks.known] : [];
  const changes = await enableFolder(folder, files, commands, dryRun, context, watch);
  return {
    form: 'plugin',
    mcp: isMcp,
    skill: isSkill,
    scope,
    ...changes,
    mixed: [],
    left: parts.includes('skill') ? folder.taken : [],
    use: isMcp ? useOfServer(context) : isSkill ? USE_OF_SKILL : USE,
    shared: SHARED,
  };
}

const USE = [
  `New sessions of Claude Code ${PLUGIN_CLIENT_MIN} or newer use it; in a running one, type \`/reload-plugins\`.`,
];

const USE_OF_SKILL = [
  `New sessions of Claude Code ${PLUGIN_CLIENT_MIN} or newer have them; in a running one, type \`/reload-plugins\`.`,
  `You type ${SLASH_COMMANDS.map((each) => `\`${each}\``).join(', ')}; the skill tells the model when to search by itself.`,
];

/** A client that ignores the folder has a command of its own. */
function useOfServer(context: Context): string[] {
  return [
    `New sessions of Claude Code ${PLUGIN_CLIENT_MIN} or newer have its tools; in a running one, type \`/reload-plugins\`.`,
    'An older one gets them by this command, another agent by `mementor enable --mcp --agent NAME`:',
    `  \`${addCommand(programOf(context))}\``,
  ];
}

const SHARED = [
  'Claude Code loads it where this folder is trusted, in sessions started right here; its hooks hold paths of this machine: keep it out of version control.',
];

/** Claude Code has no local plugins, that is, personal plugins of one project. */
export function pluginScope(scope: Scope): PluginScope {
  if (isPluginScope(scope)) return scope;
  throw new MementorError(
    'PLUGIN_NOT_LOCAL',
    'a plugin is for all sessions or for a project; it has no local form',
    'leave out `--local`, `--as plugin`, `--mcp` or `--skill`',
  );
}
