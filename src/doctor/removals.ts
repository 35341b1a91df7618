/**
 * Checks for forgotten or masked data that is not gone everywhere yet, and the list of forgotten
 * turns.
 */

import { closeSync, existsSync } from 'node:fs';
import { codeOf, messageOf } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { openRegular } from '../files/regular-file.ts';
import { forgottenOf, homeOf, stateOf } from '../home/paths.ts';
import { type HomeReport, native, type PendingBackup } from '../memory.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { counted, isoOf } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

export async function removalChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  const report = native().homeReport(home);
  const { paths: backups, unreadable } = report.backups;
  const state = stateOf(home);
  const checks = [
    ...listCheck(home),
    ...unfinishedCheck(report),
    ...(unreadable === null
      ? []
      : [fail('backups', `${state}: ${unreadable}`, hintFor('BACKUPS_BROKEN'))]),
  ];
  const pending = report.pendingBackups.filter(({ path }) => path !== state);
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

function unfinishedCheck({ isRemoving, unreadableState }: HomeReport): Check[] {
  if (unreadableState !== null) {
    const what = 'what was known of a removal could not be read: the turns may still be stored';
    const fix = 'forget them again, and delete that file';
    return [warn('forgotten', `${what} (${unreadableState})`, fix)];
  }
  if (!isRemoving) return [];
  const fix = '`mementor ingest` finishes it, and so does the next worker';
  return [warn('forgotten', 'a removal is not finished: its bytes are still in the database', fix)];
}

function pendingCheck({ path, reason, triedAtMs, turns, scrub }: PendingBackup): Check {
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
