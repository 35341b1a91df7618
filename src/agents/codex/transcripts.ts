/** Lists Codex's rollouts. Never throws: unreadable files are left out. */

import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isWithin, realOf } from '../../files/folders.ts';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { World } from '../../process/world.ts';
import type { Transcript, Transcripts } from '../agent.ts';
import { newestFirst, transcriptAt } from '../listing.ts';
import { headerOf } from './header.ts';
import { archiveRoot, isRollout, promptHistory, sessionsRoot, threadOf } from './paths.ts';
import { promptOf } from './prompt-line.ts';

export const transcripts: Transcripts = {
  root: sessionsRoot,
  isByProject: false,
  owns: (path, world) => isRollout(path) || rootsOf(world).some((root) => isWithin(root, path)),
  all: async (world) => (await Promise.all(rootsOf(world).map(below))).flat().sort(newestFirst),
  startedHere,
  under: async (folder) => (await below(folder)).map(({ path }) => path),
  nowIn: (folder) => namesNowIn(folder).flatMap((name) => rolloutAt(join(folder, name))),
  subagentsOf,
  isOfSession: (path, session) => path === session,
  histories: (world) => [promptHistory(world)],
  isEntry,
  promptOf,
  sessionOf: (path) => threadOf(path) ?? basename(path).replace(/\.jsonl(?:\.zst)?$/, ''),
  subagentOf: (path) => (headerOf(path).parent === undefined ? undefined : threadOf(path)),
};

function rootsOf(world: World): string[] {
  return [sessionsRoot(world), archiveRoot(world)].map(realOf);
}

async function below(folder: string): Promise<Transcript[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.flatMap((name) => rolloutAt(join(folder, name))).sort(newestFirst);
}

/** The rollouts of all projects are in one folder: each begins with the directory. */
async function startedHere(world: World): Promise<Transcript[]> {
  const here = realOf(world.cwd);
  const found = await transcripts.all(world);
  return found.filter(({ path }) => {
    const { cwd } = headerOf(path);
    return cwd !== undefined && realOf(cwd) === here;
  });
}

/** A subagent's rollout is made later than its parent's, in the folder of its own day. */
async function subagentsOf(path: string): Promise<Transcript[]> {
  const session = threadOf(path);
  const [own] = rolloutAt(path);
  if (session === undefined || own === undefined) return [];
  const days = new Set([dirname(own.path), dayFolder(own)]);
  const found = [...days].flatMap((folder) => transcripts.nowIn(folder));
  const later = found.filter((each) => basename(each.path) > basename(own.path));
  return later.filter((each) => headerOf(each.path).parent === session).sort(newestFirst);
}

/** Returns the folder of the day on which a rollout changed last. */
function dayFolder({ path, modifiedAtMs }: Transcript): string {
  const day = new Date(modifiedAtMs);
  const two = (part: number) => String(part).padStart(2, '0');
  const names = [String(day.getFullYear()), two(day.getMonth() + 1), two(day.getDate())];
  return join(dirname(dirname(dirname(dirname(path)))), ...names);
}

function isEntry(line: string): boolean {
  const fields = parseObject(line);
  if (fields === undefined) return false;
  const { type, record_type: state, payload, role, call_id: call, id, timestamp } = fields;
  // In files of old versions the first line has an id and a time, and the others are bare items.
  const isItem = isText(type) && (isObject(payload) || [role, call].some(isText));
  return isItem || isText(state) || (type === undefined && isText(id) && isText(timestamp));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function namesNowIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function rolloutAt(path: string): Transcript[] {
  return isRollout(path) ? transcriptAt(path) : [];
}
