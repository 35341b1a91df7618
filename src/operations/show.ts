/** Finds a turn or a whole session by an id prefix. */

import { existsSync } from 'node:fs';
import { withResume } from '../agents/find.ts';
import { openToShow } from '../database/open.ts';
import { codeOf, ifPossible, MementorError } from '../errors/errors.ts';
import { codeFolderOf, homeOf } from '../home/paths.ts';
import type { Digest, Memory, WholeTurn } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { World } from '../process/world.ts';
import { namingOf } from '../reports/project-names.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { isoOf } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import type { ChangedSymbol } from './code/changed-symbols.ts';
import { dated } from './dated.ts';
import { digestDocument } from './digest.ts';
import { ambiguous, beginningOfId } from './id.ts';
import { meantId, type Place } from './meant-id.ts';
import { type Direction, neighbourOf } from './neighbour.ts';
import { unknownSession } from './session-id.ts';

export interface Shown {
  readonly kind: 'session' | 'turn';
  readonly id: string;
  /** In the order in which the turns began. */
  readonly turns: readonly WholeTurn[];
  /** Whether there may be more turns than these. */
  readonly cut: boolean;
  /** The command that leads back into the session. */
  readonly resume?: string | undefined;
  /** The session summed up; undefined for a turn. */
  readonly digest?: Digest | undefined;
  /** What a turn changed in a project whose code is indexed. */
  readonly symbols?: readonly ChangedSymbol[];
}

/** The most turns that the core returns at once. */
const TURNS_MAX = 500;

export interface ShowAnswer {
  readonly document: ReturnType<typeof documentOf>;
  /** Undefined if no id matches. Project names are unique. */
  readonly shown: Shown | undefined;
  /** Its place in the last list, if a number was given. */
  readonly place: Place | undefined;
  /** The note with this id, if no session or turn has it. */
  readonly note: string | undefined;
}

export interface Asked {
  /** A beginning of an id, a number of the last list, or undefined for the turn shown last. */
  readonly id: string | undefined;
  /** Goes on to the turn beside it. */
  readonly beside?: Direction | undefined;
}

export async function show(asked: Asked, context: Context): Promise<ShowAnswer> {
  const { id: meant, place } = meantId(asked.id, context);
  const id = beginningOfId(meant, '`mementor sessions` and `mementor query` show ids');
  const memory = await openToShow(context);
  const found = pick(id, memory.show(id)) ?? called(id, memory);
  const wanted = asked.beside === undefined ? found : movedOn(found, asked.beside, memory);
  const digest = wanted?.kind === 'session' ? (memory.digest(wanted.id) ?? undefined) : undefined;
  const symbols = wanted?.kind === 'turn' ? await symbolsOf(wanted.turns, memory, context) : [];
  const shown = wanted && { ...wanted, resume: resumeOf(wanted, context), digest, symbols };
  const note = shown === undefined ? noteWith(id, memory) : undefined;
  const document = documentOf(id, shown, note);
  const named = shown && { ...shown, turns: shown.turns.map(namingOf(memory)) };
  // The neighbour is not the hit with this number.
  return { document, shown: named, place: asked.beside === undefined ? place : undefined, note };
}

/** Returns what a turn changed in a project whose code is indexed. */
async function symbolsOf(
  [turn]: readonly WholeTurn[],
  memory: Memory,
  context: Context,
): Promise<readonly ChangedSymbol[]> {
  if (turn === undefined || !existsSync(codeFolderOf(homeOf(context)))) return [];
  const { symbolsChangedBy } = await import('./code/changed-symbols.ts');
  // No index may cover the folder, or the addon not be installed: the turn is shown all the same.
  return ifPossible(() => symbolsChangedBy(turn, memory, context)) ?? [];
}

/** Returns the session that was given this name. */
function called(name: string, memory: Memory): Shown | undefined {
  const session = memory.sessionMeant(name) ?? undefined;
  return session === undefined ? undefined : pick(session, memory.show(session));
}

/** Returns the id of the one note whose id begins so. */
function noteWith(id: string, memory: Memory): string | undefined {
  try {
    return memory.note(id).id;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'NOTE_UNKNOWN' || code === 'NOTE_AMBIGUOUS') return undefined;
    throw error;
  }
}

/** Goes on from a turn to the one beside it; a session has none. */
function movedOn(
  shown: Shown | undefined,
  direction: Direction,
  memory: Memory,
): Shown | undefined {
  const [turn] = shown?.turns ?? [];
  if (shown === undefined || turn === undefined) return undefined;
  if (shown.kind === 'session') {
    throw new MementorError(
      'TURN_WANTED',
      `${shortId(shown.id)} is a session, and only a turn has a ${direction} one`,
      `\`mementor show ${shortId(shown.id)} --head\` lists its turns`,
    );
  }
  const other = neighbourOf(turn, direction, memory);
  return { kind: 'turn', id: other.turn, turns: [other], cut: false };
}

/** Returns the session or turn with an id; undefined if none matches, throws if several do. */
export function pick(id: string, turns: readonly WholeTurn[]): Shown | undefined {
  const sessions = new Set(
    turns.flatMap((turn) => turn.sessions.filter((each) => each.startsWith(id))),
  );
  const named = turns.filter((turn) => turn.turn.startsWith(id));
  const exact = turns.find((turn) => turn.turn === id);
  if (sessions.has(id)) return sessionOf(id, turns);
  if (exact !== undefined) return { kind: 'turn', id, turns: [exact], cut: false };
  if (sessions.size + named.length > 1) throw severalFit(id, [...sessions], named, turns);
  const [session] = sessions;
  if (session !== undefined) return sessionOf(session, turns);
  const [turn] = named;
  return turn && { kind: 'turn', id: turn.turn, turns: [turn], cut: false };
}

function sessionOf(id: string, all: readonly WholeTurn[]): Shown {
  const turns = all.filter((turn) => turn.sessions.includes(id));
  return { kind: 'session', id, turns, cut: all.length >= TURNS_MAX };
}

function severalFit(
  id: string,
  sessions: readonly string[],
  named: readonly WholeTurn[],
  turns: readonly WholeTurn[],
): MementorError {
  const startedAt = (session: string) =>
    turns.find((turn) => turn.sessions.includes(session))?.startedAtMs ?? 0;
  const lines = [
    ...sessions.map((session) => candidate('session', session, startedAt(session))),
    ...named.map((turn) => candidate('turn   ', turn.turn, turn.startedAtMs)),
  ];
  return ambiguous('several ids begin with', id, lines);
}

function candidate(kind: string, id: string, atMs: number): string {
  return `${kind} ${oneLine(id)}  ${localTime(atMs) ?? ''}`.trimEnd();
}

/** The document that scripts read: its field names are stable. */
function documentOf(id: string, shown: Shown | undefined, note: string | undefined) {
  if (shown === undefined) {
    const { code, message, hint } = unknownSession(id);
    const other =
      note === undefined ? hint : `\`mementor notes show ${shortId(note)}\` shows the note`;
    const error = { code, message, hint: other ?? null };
    return { version: 1, kind: null, id, turns: [], error };
  }
  const { turns, cut } = shown;
  const start = startOf(shown);
  return {
    version: 1,
    kind: shown.kind,
    id: shown.id,
    project: start?.project ?? null,
    projectKey: start?.projectKey ?? null,
    startedAt: isoOf(start?.startedAtMs ?? 0),
    endedAt: isoOf(Math.max(...turns.map((turn) => turn.endedAtMs))),
    resume: shown.resume ?? null,
    cut,
    ...(shown.digest ? { digest: digestDocument(shown.digest) } : {}),
    ...(shown.symbols?.length ? { symbols: shown.symbols } : {}),
    turns: dated(turns),
  };
}

/** Returns the turn that gives the project and directory: the first of the session's own. */
export function startOf({ turns }: Shown): WholeTurn | undefined {
  return turns.find((turn) => !turn.agent) ?? turns[0];
}

/** Returns the branches that were worked on, in the order of their first turns. */
export function branchesOf({ turns }: Shown): string {
  return [...new Set(turns.flatMap(({ branch }) => branch ?? []))].join(', ');
}

function resumeOf(shown: Shown, world: World): string | undefined {
  const start = startOf(shown);
  const session = shown.kind === 'session' ? shown.id : start?.sessions[0];
  if (session === undefined) return undefined;
  return withResume([{ session, cwd: start?.cwd ?? null }], world)[0]?.resume;
}
