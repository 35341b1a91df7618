/** How Claude Code goes back to a session, and where it looks for one. */

import { dirname, resolve } from 'node:path';
import { realOf } from '../../files/folders.ts';
import { isPlainName } from '../../files/plain-name.ts';
import type { World } from '../../process/world.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Lost, Sessions } from '../agent.ts';
import { projectTranscriptsFolder, SLUG_CHARS_MAX, transcriptsRoot } from './paths.ts';

export const sessions: Sessions = {
  // It looks in the folder of the directory only.
  resumeCommand: ({ session, cwd }) => {
    const resume = `claude --resume ${shellWord(session)}`;
    return cwd ? `cd ${shellWord(cwd)} && ${resume}` : resume;
  },
  placeOf,
  // `!mementor mute` in a prompt, or a call by Claude itself.
  running: (env) => env.CLAUDE_CODE_SESSION_ID,
  // It sends one when a background task ends.
  isOwnPrompt: (prompt) => /^\s*<task-notification>/.test(prompt),
};

/** Where the transcript was, if that is below its root; else by the session's directory. */
function placeOf({ session, directory, transcript }: Lost, world: World): string | undefined {
  const root = realOf(transcriptsRoot(world));
  if (transcript && realOf(dirname(dirname(transcript))) === root) return transcript;
  if (!directory || directory.length > SLUG_CHARS_MAX || !isPlainName(session)) return undefined;
  return resolve(projectTranscriptsFolder({ ...world, cwd: directory }), `${session}.jsonl`);
}
