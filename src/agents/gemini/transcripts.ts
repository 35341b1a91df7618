/** Lists Gemini CLI's sessions. Never throws: unreadable files are left out. */

import { basename, dirname } from 'node:path';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { Transcripts } from '../agent.ts';
import { listing, newestFirst } from '../listing.ts';
import { isTranscript, projectsRoot, subagentAt } from './paths.ts';
import { projectFolders } from './projects.ts';

const listed = listing({ root: projectsRoot, isTranscript });

export const transcripts: Transcripts = {
  ...listed,
  isByProject: true,
  startedHere: async (world) => projectFolders(world).flatMap(listed.nowIn).sort(newestFirst),
  // The name of a session's file holds only the start of its id.
  subagentsOf: async (path) => {
    const start = /-([0-9a-f]{8})\.jsonl?$/.exec(path)?.[1];
    if (start === undefined || subagentAt(path) !== undefined) return [];
    const beside = listed.nowIn(dirname(path)).sort(newestFirst);
    return beside.filter((each) => subagentAt(each.path)?.parent.startsWith(start));
  },
  isOfSession: (path, session) => path === session,
  histories: () => [],
  isEntry,
  // A session that is not read yet may be one object: nothing is looked for in it.
  promptOf: () => undefined,
  sessionOf: (path) => subagentAt(path)?.parent ?? basename(path).replace(/\.jsonl?$/, ''),
  subagentOf: (path) => subagentAt(path)?.name,
};

/** Newer sessions are lines. An older one is an object, often of many lines. */
function isEntry(line: string): boolean {
  const fields = parseObject(line);
  if (fields === undefined) return /^\s*"sessionId": "/.test(line);
  const { sessionId, type, $set: change } = fields;
  return typeof sessionId === 'string' || typeof type === 'string' || isObject(change);
}
