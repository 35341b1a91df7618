/** Checks the ingest lock: which process writes to the memory now. */

import { holderOf, holderText } from '../database/ingest-lock.ts';
import { homeOf } from '../home/paths.ts';
import { type Check, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';

/** A worker ends after a minute; on a busy machine it may take longer. */
const WORKER_MS_MAX = 5 * 60_000;

/** Returns no check if no holder is known. */
export async function lockChecks(context: Context): Promise<Check[]> {
  const holder = holderOf(homeOf(context));
  if (holder === undefined) return [];
  const detail = `held by ${holderText(holder)}`;
  const heldMs = context.now().getTime() - holder.sinceMs;
  if (holder.command !== 'drain' || heldMs <= WORKER_MS_MAX) return [minor('lock', detail)];
  return [warn('lock', detail, `it should end within a minute: end process ${holder.pid}`)];
}
