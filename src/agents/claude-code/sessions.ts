/** How Claude Code resumes a session, and where it looks for the transcript. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { realOf } from '../../files/folders.ts';
import { isPlainName } from '../../files/plain-name.ts';
import type { World } from '../../process/world.ts';
import type { Lost, Resumable, Sessions } from '../agent.ts';
import { projectTranscriptsFolder, SLUG_CHARS_MAX, transcriptsRoot } from './paths.ts';

export const sessions: Sessions = {
  // Claude Code looks only in the folder of the current directory.
  resumeWords: ({ session }) => ['claude', '--resume', session],
  isResumable,
  placeOf,
  // Set for `!mementor mute` in a prompt, and when Claude itself runs a command.
  running: (env) => env.CLAUDE_CODE_SESSION_ID,
  // Set for hooks, and for servers of tools.
  startedIn: (env) => env.CLAUDE_PROJECT_DIR || undefined,
  // Claude Code sends this prompt when a background task ends.
  isOwnPrompt: (prompt) => /^\s*<task-notification>/.test(prompt),
};

function isResumable({ session, cwd }: Resumable, world: World): boolean {
  const place = placeOf({ session, directory: cwd }, world);
  return place !== undefined && existsSync(place);
}

/** Returns the last known path if it is below the root, else one derived from the directory. */
function placeOf({ session, directory, transcript }: Lost, world: World): string | undefined {
  const root = realOf(transcriptsRoot(world));
  if (transcript && realOf(dirname(dirname(transcript))) === root) return transcript;
  if (!directory || directory.length > SLUG_CHARS_MAX || !isPlainName(session)) return undefined;
  return resolve(projectTranscriptsFolder({ ...world, cwd: directory }), `${session}.jsonl`);
}
