/** What was forgotten or masked, and is not gone everywhere yet; the list that keeps it away. */

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { listedBackups } from '../backups.ts';
import type { Context } from '../context.ts';
import { type Pending, pendingBackups } from '../forget/pending.ts';
import { isUnfinished } from '../forget/unfinished.ts';
import { forgottenOf, homeOf } from '../home.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { counted, isoOf } from './text.ts';

export async function removalChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  const checks = [...(await listCheck(home)), ...(await unfinishedCheck(home))];
  const pending = await pendingBackups(home);
  const backups = await listedBackups(home);
  if (pending.length > 0) return [...checks, ...pending.map(pendingCheck)];
  if (backups.length === 0) return checks;
  const away = backups.filter((path) => !existsSync(path)).length;
  const rest = away === 0 ? '' : `, ${away} of them not there now`;
  return [...checks, ok('backups', `${counted(backups.length, 'backup')}${rest}`)];
}

/** Without the list, a database that begins anew would take in again what was forgotten. */
async function listCheck(home: string): Promise<Check[]> {
  const path = forgottenOf(home);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return [];
  const fix = 'move it away: nothing is taken in until the list can be read';
  return [fail('forgotten', `${path} is no file`, fix)];
}

async function unfinishedCheck(home: string): Promise<Check[]> {
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
    const fix = `bring it back, or run \`mementor backup --gone ${path}\` if it was deleted`;
    return warn('backups', `${path} is not there, and may hold ${what}`, fix);
  }
  const when = triedAtMs > 0 ? ` (tried ${isoOf(triedAtMs)}: ${reason})` : '';
  const fix =
    'make it writable or delete it; `mementor ingest` tries again, `mementor import` saves its turns first';
  return fail('backups', `${path} still holds ${what}${when}`, fix);
}
