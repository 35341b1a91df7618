/** Removes all hooks, deletes all stored data, and verifies that nothing is left. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { INSTALLATIONS } from '../agents/all-installations.ts';
import { allTranscripts } from '../agents/find.ts';
import type { Removal } from '../agents/installation.ts';
import { acquire } from '../database/ingest-lock.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { readBackups } from '../forget/backups.ts';
import { idsIn } from '../forget/elsewhere.ts';
import { forgottenTurns } from '../forget/forgotten.ts';
import { type Contents, contentsOf, deleteContents } from '../forget/home-contents.ts';
import { databaseOf, homeOf, lockOf, modelsFolder } from '../home.ts';
import { openForReading } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';

/** Everything that a purge removes. */
export interface Plan {
  readonly home: string;
  /** Removals from settings files and plugins. */
  readonly removals: readonly Removal[];
  readonly contents: Contents;
  /** Backups are where the user put them, and stay. */
  readonly backups: readonly string[];
  /** Why there may be backups that are not listed. */
  readonly unreadable: string | undefined;
  /** What was forgotten: the list of it goes too. */
  readonly forgotten: Forgotten;
}

export interface Forgotten {
  /** Turns and notes; the list does not tell them apart. */
  readonly turns: number;
  /** How many of them stand in the files that were searched: an ingest could store them again. */
  readonly onDisk: number;
  /**
   * Whether the transcripts were searched that were read from other folders; not if the memory
   * cannot be opened, as it names them.
   */
  readonly everyTranscript: boolean;
}

/** A path that was checked after the purge, and its state. */
export interface Place {
  readonly path: string;
  readonly state: 'clean' | 'absent' | 'foreign' | 'mixed' | 'left';
}

/** Reads everything and changes nothing: an error leaves everything unchanged. */
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
    forgotten: await forgottenIn(home, context),
  };
}

async function forgottenIn(home: string, context: Context): Promise<Forgotten> {
  const turns = [...new Set(forgottenTurns(home))];
  if (turns.length === 0) return { turns: 0, onDisk: 0, everyTranscript: true };
  const known = transcriptsRead(home, context);
  const listed = (await allTranscripts(context)).map(({ path }) => path);
  const paths = [...new Set([...listed, ...(known ?? [])])].filter((path) => existsSync(path));
  const found = paths.flatMap((path) => idsIn(path, turns));
  return {
    turns: turns.length,
    onDisk: new Set(found).size,
    everyTranscript: known !== undefined,
  };
}

/** Returns the paths of all transcripts that the memory has read; undefined if it cannot tell. */
function transcriptsRead(home: string, context: Context): string[] | undefined {
  if (!existsSync(databaseOf(home))) return undefined;
  try {
    const options = { home, models: modelsFolder(context), nowMs: +context.now() };
    return openForReading(options)
      .transcripts()
      .map(({ path }) => path);
  } catch {
    // A damaged memory is purged too.
    return undefined;
  }
}

/**
 * Mementor's home must be a folder of its own; in a shared folder, files with our names could be
 * anybody's.
 */
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

/** Whether this removal takes our hooks out of its file or folder. */
export function isChanged({ changed }: Removal): boolean {
  return changed;
}

/** Returns the temporary files of interrupted runs beside settings and plugins. */
export function leftoversOf(removals: readonly Removal[]): string[] {
  return removals.flatMap(({ leftovers }) => leftovers);
}

/** Returns how many bytes of the home are ours. */
export function bytesOf({ ours }: Contents): number {
  return ours.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Purges, then checks every place again. Returns undefined if the user interrupted the wait for a
 * worker's lock before anything was changed.
 */
export async function purge(
  plan: Plan,
  context: Context,
  watch: Watch,
): Promise<readonly Place[] | undefined> {
  return (await apply(plan, context, watch)) ? await placesOf(plan, context) : undefined;
}

async function apply({ home, removals }: Plan, context: Context, watch: Watch): Promise<boolean> {
  // A running worker would keep writing. It ends within a minute, and the lock prevents a new one.
  const lock = existsSync(home) ? await acquire(home, context, watch) : undefined;
  if (lock === undefined && existsSync(home)) return false;
  try {
    for (const removal of removals) await removal.apply();
    const { ours } = await contentsOf(home, modelsFolder(context));
    await deleteContents(
      home,
      ours.filter(({ path }) => join(home, path) !== lockOf(home)),
    );
    // Delete the lock file while holding the lock: a process that has it open sees that it is
    // gone, and does not write alongside another.
    if (context.platform !== 'win32') await rm(lockOf(home), { force: true });
  } finally {
    lock?.release();
  }
  // Windows does not delete open files.
  if (context.platform === 'win32') await rm(lockOf(home), { force: true });
  // Deletes the home folder itself.
  await deleteContents(home, []);
  return true;
}

/** Checks every place again that had, or may have had, our hooks or data. */
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

/** The document that scripts read; without places, nothing has been purged yet. */
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
    forgotten: plan.forgotten,
    places: places ?? null,
  };
}
