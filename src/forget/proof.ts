/** Shows that what was removed stands in no file any more, byte by byte. */

import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { knownBackups } from '../backups.ts';
import { addedModelsOf } from '../home.ts';
import { type Memory, native, type Selected, translated } from '../memory.ts';

/** What was looked at, and where something was found. */
export interface Proof {
  readonly files: number;
  readonly found: readonly string[];
}

/** Long enough to be nobody else's words by chance, short enough to stand on one page. */
const PIECE_CHARS = 32;
const PIECES_PER_TURN_MAX = 3;

/** Returns pieces of what was typed that the files can be searched for. */
export function piecesOf(turns: readonly Selected[]): string[] {
  const pieces = turns.flatMap(({ prompt }) => {
    const lines = prompt.split('\n').map((line) => line.trim());
    const long = lines.filter((line) => line.length >= PIECE_CHARS);
    return long.slice(0, PIECES_PER_TURN_MAX).map((line) => line.slice(0, PIECE_CHARS));
  });
  return [...new Set(pieces)];
}

/** Looks for texts in every file of the home but the models, and in the known backups. */
export async function prove(home: string, texts: readonly string[]): Promise<Proof> {
  const paths = [...(await filesOf(home)), ...(await knownBackups(home))];
  const traces = translated(() => native().traces(paths, [...texts]));
  return { files: paths.length, found: traces.map((trace) => trace.path) };
}

/** Returns the pieces that no other turn holds: those that others hold may stay. */
export function onlyTheirs(memory: Memory, pieces: readonly string[]): string[] {
  return pieces.filter(
    (piece) => translated(() => memory.select({ ids: [], containing: piece })).length === 0,
  );
}

async function filesOf(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const models = addedModelsOf(home) + sep;
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(models));
}
