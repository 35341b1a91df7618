/** Shows that what was removed stands in no file any more. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { addedModelsOf, backupsOf, databaseOf } from '../home.ts';
import { native, type Proof, type Telltales, translated } from '../memory.ts';
import { damagedCopies } from '../salvage/damaged-copies.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import { readBackups } from './backups.ts';
import { NOT_THERE } from './pending.ts';

/** Looks for telltales in every file of the home but the models, and in the backups. */
export async function prove(home: string, telltales: Telltales): Promise<Proof> {
  const { paths: backups, unreadable } = readBackups(home);
  const database = databaseOf(home);
  const paths = [...(await filesOf(home)), database, `${database}-wal`, ...backups];
  const damaged = await damagedCopies(home);
  const proof = translated(() => native().prove([...new Set(paths)], [...damaged], telltales));
  const gone = backups.filter((path) => !existsSync(path));
  const unchecked = gone.map((path) => ({ path, reason: NOT_THERE }));
  const list = unreadable === undefined ? [] : [{ path: backupsOf(home), reason: unreadable }];
  return { ...proof, unchecked: [...proof.unchecked, ...unchecked, ...list] };
}

/** Whether all was looked through, and nothing was found. */
export function isClean({ found, unchecked }: Proof): boolean {
  return found.length === 0 && unchecked.length === 0;
}

/**
 * Returns what a person is told of it. `what` names what was removed, such as "them"; `elsewhere`
 * says that it is known to be left in a place that is told apart from this.
 */
export function proofLines(proof: Proof, what: string, elsewhere: boolean): string[] {
  const { found, unchecked } = proof;
  const lines = [...resultLines(proof, what, elsewhere || unchecked.length > 0)];
  for (const { path, reason } of unchecked) {
    lines.push(`Not checked: ${printable(path)}: ${printable(reason)}`);
  }
  const named = [...found, ...unchecked.map(({ path }) => path)];
  if (named.some((path) => /memory\.db\.damaged-\d+/.test(path))) lines.push(DELETE_DAMAGED);
  return lines;
}

function resultLines(proof: Proof, what: string, isPartial: boolean): string[] {
  const { pieces, terms, without, files, databases, found } = proof;
  if (found.length > 0) {
    return [`Something of ${what} is still in:`, ...found.map((path) => `  ${printable(path)}`)];
  }
  if (pieces === 0) return [`Not checked: no text of ${what} is long enough to look for.`];
  const index = terms === 0 ? '' : ` and ${counted(terms, 'index term')}`;
  const where = `${counted(files, 'file')} and ${counted(databases, 'database')}`;
  const result = isPartial ? 'none was found there' : 'none is left';
  const looked = `Looked for ${counted(pieces, 'piece')} of text${index} in ${where}: ${result}.`;
  if (without === 0) return [looked];
  return [looked, `Not checked: ${grouped(without)} of ${what} with too little text to look for.`];
}

const DELETE_DAMAGED =
  '`mementor repair --delete-damaged` saves what can be read of a damaged copy and deletes it.';

async function filesOf(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const models = addedModelsOf(home) + sep;
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(models));
}
