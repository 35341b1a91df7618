/** `mementor enable --as plugin`: writes our hooks as a plugin into Claude Code's skills folder. */

import { hooksOf } from '../agents/claude-code/install/hook-command.ts';
import { keepReceipt, orReceiptBack } from '../agents/claude-code/install/keep-receipt.ts';
import { pluginLeftoversAt, removeLeftovers } from '../agents/claude-code/install/leftovers.ts';
import { refuseSettings } from '../agents/claude-code/install/other-form.ts';
import {
  isPluginScope,
  PLUGIN_CLIENT_MIN,
  type PluginFile,
  type PluginScope,
  pluginFiles,
  pluginFolder,
} from '../agents/claude-code/install/plugin.ts';
import {
  checkOurs,
  installPlugin,
  type PluginFolder,
  readPlugin,
} from '../agents/claude-code/install/plugin-folder.ts';
import { readPluginReceipt, type WrittenFile } from '../agents/claude-code/install/receipt.ts';
import { firstMissingFolder } from '../agents/claude-code/install/settings.ts';
import { sha256 } from '../agents/claude-code/install/undo.ts';
import type { Scope } from '../agents/claude-code/paths.ts';
import { homeOf } from '../home.ts';
import { style } from '../output/style.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { packageVersion } from '../state/package-version.ts';
import type { EnableOptions } from './enable-options.ts';

/** What enable changes in the plugin's folder. */
interface Change {
  readonly folder: PluginFolder;
  readonly scope: PluginScope;
  readonly added: readonly string[];
  readonly updated: readonly string[];
}

export async function enablePlugin(options: EnableOptions, context: Context): Promise<void> {
  const scope = pluginScope(options.scope);
  await refuseSettings(context);
  const path = pluginFolder(scope, context);
  const receipt = await readPluginReceipt(homeOf(context), path);
  const hooks = hooksOf(context, receipt?.commands);
  const folder = await readPlugin(path, hooks, receipt);
  const files = pluginFiles(hooks, packageVersion());
  // A dry run must not promise what would be refused.
  checkOurs(folder);
  const change = changeOf(folder, files, scope);
  if (!options.dryRun)
    await removeLeftovers(await pluginLeftoversAt(folder.target, 'old', context));
  if (isChange(change) && !options.dryRun) {
    const missing = await firstMissingFolder(folder.target);
    const createdFolder = missing ?? receipt?.createdFolder ?? null;
    const written = files.map((file) => writtenFile(file, folder));
    // First: killed before the plugin is in its place, disable knows which folders were made.
    await keepReceipt({ path, files: written, commands: [...hooks.known], createdFolder }, context);
    await orReceiptBack(installPlugin(folder, files), receipt, path, context);
  }
  report(change, options, context);
}

/** Claude Code has no plugin that is one's own and of one project. */
export function pluginScope(scope: Scope): PluginScope {
  if (isPluginScope(scope)) return scope;
  throw new MementorError(
    'PLUGIN_NOT_LOCAL',
    'a plugin is for all sessions or for a project; it has no local form',
    'leave out `--local` or `--as plugin`',
  );
}

function changeOf(folder: PluginFolder, files: readonly PluginFile[], scope: PluginScope): Change {
  const added: string[] = [];
  const updated: string[] = [];
  for (const { path, text } of files) {
    const found = folder.files.find((file) => file.path === path);
    if (found === undefined) added.push(path);
    else if (found.text !== text) updated.push(path);
  }
  return { folder, scope, added, updated };
}

function isChange({ added, updated }: Change): boolean {
  return added.length + updated.length > 0;
}

function writtenFile({ path, text }: PluginFile, folder: PluginFolder): WrittenFile {
  const old = folder.files.find((file) => file.path === path);
  return { path, before: old ? sha256(old.text) : null, after: sha256(text) };
}

function report(change: Change, options: EnableOptions, context: Context): void {
  const { folder, added, updated, scope } = change;
  const changed = isChange(change);
  if (options.json) {
    const { dryRun } = options;
    const created = folder.state === 'missing';
    const what = { as: 'plugin', folder: folder.path, scope, dryRun, changed, created };
    const document = { version: 1, ...what, added, updated };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else if (!changed) {
    context.stdout.write(`Mementor is already enabled in ${folder.path}; nothing to do.\n`);
  } else if (options.dryRun) {
    reportFiles(change, context);
  } else {
    reportChange(change, context);
  }
}

function reportFiles({ folder, added, updated }: Change, context: Context): void {
  const paint = style(context.stdout, context.env);
  const verb = folder.state === 'missing' ? 'would create' : 'would change';
  const lines = [
    paint.bold(`mementor enable ${verb} ${folder.path}`),
    ...added.map((path) => paint.green(`+ ${path}`)),
    ...updated.map((path) => `~ ${path}`),
    'Nothing was written (--dry-run).',
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function reportChange({ folder, added, updated, scope }: Change, context: Context): void {
  const paint = style(context.stdout, context.env);
  const undo = scope === 'user' ? 'mementor disable' : `mementor disable --${scope}`;
  const lines = [
    `${paint.green('Enabled')} Mementor as a plugin in ${paint.cyan(folder.path)}`,
    ...(added.length > 0 ? [`  added    ${added.join(', ')}`] : []),
    ...(updated.length > 0 ? [`  updated  ${updated.join(', ')}`] : []),
    `  undo     ${paint.cyan(undo)}`,
    '',
    `New sessions of Claude Code ${PLUGIN_CLIENT_MIN} or newer use it; in a running one, type ${paint.cyan('/reload-plugins')}.`,
    `To take in earlier conversations, run ${paint.cyan('mementor ingest --all')}.`,
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (scope !== 'project') return;
  context.stdout.write(
    `${paint.yellow('Note:')} Claude Code loads it where this folder is trusted, in sessions started right here;\n` +
      'its hooks hold paths of this machine: keep it out of version control.\n',
  );
}
