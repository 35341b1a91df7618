/** The paths of Qwen Code's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Qwen Code's own folder, the same on all systems. */
export function qwenHome(world: World): string {
  return chosen(world.env.QWEN_HOME, world) ?? pathsOf(world).join(world.homedir, '.qwen');
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(qwenHome(world), 'settings.json');
}

/** Returns the folder with a folder for each project. */
export function projectsRoot(world: World): string {
  const folder = chosen(world.env.QWEN_RUNTIME_DIR, world) ?? qwenHome(world);
  return pathsOf(world).join(folder, 'projects');
}

/** Returns the folder that a variable names. */
function chosen(folder: string | undefined, world: World): string | undefined {
  return folder ? pathsOf(world).resolve(world.cwd, folder) : undefined;
}

/** Returns the folder of what belongs to the working directory. */
export function projectFolder(world: World): string {
  return pathsOf(world).join(projectsRoot(world), world.cwd.replace(/[^A-Za-z0-9]/g, '-'));
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const SESSION = new RegExp(`[/\\\\]chats[/\\\\](${ID})\\.jsonl$`);

const SUBAGENT = new RegExp(`[/\\\\]subagents[/\\\\](${ID})[/\\\\](agent-[^/\\\\]+)\\.jsonl$`);

/** Returns the session that a path belongs to; undefined for any other path. */
export function sessionAt(path: string): string | undefined {
  return SESSION.exec(path)?.[1] ?? SUBAGENT.exec(path)?.[1];
}

/** Returns the name of the subagent whose lines a path holds. */
export function subagentAt(path: string): string | undefined {
  return SUBAGENT.exec(path)?.[2];
}
