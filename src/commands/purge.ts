/** `mementor disable --purge`: takes out all hooks, deletes what is remembered, and proves it. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { PLUGIN_SCOPES, pluginFolder } from '../agents/claude-code/install/plugin.ts';
import { receiptsIn } from '../agents/claude-code/install/receipt.ts';
import { SCOPES, settingsPath } from '../agents/claude-code/paths.ts';
import { acquire } from '../database/ingest-lock.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { readBackups } from '../forget/backups.ts';
import { type Contents, contentsOf, deleteContents } from '../forget/home-contents.ts';
import { homeOf, lockOf, modelsFolder } from '../home.ts';
import { type Style, style } from '../output/style.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { counted, grouped, printable, sized } from '../text/numbers.ts';
import { applyChange, type Change, changeAt } from './disable.ts';
import { type Removal, removalAt, remove } from './disable-plugin.ts';

export interface PurgeOptions {
  /** Does not ask. */
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** All that a purge takes away. */
interface Plan {
  readonly home: string;
  readonly settings: readonly Change[];
  readonly plugins: readonly Removal[];
  readonly contents: Contents;
  /** They lie where the person put them, and stay. */
  readonly backups: readonly string[];
  /** Why there may be backups that nobody knows of. */
  readonly unreadable: string | undefined;
}

/** A place that was looked at afterwards, and what is still there. */
interface Place {
  readonly path: string;
  readonly state: 'clean' | 'absent' | 'foreign' | 'left';
}

export async function run(options: PurgeOptions, context: Context): Promise<ExitCode> {
  const home = homeOf(context);
  refuseSharedHome(home, context);
  // Everything is read before anything is changed: an error leaves it as it was.
  const plan = await planOf(home, context);
  if (options.dryRun) {
    report(plan, undefined, options, context);
    return 0;
  }
  if (!(await isWanted(plan, options, context))) {
    context.stdout.write('Nothing was changed.\n');
    return 1;
  }
  if (!(await apply(plan, context))) return 130;
  const places = await placesOf(plan, context);
  report(plan, places, options, context);
  return places.some(({ state }) => state === 'left') ? 1 : 0;
}

/** Mementor's home is a folder of its own; in these its names could be anybody's. */
function refuseSharedHome(home: string, { homedir }: Context): void {
  const real = realOf(home);
  if (real !== parse(real).root && !isWithin(real, realOf(homedir))) return;
  throw new MementorError(
    'HOME_SHARED',
    `${home} is no folder of Mementor's alone; nothing was deleted`,
    'set MEMENTOR_HOME to the folder that holds memory.db, or delete its files by hand',
  );
}

async function planOf(home: string, context: Context): Promise<Plan> {
  const receipts = await receiptsIn(home);
  const files = [...SCOPES.map((scope) => settingsPath(scope, context)), ...receipts.settings];
  const folders = [
    ...PLUGIN_SCOPES.map((each) => pluginFolder(each, context)),
    ...receipts.plugins,
  ];
  const settings: Change[] = [];
  for (const path of new Set(files)) settings.push(await changeAt(path, context));
  const plugins: Removal[] = [];
  for (const path of new Set(folders)) plugins.push(await removalAt(path, context));
  const contents = await contentsOf(home, modelsFolder(context));
  const listed = readBackups(home);
  return {
    home,
    settings,
    plugins,
    contents,
    backups: listed.paths.filter((path) => existsSync(path)),
    unreadable: listed.unreadable,
  };
}

async function isWanted(plan: Plan, options: PurgeOptions, context: Context): Promise<boolean> {
  if (options.yes || isNothing(plan)) return true;
  const paint = style(context.stderr, context.env);
  const about = () =>
    planLines(plan, paint)
      .map((line) => `${line}\n`)
      .join('');
  const question = 'Delete all of this? It cannot be brought back.';
  return await confirm({ question, about, ...options }, context);
}

/** Returns the temporary files that stopped runs left beside settings and plugins. */
function leftoversOf({ settings, plugins }: Pick<Plan, 'settings' | 'plugins'>): string[] {
  return [...settings, ...plugins].flatMap(({ leftovers }) => leftovers);
}

function isNothing({ settings, plugins, contents }: Plan): boolean {
  return (
    contents.ours.length === 0 &&
    !settings.some(({ disabled }) => disabled.changed) &&
    !plugins.some(({ changed }) => changed) &&
    leftoversOf({ settings, plugins }).length === 0
  );
}

/** Returns whether it was done; a person may not want to wait for a worker's end. */
async function apply({ home, settings, plugins }: Plan, context: Context): Promise<boolean> {
  // A worker that runs would write on: it ends within a minute, and none begins meanwhile.
  const lock = existsSync(home) ? await acquire(home, context) : undefined;
  if (lock === undefined && existsSync(home)) return false;
  try {
    for (const change of settings) await applyChange(change, home);
    for (const removal of plugins) await remove(removal, home);
    const { ours } = await contentsOf(home, modelsFolder(context));
    await deleteContents(
      home,
      ours.filter(({ path }) => join(home, path) !== lockOf(home)),
    );
    // While it is held: who has opened it sees that it is gone, and does not write beside another.
    if (context.platform !== 'win32') await rm(lockOf(home), { force: true });
  } finally {
    lock?.release();
  }
  // Windows deletes no file that is open.
  if (context.platform === 'win32') await rm(lockOf(home), { force: true });
  // The folder itself.
  await deleteContents(home, []);
  return true;
}

/** Looks again at every place where something was, or may have been. */
async function placesOf({ home, settings, plugins }: Plan, context: Context): Promise<Place[]> {
  const places: Place[] = [];
  for (const { file } of settings) {
    const { file: now, disabled, leftovers } = await changeAt(file.path, context);
    const clean = now.text === undefined ? 'absent' : 'clean';
    const isLeft = disabled.changed || leftovers.length > 0;
    places.push({ path: file.path, state: isLeft ? 'left' : clean });
  }
  for (const { folder } of plugins) {
    const { folder: now, changed, leftovers } = await removalAt(folder.path, context);
    const clean = now.state === 'missing' ? 'absent' : 'foreign';
    const isLeft = changed || leftovers.length > 0;
    places.push({ path: folder.path, state: isLeft ? 'left' : clean });
  }
  const { ours, foreign } = await contentsOf(home, modelsFolder(context));
  const rest = foreign.length > 0 || existsSync(home) ? 'foreign' : 'absent';
  places.push({ path: home, state: ours.length > 0 ? 'left' : rest });
  return places;
}

function report(
  plan: Plan,
  places: readonly Place[] | undefined,
  options: PurgeOptions,
  context: Context,
): void {
  if (options.json) {
    const document = documentOf(plan, places, options);
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  const paint = style(context.stdout, context.env);
  const lines =
    places === undefined
      ? [...planLines(plan, paint), 'Nothing was written (--dry-run).']
      : [...doneLines(plan, paint), '', ...placeLines(places, paint)];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function documentOf(plan: Plan, places: readonly Place[] | undefined, options: PurgeOptions) {
  const { home, settings, plugins, contents } = plan;
  return {
    version: 1,
    dryRun: options.dryRun,
    home,
    settings: settings.filter(isChanged).map(({ file }) => file.path),
    plugins: plugins.filter(({ changed }) => changed).map(({ folder }) => folder.path),
    leftovers: leftoversOf(plan),
    files: contents.ours,
    bytes: bytesOf(contents),
    kept: contents.foreign,
    backups: plan.backups,
    backupsUnreadable: plan.unreadable ?? null,
    places: places ?? null,
  };
}

function isChanged({ disabled }: Change): boolean {
  return disabled.changed;
}

function bytesOf({ ours }: Contents): number {
  return ours.reduce((sum, { bytes }) => sum + bytes, 0);
}

const SHOWN_MAX = 20;

function planLines(plan: Plan, paint: Style): string[] {
  const { home, settings, plugins, contents, backups } = plan;
  const { ours, foreign } = contents;
  const shown = [...ours].sort((a, b) => b.bytes - a.bytes).slice(0, SHOWN_MAX);
  const rest = ours.length - shown.length;
  return [
    paint.bold('mementor disable --purge would'),
    ...settings
      .filter(isChanged)
      .map(({ file }) => `  take the hooks out of ${paint.cyan(printable(file.path))}`),
    ...plugins
      .filter(({ changed }) => changed)
      .map(({ folder }) => `  remove the plugin ${paint.cyan(printable(folder.path))}`),
    ...leftoversOf(plan).map((path) => `  delete ${printable(path)} (a stopped run left it)`),
    `  delete ${counted(ours.length, 'file')} (${sized(bytesOf(contents))}) in ${paint.cyan(printable(home))}`,
    ...shown.map(({ path, bytes }) => `    ${sized(bytes).padStart(9)}  ${printable(path)}`),
    ...(rest > 0 ? [`    and ${grouped(rest)} more`] : []),
    ...keptLines('keep   ', foreign),
    ...backups.map((path) => `  keep   ${printable(path)} (a backup)`),
    ...unknownLines(plan, 'keep   '),
  ];
}

function unknownLines({ unreadable }: Plan, label: string): string[] {
  if (unreadable === undefined) return [];
  return [`  ${label}backups that were written, if any: ${printable(unreadable)}`];
}

function keptLines(label: string, foreign: readonly string[]): string[] {
  if (foreign.length === 0) return [];
  const rest = foreign.length - SHOWN_MAX;
  const names = [...foreign.slice(0, SHOWN_MAX), ...(rest > 0 ? [`${grouped(rest)} more`] : [])];
  return [`  ${label}${names.map(printable).join(', ')} (not Mementor's)`];
}

function doneLines(plan: Plan, paint: Style): string[] {
  const { home, settings, plugins, contents, backups } = plan;
  const { ours, foreign } = contents;
  if (isNothing(plan)) return ['Nothing of Mementor was there.'];
  return [
    `${paint.green('Purged')} Mementor`,
    ...settings.filter(isChanged).map(({ file }) => `  hooks   out of ${printable(file.path)}`),
    ...plugins
      .filter(({ changed }) => changed)
      .map(({ folder }) => `  plugin  ${printable(folder.path)}`),
    ...leftoversOf(plan).map((path) => `  left    ${printable(path)} (by a stopped run)`),
    `  data    ${counted(ours.length, 'file')} (${sized(bytesOf(contents))}) in ${printable(home)}`,
    ...keptLines('kept    ', foreign),
    ...backups.map((path) => `  kept    ${printable(path)} (a backup: delete it by hand)`),
    ...unknownLines(plan, 'kept    '),
  ];
}

const MEANING: Readonly<Record<Place['state'], string>> = {
  clean: 'no hooks of Mementor',
  absent: 'not there',
  foreign: "nothing of Mementor's",
  left: 'NOT EMPTY: run the command again',
};

function placeLines(places: readonly Place[], paint: Style): string[] {
  const left = places.some(({ state }) => state === 'left');
  const title = left ? paint.red('Something is left:') : 'Looked at, and nothing is left:';
  return [
    title,
    ...places.map(({ path, state }) => `  ${MEANING[state].padEnd(21)}  ${printable(path)}`),
  ];
}
