/** Lists Claude Code's transcripts. Never throws: unreadable files are left out. */

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isWithin, realOf } from '../../files/folders.ts';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { World } from '../../process/world.ts';
import type { Transcript, Transcripts } from '../agent.ts';
import { projectTranscriptsFolder, promptHistory, transcriptsRoot } from './paths.ts';
import { promptOf } from './prompt-line.ts';

export const transcripts: Transcripts = {
  root: transcriptsRoot,
  isByProject: true,
  owns: (path, world) => isWithin(realOf(transcriptsRoot(world)), path),
  all: allTranscripts,
  startedHere: (world) => transcriptsIn(projectTranscriptsFolder(world)),
  under: transcriptsUnder,
  nowIn: transcriptsNowIn,
  subagentsOf: (path) => subagentsIn(folderOfSession(path)),
  isOfSession: (path, session) => path === session || isWithin(folderOfSession(session), path),
  histories: (world) => [promptHistory(world)],
  isEntry,
  promptOf,
  sessionOf: (path) => basename(path, '.jsonl'),
  subagentOf: (path) => /agent-([^/\\]+)\.jsonl$/.exec(path)?.[1],
};

/** The fields of which each line has one. */
const IDS = ['uuid', 'sessionId', 'messageId', 'leafUuid'] as const;

function isEntry(line: string): boolean {
  const fields = parseObject(line) ?? {};
  const { type, message } = fields;
  const isSpoken = isObject(message) && typeof message.role === 'string';
  return typeof type === 'string' && (isSpoken || IDS.some((id) => typeof fields[id] === 'string'));
}

/** A session's other files are in a folder named after its transcript. */
function folderOfSession(path: string): string {
  return path.replace(/\.jsonl$/, '');
}

/** Returns the transcripts of all projects, newest first. */
async function allTranscripts(world: World): Promise<Transcript[]> {
  const root = transcriptsRoot(world);
  const byPath = new Map<string, Transcript>();
  for (const folder of await namesIn(root)) {
    // A folder may be a link to another; count its files once.
    for (const found of await transcriptsIn(join(root, folder))) byPath.set(found.path, found);
  }
  return [...byPath.values()].sort(newestFirst);
}

/** Returns the transcripts of a project's folder and of their subagents, newest first. */
async function transcriptsIn(folder: string): Promise<Transcript[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const own = await transcriptsAt(entries.map((entry) => join(folder, entry.name)));
  const sessions = entries.filter((entry) => entry.isDirectory());
  const below = sessions.map((entry) => subagentsIn(join(folder, entry.name)));
  return [...own, ...(await Promise.all(below)).flat()].sort(newestFirst);
}

/**
 * Returns the same synchronously and unsorted: for thousands of files it takes a sixth of the
 * time.
 */
function transcriptsNowIn(folder: string): Transcript[] {
  const real = orNothing(() => [realpathSync(folder)]);
  return real.flatMap((own) =>
    entriesNowIn(own).flatMap((entry) => {
      const path = join(own, entry.name);
      if (!entry.isDirectory()) return transcriptNowAt(path);
      const below = join(path, 'subagents');
      return entriesNowIn(below).flatMap(({ name }) => transcriptNowAt(join(below, name)));
    }),
  );
}

function entriesNowIn(folder: string): Dirent[] {
  return orNothing(() => readdirSync(folder, { withFileTypes: true }));
}

function transcriptNowAt(path: string): Transcript[] {
  if (!isTranscript(path)) return [];
  const [found] = orNothing(() => [statSync(path)]);
  if (found === undefined || !found.isFile()) return [];
  return [{ path, bytes: found.size, modifiedAtMs: Math.floor(found.mtimeMs) }];
}

function orNothing<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}

/**
 * Returns the transcripts of subagents. Clients before 2.1 put them beside the others, as
 * `agent-*.jsonl`.
 */
async function subagentsIn(session: string): Promise<Transcript[]> {
  const folder = join(session, 'subagents');
  const names = await namesIn(folder);
  return await transcriptsAt(names.map((name) => join(folder, name)));
}

/** Returns the paths of the transcripts in a folder and all its subfolders, newest first. */
async function transcriptsUnder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await transcriptsAt(names.map((name) => join(folder, name)));
  return found.map((transcript) => transcript.path);
}

async function transcriptsAt(paths: readonly string[]): Promise<Transcript[]> {
  const found = await Promise.all(paths.filter(isTranscript).map(transcriptAt));
  return found.filter((each) => each !== undefined).sort(newestFirst);
}

function isTranscript(path: string): boolean {
  return path.endsWith('.jsonl');
}

async function transcriptAt(path: string): Promise<Transcript | undefined> {
  try {
    const real = await realpath(path);
    const found = await stat(real);
    if (!found.isFile()) return undefined;
    return { path: real, bytes: found.size, modifiedAtMs: Math.floor(found.mtimeMs) };
  } catch {
    return undefined;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

function newestFirst(a: Transcript, b: Transcript): number {
  return b.modifiedAtMs - a.modifiedAtMs || (a.path < b.path ? -1 : 1);
}
