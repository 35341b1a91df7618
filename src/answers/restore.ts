/** Writes a deleted transcript again from the memory, so that its session can be resumed. */

import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AGENTS } from '../agents/all.ts';
import { resumeCommand } from '../agents/find.ts';
import { openToRead } from '../database/open.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { type Memory, type Restored, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { codeOf, MementorError, reasonOf } from '../process/errors.ts';
import { oneLine } from '../text/lines.ts';
import { beginningOfId } from './id.ts';

export interface RestoreOptions {
  /** The session's id or a prefix of it. */
  readonly id: string;
  /** Another file than the one where Claude Code looks. */
  readonly to: string | undefined;
  readonly dryRun: boolean;
}

const SHOWN_MAX = 5;

export interface RestoreAnswer {
  readonly document: RestoreDocument;
  /** The command that resumes the session; undefined if the file was written elsewhere. */
  readonly resume: string | undefined;
}

export type RestoreDocument = ReturnType<typeof documentOf>;

export async function restore(options: RestoreOptions, context: Context): Promise<RestoreAnswer> {
  const memory = await openToRead(context);
  const session = sessionMeant(options.id, memory);
  const restored = session === undefined ? null : translated(() => memory.restore(session));
  if (restored === null) throw unknownSession(options.id);
  const path =
    options.to === undefined ? placeOf(restored, context) : resolve(context.cwd, options.to);
  if (options.dryRun) refuseExisting(path);
  else await write(path, restored);
  const resume = resumeCommand({ session: restored.session, cwd: restored.directory });
  const document = documentOf(path, restored, options);
  return { document, resume: options.to === undefined ? resume : undefined };
}

function sessionMeant(text: string, memory: Memory): string | undefined {
  const id = beginningOfId(text, '`mementor sessions --all-projects` shows ids');
  const [first, ...others] = translated(() => memory.sessionsNamed(id));
  if (first === undefined || others.length === 0) return first;
  const names = [first, ...others].slice(0, SHOWN_MAX).join(', ');
  throw new MementorError(
    'ID_AMBIGUOUS',
    `${others.length + 1} sessions have an id that begins with ${oneLine(id)}`,
    `give more of it: ${names}${others.length >= SHOWN_MAX ? ', …' : ''}`,
  );
}

function unknownSession(id: string): MementorError {
  return new MementorError(
    'SESSION_UNKNOWN',
    `no session with turns of its own has an id that begins with ${oneLine(id)}`,
    '`mementor sessions --all-projects` lists the sessions',
  );
}

function placeOf(restored: Restored, context: Context): string {
  const { sessions, transcripts } = AGENTS[0];
  const place = sessions.placeOf(restored, context);
  if (place !== undefined) return place;
  throw new MementorError(
    'PLACE_UNKNOWN',
    `it is not known where ${AGENTS[0].displayName} would look for session ${restored.session}`,
    `name the file with \`--to\`, below a folder of ${transcripts.root(context)}`,
  );
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw existing(path);
}

/** Never overwrites: an existing transcript is worth more than a restored one. */
async function write(path: string, { text }: Restored): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await writeFile(path, text, { flag: 'wx', mode: FILE_MODE });
    // The process's umask reduces the mode of a new file.
    await chmod(path, FILE_MODE);
  } catch (error) {
    throw unwritten(path, error);
  }
}

function unwritten(path: string, error: unknown): MementorError {
  if (codeOf(error) === 'EEXIST') return existing(path);
  const hint = 'make the folder writable, or name another file with `--to`';
  return new MementorError('FILE_UNWRITABLE', `cannot write ${path}: ${reasonOf(error)}`, hint);
}

function existing(path: string): MementorError {
  const resume = resumeCommand({ session: AGENTS[0].transcripts.sessionOf(path) });
  return new MementorError(
    'FILE_EXISTS',
    `${path} is there already; nothing was written`,
    `\`${resume}\` resumes it as it is; \`--to FILE\` writes another file`,
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
