/**
 * Lists the transcripts of an agent that keeps them in a tree of folders. Never throws: unreadable
 * files are left out.
 */

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin, realOf } from '../files/folders.ts';
import type { World } from '../process/world.ts';
import type { Transcript, Transcripts } from './agent.ts';

/** Where an agent keeps its transcripts. */
export interface Tree {
  readonly root: (world: World) => string;
  /** Whether a path has the form of a transcript. */
  readonly isTranscript: (path: string) => boolean;
}

/** Folders below a folder in which transcripts are looked for. */
const DEPTH_MAX = 4;

/** Folders that hold no transcripts and may be large. */
const OTHER_FOLDERS = new Set(['node_modules', '.git']);

type Listing = Pick<Transcripts, 'root' | 'owns' | 'all' | 'under' | 'nowIn'>;

export function listing({ root, isTranscript }: Tree): Listing {
  const below = (folder: string) => transcriptsBelow(folder, isTranscript, DEPTH_MAX);
  return {
    root,
    owns: (path, world) => isTranscript(path) || isWithin(realOf(root(world)), path),
    all: async (world) => below(root(world)).sort(newestFirst),
    under: async (folder) => {
      // A person may name any folder, so there is no bound.
      const found = transcriptsBelow(folder, isTranscript, Number.POSITIVE_INFINITY);
      return found.sort(newestFirst).map(({ path }) => path);
    },
    nowIn: below,
  };
}

export function newestFirst(a: Transcript, b: Transcript): number {
  return b.modifiedAtMs - a.modifiedAtMs || (a.path < b.path ? -1 : 1);
}

function transcriptsBelow(
  folder: string,
  isTranscript: (path: string) => boolean,
  depth: number,
): Transcript[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return isTranscript(path) ? transcriptAt(path) : [];
    if (depth === 0 || OTHER_FOLDERS.has(entry.name)) return [];
    return transcriptsBelow(path, isTranscript, depth - 1);
  });
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns the transcript at a path; none if there is no regular file. */
export function transcriptAt(path: string): Transcript[] {
  try {
    const real = realpathSync(path);
    const found = statSync(real);
    if (!found.isFile()) return [];
    return [{ path: real, bytes: found.size, modifiedAtMs: Math.floor(found.mtimeMs) }];
  } catch {
    return [];
  }
}
