/** Proves that removed data is no longer in any file. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readBackups } from '../home/backups.ts';
import { addedModelsOf, backupsOf, databaseOf } from '../home/paths.ts';
import { native, type Probes, type Proof, translated } from '../memory.ts';
import { damagedCopies } from '../salvage/damaged-copies.ts';
import { NOT_THERE } from './pending.ts';

/** Searches every file of the home except models, and the backups, for the probes. */
export async function prove(home: string, probes: Probes): Promise<Proof> {
  const { paths: backups, unreadable } = readBackups(home);
  const database = databaseOf(home);
  const paths = [...(await filesOf(home)), database, `${database}-wal`, ...backups];
  const damaged = await damagedCopies(home);
  const proof = translated(() => native().prove([...new Set(paths)], [...damaged], probes));
  const gone = backups.filter((path) => !existsSync(path));
  const unchecked = gone.map((path) => ({ path, reason: NOT_THERE }));
  const list = unreadable === undefined ? [] : [{ path: backupsOf(home), reason: unreadable }];
  return { ...proof, unchecked: [...proof.unchecked, ...unchecked, ...list] };
}

/** Whether everything was searched, and nothing was found. */
export function isClean({ found, unchecked }: Proof): boolean {
  return found.length === 0 && unchecked.length === 0;
}

async function filesOf(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const models = addedModelsOf(home) + sep;
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(models));
}
