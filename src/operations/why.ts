/** Explains what recall injected for a prompt, or why nothing. */

import { openToShow } from '../database/open.ts';
import { ifPossible, MementorError } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import type { Memory, NoteLine, PromptLine, TurnLine, UsedLine, WholeTurn } from '../memory.ts';
import type { Context } from '../process/context.ts';
import {
  filledRecordOf,
  newestIn,
  recordOf,
  type SessionRecord,
  sessionMeant,
} from '../recalls/find.ts';
import { usedOf } from '../recalls/lines.ts';
import { usageOf } from '../recalls/usage.ts';
import { resultOf } from '../recalls/words.ts';
import { type KeptApart, keptApart } from '../reports/kept-apart.ts';
import { resolvedToRead } from '../settings/problems.ts';
import { settingsInHook } from '../settings/read.ts';
import { shortId } from '../text/lines.ts';
import { isoOf } from '../text/numbers.ts';
import { memoryIfAny } from './why-history.ts';

export interface WhyOptions {
  /** Defaults to the last prompt. */
  readonly prompt: string | undefined;
  /** The session's id or a prefix of it. */
  readonly session: string | undefined;
  /** A rate instead of the setting's; the last prompt is searched again with it. */
  readonly rate: number | undefined;
}

/** A turn that was injected, or nearly. */
export interface Match {
  readonly line: TurnLine;
  /** Undefined if the turn is no longer stored. */
  readonly turn:
    | {
        readonly atMs: number;
        readonly session: string;
        readonly branch: string | null;
        readonly prompt: string;
      }
    | undefined;
}

/** A note that was injected, or nearly. */
export interface NoteMatch {
  readonly line: NoteLine;
  /** Undefined if the note is no longer stored. */
  readonly note:
    | {
        readonly kind: string;
        readonly summary: string;
        readonly author: string;
        readonly atMs: number;
      }
    | undefined;
}

export interface Explanation {
  readonly line: PromptLine;
  readonly session: string | undefined;
  /** Whether the search was run now, rather than recorded by the prompt hook. */
  readonly tried: boolean;
  /** Why the hook would not have searched, had the prompt been sent. */
  readonly skipped: string | undefined;
  /** Whether the answer used the injected turns, if known. */
  readonly used?: UsedLine | undefined;
  readonly matches: readonly Match[];
  readonly noteMatches: readonly NoteMatch[];
  /** The project that the directory names but is kept apart from: it is not searched. */
  readonly apart?: KeptApart | undefined;
}

/** Explains one prompt; nothing if no prompt is recorded. */
export async function why(options: WhyOptions, context: Context) {
  const explanation =
    options.prompt === undefined
      ? await explainLast(options, context)
      : await tryOut(await askedHere(options.prompt, options.session, context), options, context);
  return { document: documentOf(explanation), explanation };
}

/** A prompt, and where and when it is sent. */
interface Asked {
  readonly prompt: string;
  readonly directory: string;
  readonly session: string | undefined;
  /** A recorded prompt of the session, by its time: what the context had before it counts. */
  readonly beforeMs?: number;
}

async function explainLast(
  options: WhyOptions,
  context: Context,
): Promise<Explanation | undefined> {
  const record = await recordMeant(options.session, context);
  if (record === undefined) {
    // Without a memory there is nothing to try out either: its error says how to begin.
    await openToShow(context);
    return undefined;
  }
  const { session } = record;
  const memory = await memoryIfAny(context);
  const { last, lines } = filledRecordOf(session, context, memory) ?? record;
  if (options.rate !== undefined) {
    const { prompt, directory, atMs: beforeMs } = last;
    if (prompt === '') throw notKept(session);
    return await tryOut({ prompt, directory, session, beforeMs }, options, context);
  }
  const matches = last.candidates.map((line) => storedMatch(line, memory));
  const noteMatches = last.noteCandidates.map((line) => storedNoteMatch(line, memory));
  const apart = memory && apartIn(memory, last.directory);
  const used = usedOf(lines, last);
  const found = { matches, noteMatches };
  return { line: last, session, tried: false, skipped: undefined, used, ...found, apart };
}

function notKept(session: string): MementorError {
  return new MementorError(
    'PROMPT_NOT_KEPT',
    `the last prompt of session ${shortId(session)} is not recorded, and its turn is not stored`,
    'give the prompt: `mementor why "the prompt" --rate PERCENT`',
  );
}

/** The session that this process runs in may have no recorded prompt. */
async function recordMeant(
  id: string | undefined,
  context: Context,
): Promise<SessionRecord | undefined> {
  const home = homeOf(context);
  const session = await sessionMeant(id, context);
  const record = session === undefined ? undefined : recordOf(home, session);
  return record ?? (id === undefined ? newestIn(home, context.cwd) : undefined);
}

async function askedHere(prompt: string, id: string | undefined, context: Context): Promise<Asked> {
  // Without a session, the prompt counts as the first of a new one.
  const session = id === undefined ? undefined : await sessionMeant(id, context);
  const record = session === undefined ? undefined : recordOf(homeOf(context), session);
  return { prompt, directory: record?.last.directory ?? context.cwd, session };
}

/**
 * Searches as the prompt hook would, even where the hook would skip the search. Records nothing.
 */
async function tryOut(asked: Asked, options: WhyOptions, context: Context): Promise<Explanation> {
  const rate = options.rate ?? resolvedToRead('rate', context).value;
  const recall = settingsInHook(context)('recall');
  const memory = await openToShow(context);
  const { prompt, directory, session, beforeMs = null } = asked;
  const nowMs = context.now().getTime();
  const where = { home: homeOf(context), directory, session: session ?? null, beforeMs };
  const how = { rate, recall, nowMs, utcOffsetMin: -context.now().getTimezoneOffset() };
  const startedMs = context.uptimeMs();
  const tried = memory.tryPrompt({ prompt, ...where, ...how });
  const recallMs = Math.round(context.uptimeMs() - startedMs);
  const { found } = tried;
  const skipped = tried.skipped ?? undefined;
  const line = { ...tried.line, recallMs };
  const hits = new Map(found.candidates.map(({ hit }) => [hit.turn, hit]));
  const matches = line.candidates.map((each) => ({ line: each, turn: hits.get(each.turn) }));
  const notes = new Map(found.notes.map((each) => [each.note, each]));
  const noteMatches = line.noteCandidates.map((each) => ({
    line: each,
    note: notes.get(each.note),
  }));
  const apart = apartIn(memory, directory);
  return { line, session, tried: true, skipped, matches, noteMatches, apart };
}

/** Returns undefined if the memory cannot be queried, which is reported elsewhere. */
function apartIn(memory: Memory, directory: string): KeptApart | undefined {
  return ifPossible(() => keptApart(memory.belonging(directory)));
}

/** The turn or the database may be gone; its scores are still shown. */
function storedMatch(line: PromptLine['candidates'][number], memory: Memory | undefined): Match {
  const turn = turnIfAny(line.turn, memory);
  if (turn === undefined) return { line, turn: undefined };
  const { startedAtMs: atMs, branch, sessions, steps } = turn;
  const prompt = steps.find((step) => step.kind === 'prompt')?.text ?? '';
  return {
    line,
    turn: { atMs, session: sessions[0] ?? '', prompt, branch },
  };
}

function storedNoteMatch(line: NoteLine, memory: Memory | undefined): NoteMatch {
  const note = memory && ifPossible(() => memory.note(line.note));
  if (note === undefined) return { line, note: undefined };
  const { kind, summary, author, saidMs } = note;
  return { line, note: { kind, summary, author, atMs: saidMs } };
}

/** Returns undefined if nothing has the id any more, or the memory cannot be read. */
function turnIfAny(id: string, memory: Memory | undefined): WholeTurn | undefined {
  return memory && ifPossible(() => memory.show(id).find(({ turn }) => turn === id));
}

/** Returns the document of an explanation, or of none. */
export function documentOf(explanation: Explanation | undefined) {
  if (explanation === undefined) {
    const none = { candidates: [], noteCandidates: [], text: null, history: [] };
    return { version: 1, prompt: null, result: null, ...none };
  }
  const { line, session, tried, skipped, used, matches, noteMatches, apart } = explanation;
  const { atMs, hookMs, candidates: _, transcript: __, noteCandidates: ___, ...rest } = line;
  return {
    version: 1,
    result: resultOf(line, tried),
    tried,
    session: session ?? null,
    at: isoOf(atMs),
    skipped: skipped ?? null,
    ...rest,
    hookMs: tried ? null : hookMs,
    used: used === undefined ? null : { turn: used.turn, brought: used.brought, used: used.used },
    usage: line.injected.length === 0 ? null : usageOf(used),
    keptApart: apart?.from ?? null,
    candidates: matches.map(({ line: scores, turn }) => ({
      ...scores,
      session: turn?.session ?? null,
      at: turn === undefined ? null : isoOf(turn.atMs),
      branch: turn?.branch ?? null,
      prompt: turn?.prompt ?? null,
    })),
    noteCandidates: noteMatches.map(({ line: near, note }) => ({
      ...near,
      at: note === undefined ? null : isoOf(note.atMs),
      kind: note?.kind ?? null,
      author: note?.author ?? null,
      summary: note?.summary ?? null,
    })),
    // Filled where a list of prompts is asked for.
    history: [],
  };
}
