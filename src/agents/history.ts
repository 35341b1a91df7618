/**
 * Tools that keep a history of conversations in the projects themselves. Nothing looks for them: a
 * person names a history, or a folder that holds some.
 */

import type { Agent, Sessions, Transcripts } from './agent.ts';
import { listing } from './listing.ts';

/** What is particular to a tool. */
export interface HistoryTool extends Pick<Agent, 'name' | 'displayName'> {
  /** Whether a path has the form of a history. */
  readonly isHistory: (path: string) => boolean;
  /** Whether a line tells that a file is a history. */
  readonly isEntry: (line: string) => boolean;
  readonly resumeWords: Sessions['resumeWords'];
}

export function historyTool({
  name,
  displayName,
  isHistory,
  isEntry,
  resumeWords,
}: HistoryTool): Agent {
  const { under } = listing({ root: (world) => world.cwd, isTranscript: isHistory });
  const transcripts: Transcripts = {
    root: (world) => world.cwd,
    isByProject: false,
    owns: isHistory,
    all: async () => [],
    startedHere: async () => [],
    under,
    nowIn: () => [],
    subagentsOf: async () => [],
    isOfSession: (path, session) => path === session,
    histories: () => [],
    isEntry,
    promptOf: () => undefined,
    // A history holds many sessions, or names its one nowhere in its path.
    sessionOf: () => '',
    subagentOf: () => undefined,
  };
  const sessions: Sessions = {
    resumeWords,
    isResumable: () => false,
    placeOf: () => undefined,
    running: () => undefined,
    startedIn: () => undefined,
    isOwnPrompt: () => false,
  };
  const toolOutput = { plainError: (error: string) => error, isKeptOutput: () => false };
  return { name, displayName, variables: [], isImport: true, transcripts, sessions, toolOutput };
}
