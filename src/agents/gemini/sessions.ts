/** How Gemini CLI resumes a session, and where it looks for it. */

import { isPlainName } from '../../files/plain-name.ts';
import type { World } from '../../process/world.ts';
import type { Resumable, Sessions } from '../agent.ts';
import { idStartOf } from './paths.ts';
import { projectFolders } from './projects.ts';
import { transcripts } from './transcripts.ts';

export const sessions: Sessions = {
  // Gemini CLI looks only among the sessions of the current directory.
  resumeWords: ({ session }) => ['gemini', '--resume', session],
  isResumable: (session, world) => fileOf(session, world) !== undefined,
  // A name of a file holds the time of the session: a lost one has no place.
  placeOf: ({ session, directory }, world) => fileOf({ session, cwd: directory }, world),
  running: (env) => env.GEMINI_SESSION_ID,
  startedIn: (env) => env.GEMINI_PROJECT_DIR || undefined,
  isOwnPrompt: (prompt) => /^\s*<(?:session_context|hook_context|state_snapshot)>/.test(prompt),
};

function fileOf({ session, cwd }: Resumable, world: World): string | undefined {
  if (!cwd || !isPlainName(session)) return undefined;
  const found = projectFolders({ ...world, cwd }).flatMap(transcripts.nowIn);
  return found.find(({ path }) => idStartOf(path) === session.slice(0, 8))?.path;
}
