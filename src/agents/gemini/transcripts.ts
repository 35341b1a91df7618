/** Lists Gemini CLI's sessions. Never throws: unreadable files are left out. */

import { basename, dirname } from 'node:path';
import { linesOfFile } from '../../files/file-lines.ts';
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
  sessionOf,
  subagentOf: (path) => subagentAt(path)?.name,
};

/** Lines in which the id of a session stands; it is one of the first fields of an older session. */
const HEAD_LINES_MAX = 8;

/** Maximum length of such a line, in bytes. */
const HEAD_BYTES_MAX = 1 << 16;

/** Returns the id in the file, because its name holds only the start of it. */
function sessionOf(path: string): string {
  const own = subagentAt(path)?.parent ?? idIn(path);
  return own ?? basename(path).replace(/\.jsonl?$/, '');
}

function idIn(path: string): string | undefined {
  try {
    let lines = 0;
    for (const line of linesOfFile(path, HEAD_BYTES_MAX)) {
      const [, id] = /"sessionId":\s*"([\w-]+)"/.exec(line) ?? [];
      lines += 1;
      if (id !== undefined || lines >= HEAD_LINES_MAX) return id;
    }
  } catch {
    // Unreadable: its name is left.
  }
  return undefined;
}

/** Newer sessions are lines. An older one is an object, often of many lines. */
function isEntry(line: string): boolean {
  const fields = parseObject(line);
  if (fields === undefined) return /^\s*"sessionId": "/.test(line);
  const { sessionId, id, type, $set: change } = fields;
  const isMessage = typeof id === 'string' && typeof type === 'string';
  return typeof sessionId === 'string' || isMessage || isObject(change);
}
