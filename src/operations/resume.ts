/** Leads back into a session: restores its transcript if it is gone, and returns the command. */

import { existsSync } from 'node:fs';
import { openToShow } from '../database/open.ts';
import { codeOf } from '../errors/errors.ts';
import type { Restored, WayBack } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { meantId } from './meant-id.ts';
import { placeFor, restoredOf, wayBack, write } from './restore.ts';
import { sessionWith } from './session-id.ts';

export interface ResumeAnswer {
  readonly document: ReturnType<typeof documentOf>;
  readonly back: WayBack;
}

/** `id` is that of the session or of one of its turns, a prefix of it, or the number of a hit. */
export async function resume(id: string, context: Context): Promise<ResumeAnswer> {
  const memory = await openToShow(context);
  const session = sessionWith(meantId(id, context).id, memory);
  const back = wayBack(session, memory, context);
  if (!back.isWritable && back.isFound) return answerOf(session, back.foundAt, false, back);
  const restored = restoredOf(session, back);
  if (back.foundAt !== null) return answerOf(session, back.foundAt, false, back);
  const path = placeFor(session, back);
  const isWritten = await writeIfGone(path, restored, context);
  return answerOf(session, path, isWritten, wayBack(session, memory, context));
}

/** Returns whether the transcript was gone and is written now. */
async function writeIfGone(path: string, restored: Restored, context: Context): Promise<boolean> {
  if (existsSync(path)) return false;
  try {
    await write(path, restored, context);
    return true;
  } catch (error) {
    // The agent or another process was faster.
    if (codeOf(error) === 'FILE_EXISTS') return false;
    throw error;
  }
}

function answerOf(
  session: string,
  path: string | null,
  isWritten: boolean,
  back: WayBack,
): ResumeAnswer {
  return { document: documentOf(session, path, isWritten, back), back };
}

function documentOf(
  session: string,
  path: string | null,
  isWritten: boolean,
  { resume, directory, turns }: WayBack,
) {
  return {
    version: 1,
    session,
    directory,
    directoryExists: directory !== null && existsSync(directory),
    path,
    turns,
    restored: isWritten,
    resume,
  };
}
