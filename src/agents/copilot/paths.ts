/** The paths of Copilot CLI's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Copilot CLI's own folder, the same on all systems. */
export function copilotHome(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.COPILOT_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.copilot');
}

/** Returns the file of our hooks: the client reads every file of that folder. */
export function hooksPath(world: World): string {
  return pathsOf(world).join(copilotHome(world), 'hooks', 'mementor.json');
}

/** Returns the file with the servers of tools. */
export function serversPath(world: World): string {
  return pathsOf(world).join(copilotHome(world), 'mcp-config.json');
}

/** Returns the folder with a folder for each session. */
export function sessionsRoot(world: World): string {
  return pathsOf(world).join(copilotHome(world), 'session-state');
}

/** Returns the file with the events of a session. */
export function eventsOf(session: string, world: World): string {
  return pathsOf(world).join(sessionsRoot(world), session, 'events.jsonl');
}

const EVENTS = /(?:^|[/\\])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[/\\]events\.jsonl$/;

/** Returns the session whose events a path holds; undefined for any other path. */
export function sessionAt(path: string): string | undefined {
  return EVENTS.exec(path)?.[1];
}
