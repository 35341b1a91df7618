/** How Qwen Code resumes a session, and where it looks for it. */

import { existsSync } from 'node:fs';
import { isPlainName } from '../../files/plain-name.ts';
import { pathsOf, type World } from '../../process/world.ts';
import type { Lost, Sessions } from '../agent.ts';
import { projectFolder } from './paths.ts';

export const sessions: Sessions = {
  // Qwen Code looks only in the folder of the current directory.
  resumeWords: ({ session }) => ['qwen', '--resume', session],
  isResumable: ({ session, cwd }, world) => {
    const place = placeOf({ session, directory: cwd }, world);
    return place !== undefined && existsSync(place);
  },
  placeOf,
  running: (env) => env.QWEN_CODE_SESSION_ID,
  startedIn: () => undefined,
  isOwnPrompt: (prompt) => /^\s*<(?:qwen:|task-notification)/.test(prompt),
};

function placeOf({ session, directory }: Lost, world: World): string | undefined {
  if (!directory || !isPlainName(session)) return undefined;
  const folder = projectFolder({ ...world, cwd: directory });
  return pathsOf(world).join(folder, 'chats', `${session}.jsonl`);
}
