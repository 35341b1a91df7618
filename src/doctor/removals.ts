/**
 * Checks for forgotten or masked data that is not gone everywhere yet, and the list of forgotten
 * turns.
 */

import { closeSync, existsSync } from 'node:fs';
import { codeOf, messageOf } from '../errors/errors.ts';
import { openRegular } from '../files/regular-file.ts';
import { type Pending, pendingBackups } from '../forget/pending.ts';
import { isUnfinished } from '../forget/unfinished.ts';
import { REPAIR_LIST, readBackups } from '../home/backups.ts';
import { backupsOf, damagedNoteOf, forgottenOf, homeOf } from '../home/paths.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { counted, isoOf } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

export async function removalChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  const { paths: backups, unreadable } = readBackups(home);
  const checks = [
    ...listCheck(home),
    ...(await unfinishedCheck(home)),
    ...(unreadable === undefined
      ? []
      : [fail('backups', `${backupsOf(home)}: ${unreadable}`, REPAIR_LIST)]),
  ];
  const pending = (await pendingBackups(home)).filter(({ path }) => path !== backupsOf(home));
  if (pending.length > 0) return [...checks, ...pending.map(pendingCheck)];
  if (backups.length === 0) return checks;
  const away = backups.filter((path) => !existsSync(path)).length;
  const rest = away === 0 ? '' : `, ${away} of them not there now`;
  return [...checks, minor('backups', `${counted(backups.length, 'backup')}${rest}`)];
}

/** Without the list, a new database would ingest forgotten turns again. */
function listCheck(home: string): Check[] {
  const path = forgottenOf(home);
  try {
    closeSync(openRegular(path));
    return [];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const fix = 'make it a file that can be read: nothing is stored until then';
    return [fail('forgotten', `${path}: ${messageOf(error)}`, fix)];
  }
}

async function unfinishedCheck(home: string): Promise<Check[]> {
  const note = damagedNoteOf(home);
  if (existsSync(note)) {
    const what = 'a removal was stopped, and its note is damaged: the turns may still be stored';
    return [warn('forgotten', `${what} (${note})`, 'forget them again, and delete that file')];
  }
  if (!(await isUnfinished(home))) return [];
  const fix = '`mementor ingest` finishes it, and so does the next worker';
  return [warn('forgotten', 'a removal is not finished: its bytes are still in the database', fix)];
}

function pendingCheck({ path, reason, triedAtMs, turns, scrub }: Pending): Check {
  const what = [
    ...(turns.length > 0 ? [`${counted(turns.length, 'forgotten turn')}`] : []),
    ...(scrub ? ['secrets that are masked here'] : []),
  ].join(' and ');
  if (!existsSync(path)) {
    const fix = `bring it back, or run \`mementor export --database ${shellWord(path)} --gone\` if it was deleted`;
    return warn('backups', `${path} is not there, and may hold ${what}`, fix);
  }
  const when = triedAtMs > 0 ? ` (tried ${isoOf(triedAtMs)}: ${reason})` : '';
  const fix =
    'make it writable or delete it; `mementor ingest` tries again, `mementor import` saves its turns first';
  const holds = triedAtMs > 0 ? 'still holds' : 'may still hold';
  return fail('backups', `${path} ${holds} ${what}${when}`, fix);
}
