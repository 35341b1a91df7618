/** Leads back into a session: restores its transcript if it is gone, and returns the command. */

import { existsSync } from 'node:fs';
import { openToShow } from '../database/open.ts';
import { codeOf } from '../errors/errors.ts';
import type { Restored } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { backInto, placeOf, restoredFrom, type WayBack, write } from './restore.ts';

export interface ResumeAnswer {
  readonly document: ResumeDocument;
  readonly restored: Restored;
  readonly back: WayBack;
}

export type ResumeDocument = ReturnType<typeof documentOf>;

/** `id` is that of the session or of one of its turns, a prefix of it, or the number of a hit. */
export async function resume(id: string, context: Context): Promise<ResumeAnswer> {
  const memory = await openToShow(context);
  const restored = restoredFrom(id, memory, context);
  const before = backInto(restored, memory, context);
  if (before.foundAt !== undefined) return answerOf(before.foundAt, false, restored, before);
  const path = placeOf(restored, context);
  const isWritten = await writeIfGone(path, restored, context);
  return answerOf(path, isWritten, restored, backInto(restored, memory, context));
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
  path: string,
  isWritten: boolean,
  restored: Restored,
  back: WayBack,
): ResumeAnswer {
  return { document: documentOf(path, isWritten, restored, back), restored, back };
}

function documentOf(
  path: string,
  isWritten: boolean,
  { session, turns }: Restored,
  { resume, directory }: WayBack,
) {
  return {
    version: 1,
    session,
    directory: directory ?? null,
    directoryExists: directory !== undefined && existsSync(directory),
    path,
    turns,
    restored: isWritten,
    resume,
  };
}
