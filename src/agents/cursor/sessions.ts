/** How Cursor's agent resumes a session. */

import { isPlainName } from '../../files/plain-name.ts';
import type { Sessions } from '../agent.ts';
import { projectFolder, transcriptNames } from './paths.ts';
import { transcripts } from './transcripts.ts';

export const sessions: Sessions = {
  // Cursor's agent looks only among the sessions of the current directory.
  resumeWords: ({ session }) => ['cursor-agent', `--resume=${session}`],
  isResumable: ({ session, cwd }, world) => {
    if (!cwd || !isPlainName(session)) return false;
    const found = transcripts.nowIn(projectFolder({ ...world, cwd }));
    return found.some(({ path }) => transcriptNames(path)?.session === session);
  },
  placeOf: () => undefined,
  // Cursor does not tell the commands that it runs.
  running: () => undefined,
  startedIn: () => undefined,
  isOwnPrompt: (prompt) => /^\s*<(?:system_reminder|user_info)>/.test(prompt),
};
