/** How Codex resumes a session, and where it looks for the rollout. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin, realOf } from '../../files/folders.ts';
import type { World } from '../../process/world.ts';
import type { Lost, Resumable, Sessions } from '../agent.ts';
import { daysOf, sessionsRoot, threadOf } from './paths.ts';
import { isOfClient } from './words.ts';

export const sessions: Sessions = {
  // Codex finds a session from everywhere, and works where it is started.
  resumeWords: ({ session }) => ['codex', 'resume', session],
  isResumable: ({ session }: Resumable, world) => rolloutOf(session, world) !== undefined,
  placeOf: ({ session, transcript }: Lost, world) =>
    transcript && isWithin(realOf(sessionsRoot(world)), transcript)
      ? transcript
      : rolloutOf(session, world),
  // Codex does not tell the commands that it runs.
  running: () => undefined,
  startedIn: () => undefined,
  isOwnPrompt: isOfClient,
};

/** Returns the rollout of a session, if it is where Codex looks. */
function rolloutOf(session: string, world: World): string | undefined {
  const root = sessionsRoot(world);
  const folders = (daysOf(session) ?? []).map((day) => join(root, day));
  const paths = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  return paths.find((path) => threadOf(path) === session);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
