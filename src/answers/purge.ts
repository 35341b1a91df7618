/** Takes out all hooks, deletes what is remembered, and looks whether anything is left. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { INSTALLATIONS } from '../agents/all.ts';
import type { Removal } from '../agents/installation.ts';
import { acquire } from '../database/ingest-lock.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { readBackups } from '../forget/backups.ts';
import { type Contents, contentsOf, deleteContents } from '../forget/home-contents.ts';
import { homeOf, lockOf, modelsFolder } from '../home.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';

/** All that a purge takes away. */
export interface Plan {
  readonly home: string;
  /** Of settings files and plugins. */
  readonly removals: readonly Removal[];
  readonly contents: Contents;
  /** They lie where the person put them, and stay. */
  readonly backups: readonly string[];
  /** Why there may be backups that nobody knows of. */
  readonly unreadable: string | undefined;
}

/** A place that was looked at afterwards, and what is still there. */
export interface Place {
  readonly path: string;
  readonly state: 'clean' | 'absent' | 'foreign' | 'left';
}

/** Reads everything, and changes nothing: an error leaves all as it is. */
export async function planPurge(context: Context): Promise<Plan> {
  const home = homeOf(context);
  refuseSharedHome(home, context);
  const removals: Removal[] = [];
  for (const { everywhere } of INSTALLATIONS) removals.push(...(await everywhere(context)));
  const contents = await contentsOf(home, modelsFolder(context));
  const listed = readBackups(home);
  return {
    home,
    removals,
    contents,
    backups: listed.paths.filter((path) => existsSync(path)),
    unreadable: listed.unreadable,
  };
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

/** Whether there is nothing to purge. */
export function isNothing({ removals, contents }: Plan): boolean {
  return (
    contents.ours.length === 0 && !removals.some(isChanged) && leftoversOf(removals).length === 0
  );
}

/** Whether our hooks are taken out there. */
export function isChanged({ changed }: Removal): boolean {
  return changed;
}

/** Returns the temporary files that stopped runs left beside settings and plugins. */
export function leftoversOf(removals: readonly Removal[]): string[] {
  return removals.flatMap(({ leftovers }) => leftovers);
}

/** Returns how many bytes of the home are ours. */
export function bytesOf({ ours }: Contents): number {
  return ours.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Does it, and looks again at every place. Returns nothing when it was interrupted before anything
 * was changed: a person may not want to wait for a worker's end.
 */
export async function purge(
  plan: Plan,
  context: Context,
  watch: Watch,
): Promise<readonly Place[] | undefined> {
  return (await apply(plan, context, watch)) ? await placesOf(plan, context) : undefined;
}

async function apply({ home, removals }: Plan, context: Context, watch: Watch): Promise<boolean> {
  // A worker that runs would write on: it ends within a minute, and none begins meanwhile.
  const lock = existsSync(home) ? await acquire(home, context, watch) : undefined;
  if (lock === undefined && existsSync(home)) return false;
  try {
    for (const removal of removals) await removal.apply();
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
async function placesOf({ home, removals }: Plan, context: Context): Promise<Place[]> {
  const places: Place[] = [];
  for (const { path, again } of removals) {
    const { changed, leftovers, rest } = await again();
    places.push({ path, state: changed || leftovers.length > 0 ? 'left' : rest });
  }
  const { ours, foreign } = await contentsOf(home, modelsFolder(context));
  const rest = foreign.length > 0 || existsSync(home) ? 'foreign' : 'absent';
  places.push({ path: home, state: ours.length > 0 ? 'left' : rest });
  return places;
}

/** The document that scripts read; without places nothing was done yet. */
export function purgeDocument(plan: Plan, places: readonly Place[] | undefined): object {
  const { home, removals, contents } = plan;
  const changed = (form: Removal['form']) =>
    removals.filter((each) => each.form === form && each.changed).map(({ path }) => path);
  return {
    version: 1,
    dryRun: places === undefined,
    home,
    settings: changed('settings'),
    plugins: changed('plugin'),
    leftovers: leftoversOf(removals),
    files: contents.ours,
    bytes: bytesOf(contents),
    kept: contents.foreign,
    backups: plan.backups,
    backupsUnreadable: plan.unreadable ?? null,
    places: places ?? null,
  };
}
