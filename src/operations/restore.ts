/** Writes a deleted transcript again from the memory, so that its session can be resumed. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { placeOf } from '../agents/find.ts';
import { openToShow } from '../database/open.ts';
import { reread } from '../database/reread.ts';
import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { makeFolder } from '../files/folders.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { type Memory, type Restored, surroundingsOf, type WayBack } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { World } from '../process/world.ts';
import { oneLine } from '../text/lines.ts';
import { shellWord } from '../text/shell-word.ts';
import { meantId } from './meant-id.ts';
import { sessionWith } from './session-id.ts';

export interface RestoreOptions {
  /** The id of a session or of one of its turns, a prefix of it, or the number of a hit. */
  readonly id: string;
  /** Another file than the one where Claude Code looks. */
  readonly to: string | undefined;
  readonly dryRun: boolean;
}

export interface RestoreAnswer {
  readonly document: ReturnType<typeof documentOf>;
  /** The command that resumes the session; undefined if the file was written elsewhere. */
  readonly resume: string | undefined;
}

export async function restore(options: RestoreOptions, context: Context): Promise<RestoreAnswer> {
  const memory = await openToShow(context);
  const session = sessionWith(meantId(options.id, context).id, memory);
  const back = wayBack(session, memory, context);
  const restored = restoredOf(session, back);
  const path =
    options.to === undefined ? placeFor(session, back) : resolve(context.cwd, options.to);
  if (!options.dryRun) await write(path, restored, context);
  else if (existsSync(path)) throw existing(path, restored, context);
  const document = documentOf(path, restored, options);
  if (options.to !== undefined) return { document, resume: undefined };
  return { document, resume: wayBack(session, memory, context).resume };
}

/** Returns the way back into a session. */
export function wayBack(session: string, memory: Memory, world: World): WayBack {
  return memory.wayBack(session, surroundingsOf(world));
}

/** Returns the transcript of a session. Those of the first agent alone can be written. */
export function restoredOf(session: string, back: WayBack): Restored {
  const { agent, isFound, isWritable, restored, resume } = back;
  const shows = `\`mementor show ${shellWord(session)}\` shows`;
  if (!isWritable) {
    const hint = isFound ? `\`${resume}\` resumes it` : `${shows} it`;
    throw new MementorError('AGENT_LACKS', `a session of ${agent} cannot be restored`, hint);
  }
  if (restored !== null) return restored;
  throw new MementorError(
    'SESSION_UNKNOWN',
    `session ${oneLine(session)} has no turns of its own, only turns of subagents`,
    `${shows} them`,
  );
}

/** Returns the file where the agent looks for a session. */
export function placeFor(session: string, { agent, place, root }: WayBack): string {
  if (place !== null) return place;
  throw new MementorError(
    'PLACE_UNKNOWN',
    `it is not known where ${agent} would look for session ${session}`,
    `name the file with \`mementor resume --to\`, below a folder of ${root}`,
  );
}

/** Never overwrites: an existing transcript is worth more than a restored one. */
export async function write(path: string, restored: Restored, context: Context): Promise<void> {
  try {
    makeFolder(dirname(path), FOLDER_MODE);
    await writeAtomic({ path, text: restored.text, mode: FILE_MODE, isNew: true });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? existing(path, restored, context) : unwritten(path, error);
  }
  // Another file is a person's.
  if (placeOf(path, context).isOwned) await reread(path, context);
}

function unwritten(path: string, error: unknown): MementorError {
  const hint = 'make the folder writable, or name another file with `--to`';
  return new MementorError('FILE_UNWRITABLE', `cannot write ${path}: ${reasonOf(error)}`, hint);
}

function existing(path: string, { session }: Restored, world: World): MementorError {
  const { session: own, resume: command } = placeOf(path, world);
  const isIts = own === session && command !== null;
  const resume = isIts ? `\`${command}\` resumes it as it is; ` : '';
  return new MementorError(
    'FILE_EXISTS',
    `${path} already exists; nothing was written`,
    `${resume}\`--to FILE\` writes another file`,
  );
}

function documentOf(path: string, restored: Restored, { dryRun }: RestoreOptions) {
  const { session, directory, turns, lines, leftOut, text } = restored;
  return {
    version: 1,
    session,
    directory: directory ?? null,
    path,
    turns,
    lines,
    leftOut,
    bytes: Buffer.byteLength(text),
    dryRun,
  };
}
