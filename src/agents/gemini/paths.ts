/** The paths of Gemini CLI's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Gemini CLI's own folder, the same on all systems. */
export function geminiHome(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.GEMINI_CLI_HOME;
  const folder = chosen ? path.resolve(world.cwd, chosen) : world.homedir;
  return path.join(folder, '.gemini');
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(geminiHome(world), 'settings.json');
}

/** Returns the folder with a folder for each project. */
export function projectsRoot(world: World): string {
  return pathsOf(world).join(geminiHome(world), 'tmp');
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const SESSION = /[/\\]chats[/\\]session-\d{4}-\d\d-\d\dT[^/\\]*\.jsonl?$/;

const SUBAGENT = new RegExp(`[/\\\\]chats[/\\\\](${ID})[/\\\\]([^/\\\\]+)\\.jsonl?$`);

/** Whether a path is one of a session or of a subagent. */
export function isTranscript(path: string): boolean {
  return SESSION.test(path) || SUBAGENT.test(path);
}

/** Returns the id of the session that called the subagent at a path, and the subagent's name. */
export function subagentAt(path: string): { parent: string; name: string } | undefined {
  const [, parent, name] = SUBAGENT.exec(path) ?? [];
  return parent === undefined || name === undefined ? undefined : { parent, name };
}

/** Returns the start of a session's id, with which the name of its file ends. */
export function idStartOf(path: string): string | undefined {
  return /-([0-9a-f]{8})\.jsonl?$/.exec(path)?.[1];
}
