/** Leads back into a session: restores its transcript if it is gone, and returns the command. */

import { existsSync } from 'node:fs';
import { AGENTS } from '../agents/all.ts';
import { agentNamed, resumeCommand } from '../agents/find.ts';
import { openToShow } from '../database/open.ts';
import { codeOf } from '../errors/errors.ts';
import { type Memory, type Restored, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { World } from '../process/world.ts';
import { meantId } from './meant-id.ts';
import { backInto, placeOf, restoredFrom, type WayBack, write } from './restore.ts';
import { sessionWith } from './session-id.ts';

export interface ResumeAnswer {
  readonly document: ResumeDocument;
  /** Undefined for a session of an agent whose transcripts are never written. */
  readonly restored: Restored | undefined;
  readonly back: WayBack;
}

export type ResumeDocument = ReturnType<typeof documentOf>;

/** `id` is that of the session or of one of its turns, a prefix of it, or the number of a hit. */
export async function resume(id: string, context: Context): Promise<ResumeAnswer> {
  const memory = await openToShow(context);
  const session = sessionWith(meantId(id, context).id, memory);
  const other = ofAnotherAgent(session, memory, context);
  if (other !== undefined) return other;
  const restored = restoredFrom(session, memory, context);
  const before = backInto(restored, memory, context);
  if (before.foundAt !== undefined) return answerOf(before.foundAt, false, restored, before);
  const path = placeOf(restored, context);
  const isWritten = await writeIfGone(path, restored, context);
  return answerOf(path, isWritten, restored, backInto(restored, memory, context));
}

/** Returns the way into a session that an agent other than the first still has. */
function ofAnotherAgent(session: string, memory: Memory, world: World): ResumeAnswer | undefined {
  const turns = translated(() => memory.show(session)).filter((turn) =>
    turn.sessions.includes(session),
  );
  const agent = turns[0] && agentNamed(turns[0].codingAgent);
  const directory = turns[0]?.cwd ?? undefined;
  const row = { session, cwd: directory };
  if (agent === undefined || agent === AGENTS[0]) return undefined;
  if (!agent.sessions.isResumable(row, world)) return undefined;
  const foundAt = agent.sessions.placeOf({ session, directory }, world);
  const back = { agent, resume: resumeCommand(agent, row), directory, foundAt };
  const own = turns.filter((turn) => !turn.agent).length;
  const document = documentOf(foundAt, false, { session, turns: own }, back);
  return { document, restored: undefined, back };
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
  path: string | undefined,
  isWritten: boolean,
  { session, turns }: Pick<Restored, 'session' | 'turns'>,
  { resume, directory }: WayBack,
) {
  return {
    version: 1,
    session,
    directory: directory ?? null,
    directoryExists: directory !== undefined && existsSync(directory),
    path: path ?? null,
    turns,
    restored: isWritten,
    resume,
  };
}
