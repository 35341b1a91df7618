/** `mementor enable`: puts our hooks into one of Claude Code's settings files, or into a plugin. */

import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hooksOf } from '../agents/claude-code/install/hook-command.ts';
import { keepReceipt, orReceiptBack } from '../agents/claude-code/install/keep-receipt.ts';
import { removeLeftovers, settingsLeftovers } from '../agents/claude-code/install/leftovers.ts';
import { refusePlugin } from '../agents/claude-code/install/other-form.ts';
import { readReceipt, undoFor } from '../agents/claude-code/install/receipt.ts';
import {
  firstMissingFolder,
  readSettings,
  type SettingsFile,
  writeSettings,
} from '../agents/claude-code/install/settings.ts';
import { type Enabled, enableIn } from '../agents/claude-code/install/settings-edit.ts';
import { claudeConfigDir, type Scope, settingsPath } from '../agents/claude-code/paths.ts';
import { homeOf } from '../home.ts';
import { offerModel } from '../models/offer.ts';
import { lineDiff } from '../output/line-diff.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { EnableOptions } from './enable-options.ts';
import { enablePlugin } from './enable-plugin.ts';

export async function run(options: EnableOptions, context: Context): Promise<ExitCode> {
  if (options.scope !== 'user') await refuseHome(options.scope, context);
  if (options.as === 'plugin') await enablePlugin(options, context);
  else await enableSettings(options, context);
  if (!options.json && !options.dryRun) await offerModel(context);
  return 0;
}

async function enableSettings(options: EnableOptions, context: Context): Promise<void> {
  await refusePlugin(context);
  const home = homeOf(context);
  const path = settingsPath(options.scope, context);
  const receipt = await readReceipt(home, path);
  const file = await readSettings(path);
  const hooks = hooksOf(context, receipt?.commands);
  const earlier = undoFor(receipt, file.text);
  const enabled = enableIn(file.text, hooks, { file: path, undo: earlier });
  if (!options.dryRun) await removeLeftovers(await settingsLeftovers(file.target, 'old', context));
  if (enabled.undo && !options.dryRun) {
    const missing = await firstMissingFolder(file.target);
    const createdFolder = missing ?? receipt?.createdFolder ?? null;
    const { undo } = enabled;
    // First: killed before the file is written, a receipt fits nothing and harms nothing.
    await keepReceipt({ path, undo, earlier, commands: [...hooks.known], createdFolder }, context);
    await orReceiptBack(writeSettings(file, enabled.text), receipt, path, context);
  }
  report(file, enabled, options, context);
}

/** In the home directory, a project's settings would be the user's own. */
async function refuseHome(scope: Scope, context: Context): Promise<void> {
  const cwd = await realOr(context.cwd);
  const folder = await realOr(dirname(settingsPath('project', context)));
  const isHome = cwd === (await realOr(context.homedir));
  if (!isHome && folder !== (await realOr(claudeConfigDir(context)))) return;
  throw new MementorError(
    'SCOPE_IS_HOME',
    `${context.cwd} is no project: its \`.claude\` folder rules all your sessions`,
    `run \`mementor enable\` for all sessions, or \`mementor enable --${scope}\` in a project`,
  );
}

async function realOr(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

function report(
  file: SettingsFile,
  enabled: Enabled,
  options: EnableOptions,
  context: Context,
): void {
  const { added, updated, changed } = enabled;
  if (options.json) {
    const { scope, dryRun } = options;
    const created = changed && file.text === undefined;
    const document = {
      version: 1,
      file: file.path,
      scope,
      dryRun,
      changed,
      created,
      added,
      updated,
    };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else if (!changed) {
    context.stdout.write(`Mementor is already enabled in ${file.path}; nothing to do.\n`);
  } else if (options.dryRun) {
    reportDiff(file, enabled, context);
  } else {
    reportChange(file, enabled, options.scope, context);
  }
}

function reportDiff(file: SettingsFile, enabled: Enabled, context: Context): void {
  const paint = style(context.stdout, context.env);
  const verb = file.text === undefined ? 'would create' : 'would change';
  context.stdout.write(`${paint.bold(`mementor enable ${verb} ${file.path}`)}\n`);
  context.stdout.write(lineDiff(file.text ?? '', enabled.text, paint));
  context.stdout.write('Nothing was written (--dry-run).\n');
}

function reportChange(file: SettingsFile, enabled: Enabled, scope: Scope, context: Context): void {
  const paint = style(context.stdout, context.env);
  const undo = scope === 'user' ? 'mementor disable' : `mementor disable --${scope}`;
  const lines = [
    `${paint.green('Enabled')} Mementor in ${paint.cyan(file.path)}`,
    ...(enabled.added.length > 0 ? [`  added    ${enabled.added.join(', ')}`] : []),
    ...(enabled.updated.length > 0 ? [`  updated  ${enabled.updated.join(', ')}`] : []),
    `  undo     ${paint.cyan(undo)}`,
    '',
    'Claude Code uses the hooks at once, in running sessions too: conversations are remembered',
    `from now on. To take in earlier ones, run ${paint.cyan('mementor ingest --all')}.`,
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (scope !== 'project') return;
  const warning = paint.yellow('Note:');
  context.stdout.write(
    `${warning} this file is usually committed, and the hooks hold paths of this machine;\n` +
      `${paint.cyan('--local')} keeps them to yourself.\n`,
  );
}
