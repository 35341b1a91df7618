/** How OpenCode resumes a session. */

import type { Sessions } from '../agent.ts';
import { transcripts } from './transcripts.ts';

export const sessions: Sessions = {
  // OpenCode looks among the sessions of the current directory's project.
  resumeWords: ({ session }) => ['opencode', '--session', session],
  // Which sessions a database holds is not looked up: it is the client's.
  isResumable: ({ session }, world) => {
    if (!/^ses_\w+$/.test(session)) return false;
    const found = transcripts.nowIn(transcripts.root(world));
    return found.some(({ path }) => ['', session].includes(transcripts.sessionOf(path)));
  },
  placeOf: () => undefined,
  // OpenCode does not tell the commands that it runs.
  running: () => undefined,
  startedIn: () => undefined,
  isOwnPrompt: (prompt) => /^\s*<system-reminder>/.test(prompt),
};
