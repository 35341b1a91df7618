/** The paths of Cursor's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns the folder with a folder for each project, the same on all systems. */
export function projectsRoot(world: World): string {
  return pathsOf(world).join(world.homedir, '.cursor', 'projects');
}

/** Returns the folder of what belongs to the working directory: its path, joined by dashes. */
export function projectFolder(world: World): string {
  const name = world.cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return pathsOf(world).join(projectsRoot(world), name);
}

const TRANSCRIPT =
  /[/\\]agent-transcripts[/\\](?:([^/\\]+)[/\\](?:subagents[/\\])?)?([^/\\]+)\.jsonl$/;

/** Returns the session at a path, and its subagent; undefined for any other path. */
export function transcriptNames(
  path: string,
): { session: string; subagent: string | undefined } | undefined {
  const [, folder, name] = TRANSCRIPT.exec(path) ?? [];
  if (name === undefined) return undefined;
  const session = folder ?? name;
  return { session, subagent: session === name ? undefined : name };
}
