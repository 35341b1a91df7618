/**
 * Records how far answers used the turns and notes injected at their prompts. Writes only counts, so
 * that what is forgotten later leaves no words behind.
 */

import { agentOf } from '../agents/find.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { logOnce } from '../process/log.ts';
import { isAddedTo, type Line, type PromptLine, parseLines, usedOf } from './lines.ts';
import { appendLine, endOf, recordPath } from './record.ts';

/** Stops waiting for an answer that is not complete by then. */
const WAITED_MS_MAX = 24 * 60 * 60 * 1_000;

/** Nearly all records have nothing injected: those are not parsed. */
const BROUGHT_BACK = /"(?:injected|notes)"\s*:\s*\[\s*"/;

/**
 * Records the usage for those prompts of a transcript's session whose answers are complete by now.
 * Called under the ingest lock, after the transcript was ingested. `stoppedMs` is when the session
 * reported that its last answer was complete. Never throws: failures go to the log.
 */
export function noteUsed(
  memory: Pick<Memory, 'used'>,
  transcriptPath: string,
  stoppedMs: number | undefined,
  context: Context,
): void {
  try {
    const session = agentOf(transcriptPath, context).transcripts.sessionOf(transcriptPath);
    const path = recordPath(homeOf(context), session);
    if (path !== undefined) noteIn(path, session, memory, stoppedMs, context);
  } catch (error) {
    logOnce(logOf(homeOf(context)), context.now(), `recall: ${messageOf(error)}`);
  }
}

function noteIn(
  path: string,
  session: string,
  memory: Pick<Memory, 'used'>,
  stoppedMs: number | undefined,
  context: Context,
): void {
  const text = endOf(path) ?? '';
  if (!BROUGHT_BACK.test(text)) return;
  const nowMs = context.now().getTime();
  let torn = !text.endsWith('\n');
  for (const prompt of waitingPrompts(parseLines(text), nowMs - WAITED_MS_MAX)) {
    const used = memory.used({
      session,
      prompt: prompt.prompt,
      atMs: prompt.atMs,
      turns: [...prompt.injected],
      notes: [...prompt.notes],
      ...(stoppedMs === undefined ? {} : { stoppedMs }),
    });
    if (used === null) continue;
    appendLine(path, { atMs: nowMs, promptAtMs: prompt.atMs, ...used }, torn);
    torn = false;
  }
}

/** Returns the prompts that something was injected at and whose usage is not recorded yet. */
function waitingPrompts(lines: readonly Line[], sinceMs: number): PromptLine[] {
  return lines.filter(
    (line): line is PromptLine =>
      'prompt' in line &&
      isAddedTo(line) &&
      line.atMs > sinceMs &&
      usedOf(lines, line) === undefined,
  );
}
