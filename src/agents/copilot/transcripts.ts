/** Lists the events of Copilot CLI's sessions. Never throws: unreadable files are left out. */

import { linesOfFile } from '../../files/file-lines.ts';
import { realOf } from '../../files/folders.ts';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { Transcripts, TypedPrompt } from '../agent.ts';
import { listing } from '../listing.ts';
import { sessionAt, sessionsRoot } from './paths.ts';

const listed = listing({
  root: sessionsRoot,
  isTranscript: (path) => sessionAt(path) !== undefined,
});

export const transcripts: Transcripts = {
  ...listed,
  isByProject: false,
  // The sessions of all projects are in one folder: each begins with the directory.
  startedHere: async (world) => {
    const here = realOf(world.cwd);
    const found = await listed.all(world);
    return found.filter(({ path }) => {
      const cwd = directoryOf(path);
      return cwd !== undefined && realOf(cwd) === here;
    });
  },
  // A subagent's events are among those of its session.
  subagentsOf: async () => [],
  isOfSession: (path, session) => path === session,
  histories: () => [],
  isEntry: (line) => {
    const fields = parseObject(line);
    return typeof fields?.type === 'string' && isObject(fields.data);
  },
  promptOf,
  sessionOf: (path) => sessionAt(path) ?? path,
  subagentOf: () => undefined,
};

/** Maximum length of the first event, in bytes. */
const EVENT_BYTES_MAX = 1 << 16;

function directoryOf(path: string): string | undefined {
  try {
    for (const line of linesOfFile(path, EVENT_BYTES_MAX)) {
      const data = typeof line === 'string' ? parseObject(line)?.data : undefined;
      const context = isObject(data) ? data.context : undefined;
      const cwd = isObject(context) ? context.cwd : undefined;
      return typeof cwd === 'string' ? cwd : undefined;
    }
  } catch {
    // Unreadable: it is left out.
  }
  return undefined;
}

/** Returns the prompt in a line; undefined if the line is something else. */
function promptOf(line: string): TypedPrompt | undefined {
  const fields = line.includes('"user.message"') ? parseObject(line) : undefined;
  const data = isObject(fields?.data) ? fields.data : undefined;
  if (fields?.type !== 'user.message' || fields.agentId !== undefined || data?.source) {
    return undefined;
  }
  const atMs = typeof fields.timestamp === 'string' ? Date.parse(fields.timestamp) : Number.NaN;
  const text = typeof data?.content === 'string' ? data.content : '';
  return Number.isNaN(atMs) || text.trim() === '' ? undefined : { atMs, text };
}
