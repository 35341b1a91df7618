/** Shows that what was removed stands in no file any more. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { listedBackups } from '../backups.ts';
import { counted, printable } from '../doctor/text.ts';
import { addedModelsOf, databaseOf } from '../home.ts';
import { native, type Proof, type Telltales, translated } from '../memory.ts';
import { damagedCopies } from '../salvage.ts';
import { NOT_THERE } from './pending.ts';

/** Looks for telltales in every file of the home but the models, and in the backups. */
export async function prove(home: string, telltales: Telltales): Promise<Proof> {
  const backups = await listedBackups(home);
  const database = databaseOf(home);
  const paths = [...(await filesOf(home)), database, `${database}-wal`, ...backups];
  const damaged = await damagedCopies(home);
  const proof = translated(() => native().prove([...new Set(paths)], [...damaged], telltales));
  const gone = backups.filter((path) => !existsSync(path));
  const unchecked = gone.map((path) => ({ path, reason: NOT_THERE }));
  return { ...proof, unchecked: [...proof.unchecked, ...unchecked] };
}

/** Whether all was looked through, and nothing was found. */
export function isClean({ found, unchecked }: Proof): boolean {
  return found.length === 0 && unchecked.length === 0;
}

/** Returns what a person is told of it. `what` names what was removed: "them". */
export function proofLines(proof: Proof, what: string): string[] {
  const { pieces, files, databases, found, unchecked } = proof;
  const where = `in ${counted(files, 'file')} and ${counted(databases, 'database')}`;
  const lines: string[] = [];
  if (found.length > 0) {
    lines.push(
      `Something of ${what} is still in:`,
      ...found.map((path) => `  ${printable(path)}`),
      ...(found.some(isDamagedCopy) ? [DELETE_DAMAGED] : []),
    );
  } else if (pieces === 0) {
    lines.push(
      `Not checked ${where}: there is no text of ${what} that is long enough to look for.`,
    );
  } else {
    const none = unchecked.length === 0 ? 'none is left' : 'none was found there';
    lines.push(`Looked for ${counted(pieces, 'piece')} of text ${where}: ${none}.`);
  }
  for (const { path, reason } of unchecked) {
    lines.push(`Not checked: ${printable(path)}: ${printable(reason)}`);
  }
  if (!found.some(isDamagedCopy) && unchecked.some(({ path }) => isDamagedCopy(path))) {
    lines.push(DELETE_DAMAGED);
  }
  return lines;
}

const DELETE_DAMAGED =
  '`mementor repair --delete-damaged` saves what can be read of a damaged copy and deletes it.';

function isDamagedCopy(path: string): boolean {
  return /memory\.db\.damaged-\d+/.test(path);
}

async function filesOf(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const models = addedModelsOf(home) + sep;
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(models));
}
