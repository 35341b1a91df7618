/** How long what is not taken in yet will stay: Claude Code deletes old transcripts. */

import type { ScopeHooks } from '../agents/claude-code/install/hook-state.ts';
import type { ManagedFile } from '../agents/claude-code/install/managed.ts';
import type { Scope } from '../agents/claude-code/paths.ts';
import type { Tracked } from '../capture/ledger.ts';
import { type Check, fail, ok, warn } from '../process/check.ts';
import { counted } from '../text/numbers.ts';

/** What Claude Code does when no settings file says otherwise. */
const DAYS_DEFAULT = 30;
const DAYS_URGENT_MAX = 2;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns after how many days Claude Code deletes a transcript that nothing is added to. */
export function retentionDays(
  { local, project, user }: Readonly<Record<Scope, Pick<ScopeHooks, 'cleanupDays'>>>,
  managed: readonly Pick<ManagedFile, 'cleanupDays'>[],
): number {
  const ruled = managed.findLast((file) => file.cleanupDays !== undefined)?.cleanupDays;
  const chosen = local.cleanupDays ?? project.cleanupDays ?? user.cleanupDays;
  return ruled ?? chosen ?? DAYS_DEFAULT;
}

/** `unknown` stands for a database that cannot be asked. */
export function retentionCheck(
  ledger: readonly Tracked[] | 'unknown',
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Check {
  const name = 'retention';
  const rule = `Claude Code deletes transcripts after ${counted(days, 'day')}`;
  if (ledger === 'unknown') return warn(name, `${rule}; not compared with the database`);
  const unread = ledger.filter((each) => each.waiting > 0);
  const oldest = unread.reduce<Tracked | undefined>(
    (found, each) => (found && found.modifiedAtMs <= each.modifiedAtMs ? found : each),
    undefined,
  );
  if (oldest === undefined) return ok(name, `${rule}; nothing waits to be read`);
  const left = daysLeft(oldest, days, nowMs);
  const when = left > 0 ? `in ${counted(left, 'day')}` : 'at its next start';
  const detail = `${counted(unread.length, 'transcript')} not wholly read: Claude Code deletes the oldest ${when} (${oldest.path})`;
  const judge = left > DAYS_URGENT_MAX ? warn : fail;
  return judge(name, detail, 'run `mementor ingest --all`');
}

/** A clock that was set back does not make a transcript stay longer. */
function daysLeft({ modifiedAtMs }: Tracked, days: number, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - modifiedAtMs);
  return Math.max(0, Math.floor(days - ageMs / DAY_MS));
}
