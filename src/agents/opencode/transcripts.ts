/** Lists what OpenCode keeps of its sessions. Never throws: unreadable files are left out. */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isWithin, realOf } from '../../files/folders.ts';
import { isObject, parseObject } from '../../files/json-object.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import type { Transcript, Transcripts } from '../agent.ts';
import { listing, newestFirst, transcriptAt } from '../listing.ts';
import { dataRoot, isDatabase, isSessionFile, sessionAt, sessionOfDatabase } from './paths.ts';
import { databasesIn } from './sessions-on-disk.ts';

const named = listing({
  root: dataRoot,
  isTranscript: (path) => isDatabase(path) || sessionAt(path) !== undefined,
});

export const transcripts: Transcripts = {
  root: dataRoot,
  isByProject: false,
  owns: (path, world) =>
    [isDatabase, sessionOfDatabase, sessionAt].some((is) => is(path)) ||
    isWithin(realOf(dataRoot(world)), path),
  all: async (world) => nowIn(dataRoot(world)).sort(newestFirst),
  // All sessions of a database would be taken in, those of other directories too.
  startedHere: async (world) => {
    const here = realOf(world.cwd);
    const files = nowIn(dataRoot(world)).filter(({ path }) => isSessionFile(path));
    return files.filter(({ path }) => directoryOf(path) === here).sort(newestFirst);
  },
  under: named.under,
  nowIn,
  // A subagent's session is one of the database, or a file beside the others.
  subagentsOf: async () => [],
  isOfSession: (path, session) => path === session,
  histories: () => [],
  isEntry,
  // A prompt and its words stand in rows, or files, of their own.
  promptOf: () => undefined,
  sessionOf: (path) =>
    isDatabase(path) ? '' : (sessionOfDatabase(path) ?? sessionAt(path) ?? basename(path, '.json')),
  subagentOf: () => undefined,
};

/**
 * Returns the databases of a folder, or the sessions' files of a client that has none: a newer one
 * takes them into its database and leaves them.
 */
function nowIn(folder: string): Transcript[] {
  const found = databasesIn(folder);
  if (found.length > 0) return found;
  const storage = basename(folder) === 'storage' ? folder : join(folder, 'storage');
  const sessions = join(storage, 'session');
  const projects = entriesIn(sessions).filter((entry) => entry.isDirectory());
  return projects.flatMap(({ name }) => {
    const paths = entriesIn(join(sessions, name)).map((file) => join(sessions, name, file.name));
    return paths.filter(isSessionFile).flatMap((path) => sessionFileAt(path, storage));
  });
}

function sessionFileAt(path: string, storage: string): Transcript[] {
  const folder = join(storage, 'message', basename(path, '.json'));
  const messages = entriesIn(folder).filter(({ name }) => name.endsWith('.json'));
  const changed = [folder, ...messages.map(({ name }) => join(folder, name))].map((each) =>
    Math.floor(statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  return transcriptAt(path).map((own) => ({
    ...own,
    modifiedAtMs: changed.reduce((a, b) => Math.max(a, b), own.modifiedAtMs),
  }));
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function directoryOf(path: string): string | undefined {
  const directory = parseObject(textIfReadable(path) ?? '')?.directory;
  return typeof directory === 'string' ? realOf(directory) : undefined;
}

/** The beginning of a database, and the lines of an export or a session's file. */
function isEntry(line: string): boolean {
  if (line.startsWith('SQLite format 3') || /^\s*"(?:info|projectID)": /.test(line)) return true;
  const fields = parseObject(line);
  return isObject(fields?.info) || typeof fields?.projectID === 'string';
}
