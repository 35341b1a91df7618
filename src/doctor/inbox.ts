/** Checks the inbox: hook payloads that are not ingested yet. */

import { stat } from 'node:fs/promises';
import { agents } from '../agents/find.ts';
import { inboxNow } from '../capture/inbox.ts';
import { homeOf, inboxOf, logOf } from '../home/paths.ts';
import type { InboxItem, WaitingInbox } from '../memory.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { counted } from '../text/numbers.ts';

/** A worker runs for a minute at most; an older payload was left behind. */
const AGE_MINUTES_MAX = 10;

export async function inboxChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  const inbox = inboxNow(context);
  return [...(await waitingChecks(inbox, home, context)), ...refusedChecks(inbox.refused)];
}

function refusedChecks(refused: WaitingInbox['refused']): Check[] {
  const [first] = refused;
  if (first === undefined) return [];
  const more = refused.length > 1 ? `, and ${counted(refused.length - 1, 'other')}` : '';
  const detail = `not stored: ${first.path}${more} (${first.why})`;
  const fix = 'look at it; what it told of, `mementor ingest --all` reads as well. Then delete it';
  return [warn('inbox', detail, fix)];
}

async function waitingChecks(
  { ready, held, superseded, broken }: WaitingInbox,
  home: string,
  context: Context,
): Promise<Check[]> {
  const payloads = [...ready, ...held, ...superseded].map(({ path }) => path);
  const paths = [...payloads, ...broken];
  if (paths.length === 0) return [minor('inbox', 'empty')];
  const ages = await Promise.all(paths.map((path) => minutesSince(path, context)));
  if (held.length > 0) return [heldCheck(held, home)];
  const old = ages.filter((minutes) => minutes > AGE_MINUTES_MAX).length;
  if (old === 0)
    return [minor('inbox', `${counted(paths.length, 'message')} from hooks on the way`)];
  const detail = `${counted(old, 'message')} from hooks, older than ${AGE_MINUTES_MAX} minutes, in ${inboxOf(home)}`;
  const fix = `the next hook stores them; if they stay, look into ${logOf(home)}`;
  return [warn('inbox', detail, fix)];
}

/**
 * Payloads whose hooks could not parse the excluding and masking settings, which are still
 * invalid.
 */
function heldCheck(held: readonly InboxItem[], home: string): Check {
  const sources = [...new Set(held.flatMap(({ payload }) => payload.unclear ?? ['keptOut']))];
  const detail = `${counted(held.length, 'message')} from hooks in ${inboxOf(home)} wait: these hooks could not understand ${sources.join(', ')}`;
  const fix = `repair it where ${agents()[0].displayName} runs: the session's next turn stores them; without one, \`mementor ingest\` reads ${held[0]?.payload.transcriptPath}`;
  return fail('inbox', detail, fix);
}

async function minutesSince(path: string, context: Context): Promise<number> {
  // A missing payload has been ingested.
  const writtenAtMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return (context.now().getTime() - writtenAtMs) / 60_000;
}
