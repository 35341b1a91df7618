/** Checks how soon the agent deletes transcripts that are not ingested yet. */

import type { Tracked } from '../memory.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import { counted } from '../text/numbers.ts';

const DAYS_URGENT_MAX = 2;
/** Until then the check of the transcripts says enough. */
const DAYS_SOON_MAX = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Retention {
  /** The name of the agent that deletes transcripts. */
  readonly agent: string;
  readonly days: number;
  readonly nowMs: number;
}

/** The check of the database says what to repair. */
export const WHEN_REPAIRED = 'repair the database first, then run `mementor doctor` again';

/** `unknown` means that the database cannot be queried. */
export function retentionCheck(
  ledger: readonly Tracked[] | 'unknown',
  { agent, days, nowMs }: Retention,
): Check {
  const name = 'retention';
  // A check of the agent's names the setting.
  if (days === 0) return minor(name, `${agent} keeps no transcript`);
  const rule = `${agent} deletes transcripts after ${counted(days, 'day')}`;
  if (ledger === 'unknown')
    return warn(name, `${rule}; not compared with the database`, WHEN_REPAIRED);
  const unread = ledger.filter((each) => each.waiting > 0);
  const oldest = unread.reduce<Tracked | undefined>(
    (found, each) => (found && found.modifiedAtMs <= each.modifiedAtMs ? found : each),
    undefined,
  );
  if (oldest === undefined) return minor(name, `${rule}; nothing waits to be read`);
  const left = daysLeft(oldest, days, nowMs);
  const when = left > 0 ? `in ${counted(left, 'day')}` : 'at its next start';
  const detail = `${counted(unread.length, 'transcript')} not wholly read: ${agent} deletes the oldest ${when} (${oldest.path})`;
  if (left > DAYS_SOON_MAX) return minor(name, detail);
  const judge = left > DAYS_URGENT_MAX ? warn : fail;
  return judge(name, detail, 'run `mementor ingest --all`');
}

/** A clock that was set back does not extend a transcript's retention. */
function daysLeft({ modifiedAtMs }: Tracked, days: number, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - modifiedAtMs);
  return Math.max(0, Math.floor(days - ageMs / DAY_MS));
}
