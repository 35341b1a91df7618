/** Installs our hooks as a plugin in Claude Code's skills folder. */

import { MementorError } from '../../../errors/errors.ts';
import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Scope } from '../../installation.ts';
import { keepReceipt, orReceiptBack } from '../../settings-file/keep-receipt.ts';
import { removeLeftovers } from '../../settings-file/leftovers.ts';
import {
  createdFolderFor,
  readPluginReceipt,
  type WrittenFile,
} from '../../settings-file/receipt.ts';
import { sha256 } from '../../settings-file/undo.ts';
import { PLUGIN_CLIENT_MIN } from './help.ts';
import { hooksOf } from './hook-command.ts';
import { pluginLeftoversAt } from './leftovers.ts';
import { addCommand } from './mcp-server.ts';
import { refuseSettings } from './other-form.ts';
import {
  isPluginScope,
  MCP_FILE,
  PARTS,
  type Part,
  type PluginFile,
  type PluginScope,
  partOf,
  pluginFiles,
  pluginFolder,
} from './plugin.ts';
import {
  checkOurs,
  installPlugin,
  type PluginFolder,
  readPlugin,
  refuseOthers,
} from './plugin-folder.ts';
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
  const receipt = await readPluginReceipt(homeOf(context), path);
  const hooks = hooksOf(context, receipt?.commands);
  const folder = await readPlugin(path, hooks, receipt);
  // What the plugin has already stays in it.
  const present = new Set(folder.files.map(({ path }) => partOf(path)));
  const parts = PARTS.filter((part) => part === asked || present.has(part));
  const files = pluginFiles(hooks, version, parts).filter(
    ({ path }) => !folder.taken.includes(path),
  );
  // Checked in a dry run too, so that it does not promise what a real run would refuse.
  checkOurs(folder);
  if (isMcp) await refuseOthers(folder, MCP_FILE);
  const { added, updated } = changesOf(folder, files);
  const changed = added.length + updated.length > 0;
  if (!dryRun) await removeLeftovers(await pluginLeftoversAt(folder.target, 'old', context));
  if (changed && !dryRun) {
    const createdFolder = await createdFolderFor(folder.target, receipt, homeOf(context));
    const commands = parts.includes('hooks') ? [...hooks.known] : [];
    const written = files.map((file) => writtenFile(file, folder));
    const kept = { path, files: written, commands, createdFolder };
    // Write the receipt first: if enable is killed before the plugin is installed, disable still
    // knows which folders it created.
    await keepReceipt(kept, context, watch);
    await orReceiptBack(installPlugin(folder, files), receipt, path, context, watch);
  }
  const created = folder.state === 'missing';
  return {
    form: 'plugin',
    mcp: isMcp,
    skill: isSkill,
    scope,
    path: folder.path,
    changed,
    created,
    added,
    updated,
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
    `  \`${addCommand(context)}\``,
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

function changesOf(folder: PluginFolder, files: readonly PluginFile[]) {
  const added: string[] = [];
  const updated: string[] = [];
  for (const { path, text } of files) {
    const found = folder.files.find((file) => file.path === path);
    if (found === undefined) added.push(path);
    else if (found.text !== text) updated.push(path);
  }
  return { added, updated };
}

function writtenFile({ path, text }: PluginFile, folder: PluginFolder): WrittenFile {
  const old = folder.files.find((file) => file.path === path);
  return { path, before: old ? sha256(old.text) : null, after: sha256(text) };
}
