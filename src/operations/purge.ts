/** Removes all hooks, deletes all stored data, and verifies that nothing is left. */

import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { INSTALLATIONS } from '../agents/all-installations.ts';
import type { Place, Removal } from '../agents/installation.ts';
import { acquire } from '../database/ingest-lock.ts';
import { MementorError, shownError } from '../errors/errors.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import { type HomeContents, type PurgePlan, planPurge as planInCore } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { faultsOf, settingsOf, unknownKeys } from '../settings/read.ts';

/** Everything that a purge removes. */
export interface Plan extends PurgePlan {
  readonly home: string;
  /** The settings files and plugins that may hold something of ours. */
  readonly places: readonly Place[];
  /** What is to be removed from those that can be read. */
  readonly removals: readonly Removal[];
  /** The others. */
  readonly blocked: readonly Blocked[];
}

/** A place that cannot be read or changed. */
export interface Blocked {
  readonly path: string;
  readonly error: MementorError;
}

/** A path that was checked after the purge, and its state. */
export interface Checked {
  readonly path: string;
  readonly state: 'clean' | 'absent' | 'foreign' | 'mixed' | 'left' | 'blocked' | 'kept' | 'linked';
}

/** What a purge did. */
export interface Purged {
  readonly checked: readonly Checked[];
  /** The places that could not be read or changed. */
  readonly blocked: readonly Blocked[];
  /** The places whose hooks may still call Mementor, if the memory was kept because of them. */
  readonly keptFor: readonly string[];
}

/** Reads everything and changes nothing. */
export async function planPurge(context: Context): Promise<Plan> {
  const home = homeOf(context);
  refuseSharedHome(home, context);
  const places: Place[] = [];
  for (const { everywhere } of INSTALLATIONS) places.push(...(await everywhere(context)));
  const removals: Removal[] = [];
  const blocked: Blocked[] = [];
  for (const { path, removal } of places) {
    await removal().then(
      (found) => removals.push(found),
      (error) => blocked.push({ path, error: shownError(error) }),
    );
  }
  const options = { home, models: modelsFolder(context), nowMs: +context.now() };
  return { home, places, removals, blocked, ...planInCore(options, hasSettings(home), context) };
}

/** A configuration file that Mementor would not accept may be anybody's. */
function hasSettings(home: string): boolean {
  const settings = settingsOf(home);
  return faultsOf(settings).length === 0 && unknownKeys(settings).length === 0;
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
export function isNothing({ removals, blocked, contents }: Plan): boolean {
  const isClean = !removals.some(isChanged) && leftoversOf(removals).length === 0;
  return contents.ours.length === 0 && isClean && blocked.length === 0;
}

/**
 * Returns the places whose hooks may still call Mementor afterwards. A memory that is deleted while
 * there is one would begin anew at the next prompt.
 */
export function callersLeft({ removals }: Plan, blocked: readonly Blocked[]): readonly string[] {
  const mixed = removals.filter(({ rest }) => rest === 'mixed');
  return [...blocked, ...mixed].map(({ path }) => path);
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
export function bytesOf({ ours }: HomeContents): number {
  return ours.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Purges, then checks every place again. The memory stays while hooks may call it, unless `force`
 * is given. Returns undefined if the user interrupted the wait for a worker's lock before anything
 * was changed.
 */
export async function purge(
  plan: Plan,
  force: boolean,
  context: Context,
  watch: Watch,
): Promise<Purged | undefined> {
  const { home } = plan;
  // A running worker would keep writing. It ends within a minute, and the lock prevents a new one.
  const lock = existsSync(home) ? await acquire(home, context, watch) : undefined;
  if (lock === undefined && existsSync(home)) return undefined;
  let blocked: readonly Blocked[];
  let keptFor: readonly string[];
  let left: HomeContents | undefined;
  try {
    blocked = [...plan.blocked, ...(await removeAll(plan.removals))];
    keptFor = force ? [] : callersLeft(plan, blocked);
    if (keptFor.length === 0) left = lock?.purge(modelsFolder(context), hasSettings(home));
  } finally {
    lock?.release();
  }
  return { checked: await checkedPlaces(plan, keptFor, left), blocked, keptFor };
}

/** Removes what can be removed; returns the places where it failed. */
async function removeAll(removals: readonly Removal[]): Promise<Blocked[]> {
  const failed: Blocked[] = [];
  for (const { path, apply } of removals) {
    await apply().catch((error) => failed.push({ path, error: shownError(error) }));
  }
  return failed;
}

/** Checks every place again that had, or may have had, our hooks or data. */
async function checkedPlaces(
  { home, places, contents }: Plan,
  keptFor: readonly string[],
  left: HomeContents | undefined,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const { path, removal } of places) {
    const found = await removal().catch(() => undefined);
    checked.push({ path, state: found === undefined ? 'blocked' : stateOf(found) });
  }
  if (keptFor.length > 0) return [...checked, { path: home, state: 'kept' }];
  const rest = existsSync(home) ? 'foreign' : 'absent';
  // What lay behind a link of the home, and was not deleted there.
  const behind = contents.links.filter(({ target }) => existsSync(target));
  return [
    ...checked,
    { path: home, state: left?.ours.length ? 'left' : rest },
    ...behind.map(({ target, isOurs }) => {
      return { path: target, state: isOurs ? 'left' : 'linked' } as const;
    }),
  ];
}

function stateOf({ changed, leftovers, rest }: Removal): Checked['state'] {
  return changed || leftovers.length > 0 ? 'left' : rest;
}

/** Whether all is gone that was to go. */
export function isClean({ checked }: Purged): boolean {
  return checked.every(
    ({ state }) => !['left', 'mixed', 'blocked', 'kept', 'linked'].includes(state),
  );
}

/** The document that scripts read; without `done`, nothing has been purged yet. */
export function purgeDocument(plan: Plan, force: boolean, done: Purged | undefined): object {
  const { home, removals, contents } = plan;
  const changed = (form: Removal['form']) =>
    removals.filter((each) => each.form === form && each.changed).map(({ path }) => path);
  const blocked = done?.blocked ?? plan.blocked;
  const keptFor = done?.keptFor ?? (force ? [] : callersLeft(plan, blocked));
  const memoryKept = keptFor.length > 0;
  return {
    version: 1,
    dryRun: done === undefined,
    home,
    settings: changed('settings'),
    plugins: changed('plugin'),
    blocked: blocked.map(({ path, error: { code, message, hint } }) => {
      return { path, code, message, hint: hint ?? null };
    }),
    leftovers: leftoversOf(removals),
    memoryKept,
    files: memoryKept ? [] : contents.ours,
    bytes: memoryKept ? 0 : bytesOf(contents),
    kept: contents.foreign,
    links: contents.links,
    backups: plan.backups,
    backupsUnreadable: plan.unreadable,
    forgotten: plan.forgotten,
    places: done?.checked ?? null,
  };
}
