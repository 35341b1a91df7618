/** Mutes recall for a session, for a project or everywhere, and unmutes it. */

import { runningSession } from '../agents/find.ts';
import { openToRead } from '../database/open.ts';
import { asNothing, ifPossible, MementorError } from '../errors/errors.ts';
import { projectFolder } from '../files/folders.ts';
import { homeOf } from '../home/paths.ts';
import { native, type SessionRow } from '../memory.ts';
import type { Context } from '../process/context.ts';
import {
  completed,
  filledRecordOf,
  recordedSessions,
  recordsWith,
  type SessionRecord,
  sessionMeant,
} from '../recalls/find.ts';
import { readMuted } from '../recalls/muted.ts';
import { ALL_PROJECTS } from '../reports/project-scope.ts';
import { resolvedToRead } from '../settings/problems.ts';
import { isoOf } from '../text/numbers.ts';
import { store } from './change-setting.ts';
import { sessionWithOrNone, turnWith, unknownSession } from './session-id.ts';

export type What = 'session' | 'project' | 'turn' | 'always';

export interface MuteOptions {
  readonly what: What;
  /** The session's id or a prefix of it; defaults to the current session. */
  readonly session?: string | undefined;
  /** The turn's id or a prefix of it, where a turn is meant. */
  readonly turn?: string | undefined;
  readonly off: boolean;
}

/** The result of a change. */
export interface Change {
  readonly what: What;
  /** Session ids or folders. */
  readonly names: readonly string[];
  readonly changed: boolean;
}

export interface MuteDocument extends Change {
  readonly version: 1;
  /** The first prompt of the session; null if it is not known, or no session is meant. */
  readonly prompt: string | null;
  /** Sessions of this directory that may have been meant instead. */
  readonly others: readonly Other[];
  /** Whether the command mutes rather than unmutes. */
  readonly muted: boolean;
  /** Whether recall is on at all. */
  readonly recall: boolean;
}

/** Another session that sent a prompt in this directory not long ago. */
export interface Other {
  readonly session: string;
  readonly prompt: string | null;
  readonly promptedAt: string | null;
}

/** Mutes or unmutes; says too whether an environment variable overrides the changed setting. */
export async function mute(options: MuteOptions, context: Context) {
  const change = await CHANGES[options.what](options, context);
  const { value: recall, origin } = resolvedToRead('recall', context);
  const overridden = options.what === 'always' && origin === 'environment';
  const about = await aboutSession(options, change, context);
  const muted = !options.off;
  const document: MuteDocument = { version: 1, muted, ...change, ...about, recall };
  return { document, overridden };
}

export interface MutedDocument {
  readonly version: 1;
  readonly always: boolean;
  readonly projects: readonly string[];
  readonly sessions: readonly string[];
  readonly turns: readonly string[];
}

/** Returns what is muted. */
export async function muted(context: Context): Promise<MutedDocument> {
  const { sessions, projects, turns } = readMuted(homeOf(context));
  const always = !resolvedToRead('recall', context).value;
  return { version: 1, always, projects, sessions, turns };
}

const CHANGES: Readonly<Record<What, (options: MuteOptions, context: Context) => Promise<Change>>> =
  {
    session: muteSession,
    project: muteProject,
    turn: muteTurn,
    always: muteAlways,
  };

/** A session that prompted within this time is probably still open. */
const OPEN_MS = 60 * 60 * 1_000;

async function aboutSession(
  { session: named }: MuteOptions,
  { what, names }: Change,
  context: Context,
): Promise<Pick<MuteDocument, 'prompt' | 'others'>> {
  const [session] = names;
  if (what !== 'session' || session === undefined) return { prompt: null, others: [] };
  const isChosen = named !== undefined || runningSession(context) !== undefined;
  const here = isChosen ? [] : recordsWith(homeOf(context), { directory: context.cwd });
  const isOpen = (record: SessionRecord) =>
    record.session !== session && context.now().getTime() - record.last.atMs < OPEN_MS;
  return {
    prompt: firstPrompt(session, context) ?? (await storedPrompt(session, context)),
    others: here.filter(isOpen).map((each) => otherOf(each, context)),
  };
}

function otherOf(record: SessionRecord, context: Context): Other {
  const { session, last } = record;
  return { session, prompt: firstPrompt(session, context) ?? null, promptedAt: isoOf(last.atMs) };
}

/** The record of a long session has only its last prompts; that of the very first may be empty. */
function firstPrompt(session: string, context: Context): string | undefined {
  const record = filledRecordOf(session, context);
  return record?.typed.find(({ prompt }) => prompt !== '')?.prompt;
}

async function muteSession(options: MuteOptions, context: Context): Promise<Change> {
  return change('session', await sessionChosen(options, context), options, context);
}

/** Returns a whole session id: a mere prefix would mute nothing. */
async function sessionChosen({ session: id, off }: MuteOptions, context: Context): Promise<string> {
  const muted = readMuted(homeOf(context));
  if (id === undefined) {
    const session = await sessionMeant(undefined, context);
    if (session === undefined) throw noSession(context.cwd);
    return session;
  }
  const toUndo = off ? completed(id, muted.sessions) : undefined;
  if (toUndo !== undefined) return toUndo;
  const recorded = await recordedSessions(homeOf(context));
  const known = [...recorded, ...muted.sessions, ...(await storedSessions(context))];
  const session = completed(id, known) ?? (await sessionOfTurn(id, context));
  if (session !== undefined) return session;
  // The session may start later, or may not have sent a prompt yet.
  if (WHOLE_ID.test(id)) return id;
  throw unknownSession(id);
}

/** Without a readable database, no turn is known. */
async function sessionOfTurn(id: string, context: Context): Promise<string | undefined> {
  const memory = await openToRead(context).catch(asNothing);
  return memory && sessionWithOrNone(id, memory);
}

const WHOLE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Without a readable database, the other sources of session ids have to suffice. */
async function storedSessions(context: Context): Promise<string[]> {
  return (await storedRows(context)).map(({ session }) => session);
}

async function storedPrompt(session: string, context: Context): Promise<string | null> {
  const row = (await storedRows(context)).find((each) => each.session === session);
  return row === undefined || row.prompt === '' ? null : row.prompt;
}

async function storedRows(context: Context): Promise<readonly SessionRow[]> {
  const memory = await openToRead(context).catch(asNothing);
  const all = { within: ALL_PROJECTS, runs: true, bare: true };
  return ifPossible(() => memory?.sessions(all).sessions) ?? [];
}

async function muteProject(options: MuteOptions, context: Context): Promise<Change> {
  return change('project', projectFolder(context.cwd), options, context);
}

async function muteTurn(options: MuteOptions, context: Context): Promise<Change> {
  const { turn: id = '', off } = options;
  const known = off ? completed(id, readMuted(homeOf(context)).turns) : undefined;
  return change('turn', known ?? turnWith(id, await openToRead(context)), options, context);
}

function change(
  what: 'session' | 'project' | 'turn',
  name: string,
  { off }: MuteOptions,
  context: Context,
): Change {
  const directory = context.cwd;
  return { what, ...native().mute(homeOf(context), { what, name, directory, off }) };
}

async function muteAlways({ off }: MuteOptions, context: Context): Promise<Change> {
  const { changed } = await store('recall', off ? undefined : 'false', context);
  return { what: 'always', names: [], changed };
}

function noSession(directory: string): MementorError {
  return new MementorError(
    'SESSION_UNKNOWN',
    `no session of ${directory} has sent a prompt yet`,
    'name one with `--session ID`, or mute the whole project with `--project`',
  );
}
