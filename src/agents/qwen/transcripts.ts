/** Lists Qwen Code's sessions. Never throws: unreadable files are left out. */

import { basename, dirname, join } from 'node:path';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { Transcripts, TypedPrompt } from '../agent.ts';
import { listing, newestFirst } from '../listing.ts';
import { projectFolder, projectsRoot, sessionAt, subagentAt } from './paths.ts';

const listed = listing({
  root: projectsRoot,
  isTranscript: (path) => sessionAt(path) !== undefined,
});

export const transcripts: Transcripts = {
  ...listed,
  isByProject: true,
  startedHere: async (world) => listed.nowIn(projectFolder(world)).sort(newestFirst),
  subagentsOf: async (path) => listed.nowIn(folderOfSubagents(path)).sort(newestFirst),
  isOfSession: (path, session) => path === session || dirname(path) === folderOfSubagents(session),
  histories: () => [],
  isEntry: (line) => {
    const { type, uuid, sessionId } = parseObject(line) ?? {};
    return typeof type === 'string' && [uuid, sessionId].some((id) => typeof id === 'string');
  },
  promptOf,
  sessionOf: (path) => sessionAt(path) ?? basename(path, '.jsonl'),
  subagentOf: subagentAt,
};

/** Returns the folder of a session's subagents, given the path of the session's transcript. */
function folderOfSubagents(path: string): string {
  return join(dirname(dirname(path)), 'subagents', basename(path, '.jsonl'));
}

/** Returns the prompt in a line; undefined if the line is something else. */
function promptOf(line: string): TypedPrompt | undefined {
  const fields = line.includes('"user"') ? parseObject(line) : undefined;
  if (fields?.type !== 'user' || (fields.provenance ?? 'real_user') !== 'real_user') {
    return undefined;
  }
  const { timestamp, systemPayload, message } = fields;
  const shown = isObject(systemPayload) ? systemPayload.displayText : undefined;
  const text = typeof shown === 'string' ? shown : textOf(message);
  const atMs = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(atMs) || text.trim() === '' ? undefined : { atMs, text };
}

function textOf(message: unknown): string {
  const parts = isObject(message) && Array.isArray(message.parts) ? message.parts : [];
  const texts = parts.filter(isObject).map(({ text }) => text);
  return texts.filter((text) => typeof text === 'string' && !text.startsWith('<')).join('\n');
}
