/** `mementor disable`: takes our hooks out of Claude Code's settings, and our plugin away. */

import { dirname } from 'node:path';
import { hooksOf } from '../agents/claude-code/install/hook-command.ts';
import { removeLeftovers, settingsLeftovers } from '../agents/claude-code/install/leftovers.ts';
import { type Form, isPluginScope, pluginFolder } from '../agents/claude-code/install/plugin.ts';
import {
  deleteReceipt,
  type Receipt,
  readReceipt,
  undoFor,
} from '../agents/claude-code/install/receipt.ts';
import {
  deleteSettings,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from '../agents/claude-code/install/settings.ts';
import { type Disabled, disableIn } from '../agents/claude-code/install/settings-edit.ts';
import { type Scope, settingsPath } from '../agents/claude-code/paths.ts';
import { homeOf } from '../home.ts';
import { lineDiff } from '../output/line-diff.ts';
import { type Style, style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import {
  plannedLines,
  type Removal,
  reasonOf,
  removalAt,
  removalDocument,
  remove,
  removedLines,
} from './disable-plugin.ts';
import { pluginScope } from './enable-plugin.ts';

export interface DisableOptions {
  readonly scope: Scope;
  /** Both when left out. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** What disable does to a settings file. */
export interface Change {
  readonly file: SettingsFile;
  readonly disabled: Disabled;
  readonly receipt: Receipt | undefined;
  /** Temporary copies of the file that a stopped run left beside it. */
  readonly leftovers: readonly string[];
}

/** What disable does; a form that it was not asked to look at is undefined. */
interface Plan {
  readonly settings: Change | undefined;
  readonly plugin: Removal | undefined;
}

const NOTHING: Disabled = { text: undefined, changed: false, removed: [] };

export async function run(options: DisableOptions, context: Context): Promise<ExitCode> {
  // Both are read before either is changed: an error leaves everything as it was.
  const plan = await planOf(options, context);
  if (!options.dryRun) await apply(plan, homeOf(context));
  if (options.json) reportDocument(plan, options, context);
  else report(plan, options, context);
  return 0;
}

async function planOf({ scope, as }: DisableOptions, context: Context): Promise<Plan> {
  if (as === 'plugin') {
    return {
      settings: undefined,
      plugin: await removalAt(pluginFolder(pluginScope(scope), context), context),
    };
  }
  const settings = await changeAt(settingsPath(scope, context), context);
  const both = as === undefined && isPluginScope(scope);
  return {
    settings,
    plugin: both ? await removalAt(pluginFolder(scope, context), context) : undefined,
  };
}

/** Returns what to take out of a settings file. */
export async function changeAt(path: string, context: Context): Promise<Change> {
  const receipt = await readReceipt(homeOf(context), path);
  const file = await readSettings(path);
  const leftovers = await settingsLeftovers(file.target, 'all', context);
  if (file.text === undefined) return { file, disabled: NOTHING, receipt, leftovers };
  const hooks = hooksOf(context, receipt?.commands);
  const undo = undoFor(receipt, file.text);
  const disabled = disableIn(file.text, hooks, { file: path, undo });
  return { file, disabled, receipt, leftovers };
}

async function apply({ settings, plugin }: Plan, home: string): Promise<void> {
  if (settings) await applyChange(settings, home);
  if (plugin) await remove(plugin, home);
}

/** Takes the hooks out, with the file and its folders where Mementor had made them. */
export async function applyChange(
  { file, disabled, receipt, leftovers }: Change,
  home: string,
): Promise<void> {
  const created = receipt?.createdFolder ?? undefined;
  await removeLeftovers(leftovers);
  if (disabled.changed && disabled.text === undefined) await deleteSettings(file, created);
  else if (disabled.text !== undefined && disabled.changed) {
    await writeSettings(file, disabled.text);
  } else if (file.text === undefined && created) {
    // An enable that was stopped had made the folder, and not the file.
    await removeEmptyFolders(dirname(file.target), created);
  }
  await deleteReceipt(home, file.path);
}

function reportDocument(plan: Plan, options: DisableOptions, context: Context): void {
  const { settings, plugin } = plan;
  const { changed, text, removed } = settings?.disabled ?? NOTHING;
  const document = {
    version: 1,
    file: settings?.file.path ?? null,
    scope: options.scope,
    dryRun: options.dryRun,
    changed: changed || plugin?.changed === true,
    deleted: changed && text === undefined,
    removed,
    plugin: plugin ? removalDocument(plugin) : null,
    memories: homeOf(context),
  };
  context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

function report(plan: Plan, options: DisableOptions, context: Context): void {
  const paint = style(context.stdout, context.env);
  const settings = plan.settings?.disabled.changed ? plan.settings : undefined;
  const plugin = plan.plugin?.changed ? plan.plugin : undefined;
  if (!settings && !plugin) {
    context.stdout.write(`Nothing to do: ${reasonsOf(plan).join(', and ')}.\n`);
  } else if (options.dryRun) {
    if (settings) context.stdout.write(diffOf(settings, paint));
    if (plugin) context.stdout.write(linesOf(plannedLines(plugin, paint)));
    context.stdout.write('Nothing was written (--dry-run).\n');
  } else {
    if (settings) context.stdout.write(linesOf(changedLines(settings, paint)));
    if (plugin) context.stdout.write(linesOf(removedLines(plugin, paint)));
    const memories = paint.cyan(homeOf(context));
    context.stdout.write(`\nWhat was remembered stays, in ${memories}.\n`);
  }
}

function reasonsOf({ settings, plugin }: Plan): string[] {
  const path = settings?.file.path;
  const reasons = settings
    ? [settings.file.text === undefined ? `there is no ${path}` : `no hooks of Mementor in ${path}`]
    : [];
  return plugin ? [...reasons, reasonOf(plugin)] : reasons;
}

function diffOf({ file, disabled }: Change, paint: Style): string {
  const verb = disabled.text === undefined ? 'would delete' : 'would change';
  const title = paint.bold(`mementor disable ${verb} ${file.path}`);
  return `${title}\n${lineDiff(file.text ?? '', disabled.text ?? '', paint)}`;
}

function changedLines({ file, disabled }: Change, paint: Style): string[] {
  const gone = disabled.text === undefined ? ' (deleted: Mementor had created it)' : '';
  return [
    `${paint.green('Disabled')} Mementor in ${paint.cyan(file.path)}${gone}`,
    `  removed  ${disabled.removed.join(', ')}`,
  ];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
