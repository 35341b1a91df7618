/** Writes a deleted transcript again from the memory, so that its session can be resumed. */

import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { AGENTS } from '../agents/all.ts';
import { agentNamed, agentOf, resumeCommand } from '../agents/find.ts';
import { openToShow } from '../database/open.ts';
import { reread } from '../database/reread.ts';
import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { type Memory, type Restored, translated } from '../memory.ts';
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
  readonly document: RestoreDocument;
  /** The command that resumes the session; undefined if the file was written elsewhere. */
  readonly resume: string | undefined;
}

export type RestoreDocument = ReturnType<typeof documentOf>;

export async function restore(options: RestoreOptions, context: Context): Promise<RestoreAnswer> {
  const memory = await openToShow(context);
  const restored = restoredFrom(options.id, memory, context);
  const path =
    options.to === undefined ? placeOf(restored, context) : resolve(context.cwd, options.to);
  if (options.dryRun) refuseExisting(path, restored, context);
  else await write(path, restored, context);
  const document = documentOf(path, restored, options);
  if (options.to !== undefined) return { document, resume: undefined };
  return { document, resume: backInto(restored, memory, context).resume };
}

/** Returns the transcript of the session that has an id, a turn or a hit like this. */
export function restoredFrom(asked: string, memory: Memory, context: Context): Restored {
  const session = sessionWith(meantId(asked, context).id, memory);
  refuseUnwritable(session, memory, context);
  const restored = translated(() => memory.restore(session));
  if (restored !== null) return restored;
  throw new MementorError(
    'SESSION_UNKNOWN',
    `session ${oneLine(session)} has no turns of its own, only turns of subagents`,
    `\`mementor show ${shellWord(session)}\` shows them`,
  );
}

/** Transcripts of the first agent alone can be written. */
function refuseUnwritable(session: string, memory: Memory, world: World): void {
  const turns = translated(() => memory.show(session));
  const turn = turns.find(({ sessions }) => sessions.includes(session));
  const agent = turn && agentNamed(turn.codingAgent);
  if (turn === undefined || agent === undefined || agent === AGENTS[0]) return;
  const row = { session, cwd: turn.cwd };
  const hint = agent.sessions.isResumable(row, world)
    ? `\`${resumeCommand(agent, row)}\` resumes it`
    : `\`mementor show ${shellWord(session)}\` shows it`;
  throw new MementorError(
    'AGENT_LACKS',
    `a session of ${agent.displayName} cannot be restored`,
    hint,
  );
}

export interface WayBack {
  /** The agent. */
  readonly agent: Agent;
  /** Its command, for a shell. */
  readonly resume: string;
  /** The directory in which it starts; undefined if none is known. */
  readonly directory: string | undefined;
  /** Where the agent finds the transcript from there; undefined if it does not. */
  readonly foundAt: string | undefined;
}

/** Returns the command that resumes a session, from the directory where the agent finds it. */
export function backInto(restored: Restored, memory: Memory, world: World): WayBack {
  const { session, directory: first } = restored;
  const agent = agentOf(restored.transcript ?? '', world);
  const { sessions } = agent;
  const isIts = (cwd: string) => sessions.isResumable({ session, cwd }, world);
  // A session may have begun elsewhere than where its first prompt was sent.
  const found = first !== null && isIts(first) ? first : directoriesOf(session, memory).find(isIts);
  const directory = found ?? first ?? undefined;
  const resume = resumeCommand(agent, { session, cwd: directory });
  const foundAt = found && sessions.placeOf({ session, directory: found }, world);
  return { agent, resume, directory, foundAt };
}

/** Returns the directories of a session's turns. */
function directoriesOf(session: string, memory: Memory): string[] {
  const turns = translated(() => memory.show(session));
  const own = turns.filter(({ sessions }) => sessions.includes(session));
  return [...new Set(own.flatMap(({ cwd }) => cwd ?? []))];
}

/** Returns the file where the agent looks for a session. */
export function placeOf(restored: Restored, world: World): string {
  const { sessions, transcripts, displayName } = agentOf(restored.transcript ?? '', world);
  const place = sessions.placeOf(restored, world);
  if (place !== undefined) return place;
  const { session } = restored;
  throw new MementorError(
    'PLACE_UNKNOWN',
    `it is not known where ${displayName} would look for session ${session}`,
    `name the file with \`mementor resume --to\`, below a folder of ${transcripts.root(world)}`,
  );
}

function refuseExisting(path: string, restored: Restored, world: World): void {
  if (existsSync(path)) throw existing(path, restored, world);
}

/** Never overwrites: an existing transcript is worth more than a restored one. */
export async function write(path: string, restored: Restored, context: Context): Promise<void> {
  try {
    makeFolder(dirname(path), FOLDER_MODE);
    await writeFile(path, restored.text, { flag: 'wx', mode: FILE_MODE });
    // The process's umask reduces the mode of a new file.
    await chmod(path, FILE_MODE);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? existing(path, restored, context) : unwritten(path, error);
  }
  // Another file is a person's.
  if (agentOf(path, context).transcripts.owns(path, context)) await reread(path, context);
}

function unwritten(path: string, error: unknown): MementorError {
  const hint = 'make the folder writable, or name another file with `--to`';
  return new MementorError('FILE_UNWRITABLE', `cannot write ${path}: ${reasonOf(error)}`, hint);
}

function existing(path: string, { session }: Restored, world: World): MementorError {
  // The first agent's are the only transcripts that can be written.
  const [agent] = AGENTS;
  const { transcripts } = agent;
  const isIts = transcripts.owns(path, world) && transcripts.sessionOf(path) === session;
  const resume = isIts ? `\`${resumeCommand(agent, { session })}\` resumes it as it is; ` : '';
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
