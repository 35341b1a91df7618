/** `mementor disable`: takes our hooks out of one of Claude Code's settings files. */

import { hooksOf } from '../claude/hook-command.ts';
import { mementorHome, type Scope, settingsPath } from '../claude/paths.ts';
import { deleteReceipt, readReceipt } from '../claude/receipt.ts';
import {
  deleteSettings,
  readSettings,
  type SettingsFile,
  writeSettings,
} from '../claude/settings.ts';
import { type Disabled, disableIn } from '../claude/settings-edit.ts';
import type { Context, ExitCode } from '../context.ts';
import { lineDiff } from '../output/line-diff.ts';
import { style } from '../output/style.ts';

export interface DisableOptions {
  readonly scope: Scope;
  readonly dryRun: boolean;
  readonly json: boolean;
}

const NOTHING: Disabled = { text: undefined, changed: false, removed: [] };

export async function run(options: DisableOptions, context: Context): Promise<ExitCode> {
  const home = mementorHome(context);
  const path = settingsPath(options.scope, context);
  const receipt = await readReceipt(home, path);
  const file = await readSettings(path);
  const hooks = hooksOf(context, receipt?.commands);
  const disabled =
    file.text === undefined
      ? NOTHING
      : disableIn(file.text, hooks, { file: path, undo: receipt?.undo });
  if (!options.dryRun) {
    if (disabled.changed) await apply(file, disabled, receipt?.createdFolder ?? undefined);
    await deleteReceipt(home, path);
  }
  report(file, disabled, options, context);
  return 0;
}

async function apply(file: SettingsFile, disabled: Disabled, created?: string): Promise<void> {
  if (disabled.text === undefined) await deleteSettings(file, created);
  else await writeSettings(file, disabled.text);
}

function report(
  file: SettingsFile,
  disabled: Disabled,
  options: DisableOptions,
  context: Context,
): void {
  const { changed, removed } = disabled;
  const memories = mementorHome(context);
  if (options.json) {
    const { scope, dryRun } = options;
    const deleted = changed && disabled.text === undefined;
    const document = {
      version: 1,
      file: file.path,
      scope,
      dryRun,
      changed,
      deleted,
      removed,
      memories,
    };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else if (!changed) {
    const where =
      file.text === undefined ? `there is no ${file.path}` : `no hooks of Mementor in ${file.path}`;
    context.stdout.write(`Nothing to do: ${where}.\n`);
  } else if (options.dryRun) {
    reportDiff(file, disabled, context);
  } else {
    reportChange(file, disabled, context);
  }
}

function reportDiff(file: SettingsFile, disabled: Disabled, context: Context): void {
  const paint = style(context.stdout, context.env);
  const verb = disabled.text === undefined ? 'would delete' : 'would change';
  context.stdout.write(`${paint.bold(`mementor disable ${verb} ${file.path}`)}\n`);
  context.stdout.write(lineDiff(file.text ?? '', disabled.text ?? '', paint));
  context.stdout.write('Nothing was written (--dry-run).\n');
}

function reportChange(file: SettingsFile, disabled: Disabled, context: Context): void {
  const paint = style(context.stdout, context.env);
  const gone = disabled.text === undefined ? ' (deleted: Mementor had created it)' : '';
  const lines = [
    `${paint.green('Disabled')} Mementor in ${paint.cyan(file.path)}${gone}`,
    `  removed  ${disabled.removed.join(', ')}`,
    '',
    `What was remembered stays, in ${paint.cyan(mementorHome(context))}.`,
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
