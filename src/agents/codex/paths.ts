/** The paths of Codex's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Codex's own folder, the same on all systems. */
export function codexHome(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.CODEX_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.codex');
}

/** Returns the file with the hooks. */
export function hooksPath(world: World): string {
  return pathsOf(world).join(codexHome(world), 'hooks.json');
}

/** Returns the person's settings, which Codex changes too. */
export function configPath(world: World): string {
  return pathsOf(world).join(codexHome(world), 'config.toml');
}

/** Returns the folder with a folder for each year, month and day. */
export function sessionsRoot(world: World): string {
  return pathsOf(world).join(codexHome(world), 'sessions');
}

/** Returns the folder of the rollouts that a person archived. */
export function archiveRoot(world: World): string {
  return pathsOf(world).join(codexHome(world), 'archived_sessions');
}

/** Returns the list of typed prompts, which the arrow keys go through. */
export function promptHistory(world: World): string {
  return pathsOf(world).join(codexHome(world), 'history.jsonl');
}

const ROLLOUT =
  /(?:^|[/\\])rollout-[^/\\]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl(?:\.zst)?$/;

/** Whether a path has the name of a rollout. */
export function isRollout(path: string): boolean {
  return /(?:^|[/\\])rollout-[^/\\]+\.jsonl(?:\.zst)?$/.test(path);
}

/** Returns the id of the thread that a rollout's name holds. */
export function threadOf(path: string): string | undefined {
  return ROLLOUT.exec(path)?.[1];
}

/** Milliseconds of a day. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the folders, below the root, of the days on which a session with this id may have begun.
 * An id of version 7 begins with its time, and folders are named by local time. Undefined for
 * older ids, which do not tell.
 */
export function daysOf(session: string): readonly string[] | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(session)) return undefined;
  const atMs = Number.parseInt(session.slice(0, 8) + session.slice(9, 13), 16);
  const days = [0, -DAY_MS, DAY_MS].map((away) => new Date(atMs + away).toISOString());
  return days.map((day) => day.slice(0, 10).replaceAll('-', '/'));
}
