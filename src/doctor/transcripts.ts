/** Checks the capture ledger: which transcripts were read, and which lines could not be. */

import { agentNamed, agents } from '../agents/find.ts';
import type { FoundTranscript, Ledger, LedgerSummary, Tracked } from '../memory.ts';
import { type Check, minor, ok, warn } from '../process/check.ts';
import { counted, grouped, total } from '../text/numbers.ts';
import { WHEN_REPAIRED } from './retention.ts';

/** Returns the check for when the database cannot be queried. */
export function uncomparedCheck(transcripts: readonly FoundTranscript[]): Check {
  const found = counted(transcripts.length, 'transcript');
  return warn('transcripts', `${found}; not compared with the database`, WHEN_REPAIRED);
}

/** When each session ended, by its id. */
export type Ends = ReadonlyMap<string, number>;

export function transcriptsChecks(
  { summary, transcripts: ledger }: Ledger,
  ends: Ends,
  nowMs: number,
): Check[] {
  if (ledger.length === 0) return [minor('transcripts', `${agents()[0].displayName} keeps none`)];
  return [
    progressCheck(summary),
    ...unreadableChecks(ledger),
    ...newerChecks(ledger),
    ...linesChecks(ledger, ends, nowMs),
  ];
}

function progressCheck({ known, states }: LedgerSummary): Check {
  const { complete, behind, unread, gone } = states;
  const detail =
    `${counted(known, 'transcript')}: ${grouped(complete)} complete, ` +
    `${grouped(behind)} behind, ${grouped(unread)} never read` +
    (gone > 0 ? `, ${grouped(gone)} gone from the disk (the turns stay)` : '');
  if (behind + unread === 0) return ok('transcripts', detail);
  return warn('transcripts', detail, 'run `mementor ingest --all`');
}

function unreadableChecks(ledger: readonly Tracked[]): Check[] {
  const found = ledger.filter((each) => each.state === 'unreadable');
  if (found.length === 0) return [];
  const detail = `${counted(found.length, 'transcript')} cannot be read: ${named(found)}`;
  const fix =
    'make them readable for you: the next hook reads them; unpack those that are compressed otherwise than as `.zst`';
  return [warn('unreadable', detail, fix)];
}

/** A client that has moved on must not look as if all of it were read. */
function newerChecks(ledger: readonly Tracked[]): Check[] {
  const found = ledger.filter(({ newer }) => newer > 0);
  return found.map(({ agent, newer, path }) => {
    const name = agentNamed(agent)?.displayName ?? agent;
    const detail = `${counted(newer, 'session')} of a newer ${name} in ${path}: this version does not know their form, and read none of them`;
    return warn(`newer ${agent}`, detail, 'update Mementor: a newer one may read them');
  });
}

/**
 * Lines that an older client wrote cannot be read later either, so only those of recent sessions
 * warn. A copy of an old transcript is a new file, but its session is still old.
 */
const RECENT_DAYS_MAX = 7;

function linesChecks(ledger: readonly Tracked[], ends: Ends, nowMs: number): Check[] {
  const found = ledger.filter((each) => total(each.problems) > 0);
  if (found.length === 0) return [];
  const lines = found.reduce((sum, each) => sum + total(each.problems), 0);
  const what = `${counted(lines, 'line')} could not be read, in ${counted(found.length, 'transcript')}`;
  const detail = `${what}: only these lines were skipped; everything else was read`;
  const sinceMs = nowMs - RECENT_DAYS_MAX * 24 * 60 * 60 * 1_000;
  if (found.every((each) => lastMs(each, ends) < sinceMs)) return [minor('lines', detail)];
  const fix =
    '`mementor status --transcripts` shows where; if there are more every day, update Mementor';
  return [warn('lines', detail, fix)];
}

/** Turns that are stored under another session were copied: the file's time is not their age. */
function lastMs({ session, kept, modifiedAtMs }: Tracked, ends: Ends): number {
  const isCopy = session !== null && kept > 0;
  return Math.min(modifiedAtMs, ends.get(session ?? '') ?? (isCopy ? 0 : modifiedAtMs));
}

const NAMED_MAX = 3;

function named(found: readonly Tracked[]): string {
  const rest = found.length - NAMED_MAX;
  const paths = found.slice(0, NAMED_MAX).map((each) => each.path);
  return [...paths, ...(rest > 0 ? [`${grouped(rest)} more`] : [])].join(', ');
}
