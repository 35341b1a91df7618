/** Records how far answers used what was added to their prompts. */

import { placeOf } from '../agents/find.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { logOnce } from '../process/log.ts';

/**
 * Records it for the prompts of a transcript's session whose answers are complete by now. Called
 * under the ingest lock, after the transcript was ingested. `stoppedMs` is when the session reported
 * that its last answer was complete. Never throws: failures go to the log.
 */
export function noteUsed(
  memory: Pick<Memory, 'noteUsed'>,
  transcriptPath: string,
  stoppedMs: number | undefined,
  context: Context,
): void {
  const nowMs = context.now().getTime();
  try {
    const { session } = placeOf(transcriptPath, context);
    if (session !== null) memory.noteUsed(homeOf(context), session, stoppedMs ?? null, nowMs);
  } catch (error) {
    logOnce(logOf(homeOf(context)), context.now(), `recall: ${messageOf(error)}`);
  }
}
