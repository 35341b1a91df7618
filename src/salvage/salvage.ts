/** Salvages turns from another database: a backup, or a damaged one that was moved aside. */

import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, messageOf } from '../errors/errors.ts';
import { type Findings, type Memory, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Counts } from './counts.ts';
import {
  damagedCopies,
  isDone,
  noteNewCopies,
  noteOf,
  type Outcome,
  writeNote,
} from './damaged-copies.ts';

/** The signal that can stop it early. */
type Stoppable = Pick<Context, 'interrupted'>;

export interface Saved {
  /** New turns, without those of subagents. */
  readonly turns: number;
  /** New turns of subagents. */
  readonly agentTurns: number;
  /** Turns that were stored before and got more. */
  readonly changed: number;
  /** Turns that are already stored, or forgotten. */
  readonly unchanged: number;
  /** Notes stored or changed, and notes that are already stored, or forgotten. */
  readonly notes: number;
  readonly notesUnchanged: number;
  readonly unreadable: number;
}

export const NOTHING_SAVED: Saved = {
  turns: 0,
  agentTurns: 0,
  changed: 0,
  unchanged: 0,
  notes: 0,
  notesUnchanged: 0,
  unreadable: 0,
};

/** Returns the sums of two steps. */
export function together(saved: Saved, step: Saved): Saved {
  return {
    turns: saved.turns + step.turns,
    agentTurns: saved.agentTurns + step.agentTurns,
    changed: saved.changed + step.changed,
    unchanged: saved.unchanged + step.unchanged,
    notes: saved.notes + step.notes,
    notesUnchanged: saved.notesUnchanged + step.notesUnchanged,
    unreadable: saved.unreadable + step.unreadable,
  };
}

/** A database that was read completely, or as far as possible. */
interface Taken extends Saved {
  /** Missing if interrupted. */
  readonly findings?: Findings;
}

/** Imports all readable turns of another database. */
export async function saveTurns(
  memory: Memory,
  path: string,
  { interrupted }: Stoppable,
): Promise<Taken> {
  let saved = NOTHING_SAVED;
  while (!interrupted.aborted) {
    const step = translated(() => memory.importDatabase(path));
    saved = together(saved, step);
    if (step.findings) return { ...saved, findings: step.findings };
    await sleep(0);
  }
  return saved;
}

/** Ingests those transcripts of another database again that still exist. */
async function readAgain(
  memory: Memory,
  transcripts: readonly string[],
  { interrupted }: Stoppable,
): Promise<number> {
  let read = 0;
  for (const transcript of transcripts) {
    if (interrupted.aborted) break;
    const found = await stat(transcript).catch(() => undefined);
    if (found === undefined) continue;
    while (!translated(() => memory.ingest(transcript)).done) await sleep(0);
    read += 1;
  }
  return read;
}

/** The result of salvaging one damaged copy. */
export interface SavedCopy {
  readonly path: string;
  /** Turns stored or changed by it. */
  readonly turns: number;
  /** Transcripts ingested again. */
  readonly transcripts: number;
  readonly outcome: Outcome;
  /** Why nothing could be read from it. */
  readonly unreadable?: string;
}

/**
 * Saves the turns of a damaged copy, ingests its transcripts again, and records the outcome beside
 * it. Returns undefined if interrupted: then it starts over next time, and turns already saved
 * cost little.
 */
export async function saveCopy(
  memory: Memory,
  path: string,
  context: Stoppable,
): Promise<SavedCopy | undefined> {
  const counts = (await noteOf(path))?.lastKnown;
  const { taken, fault } = await takenFrom(memory, path, context);
  const findings = taken.findings;
  if (findings === undefined) return undefined;
  const transcripts = await readAgain(memory, findings.transcripts, context);
  if (context.interrupted.aborted) return undefined;
  const outcome = outcomeOf(memory, findings, counts);
  await writeNote(path, { ...(counts && { lastKnown: counts }), outcome });
  const unreadable = fault === undefined ? {} : { unreadable: fault };
  const turns = taken.turns + taken.agentTurns + taken.changed;
  return { path, turns, transcripts, outcome, ...unreadable };
}

/** A file that is no longer a database yields nothing; any other error is thrown. */
async function takenFrom(
  memory: Memory,
  path: string,
  context: Stoppable,
): Promise<{ readonly taken: Taken; readonly fault?: string }> {
  try {
    return { taken: await saveTurns(memory, path, context) };
  } catch (error) {
    if (!UNREADABLE.has(codeOf(error) ?? '')) throw error;
    const notes = { notes: 0, notesNamed: 0 };
    const turns = { found: 0, named: 0, leftOut: 0, lastMs: 0 };
    const findings = { isSound: false, ...turns, ...notes, transcripts: [] };
    const taken = { ...NOTHING_SAVED, findings };
    return { taken, fault: messageOf(error) };
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['DATABASE_CORRUPT', 'DATABASE_MISSING']);

/**
 * Compares the turns that a copy had with those in the memory. The copy had at least the turns
 * that its rows name, and the last known count. The memory's turns count if they started no later
 * than the copy's last one.
 */
function outcomeOf(
  memory: Memory,
  { isSound, found, named, notes, notesNamed, leftOut, lastMs }: Findings,
  counts: Counts | undefined,
): Outcome {
  const isLeast = !isSound && counts === undefined;
  if (isLeast && named === 0) return { found, held: 0, isLeast };
  // A note that could not be read counts as one turn more: the copy must not be deleted.
  const lostNotes = Math.max(0, notesNamed - notes);
  const expected = Math.max(0, Math.max(named, counts?.turns ?? 0) - leftOut) + lostNotes;
  const until = Math.max(lastMs, counts?.lastMs ?? 0);
  const here = translated(() => memory.turnsBegunUntil(until)).turns;
  return { found, expected, isLeast, held: Math.min(here, expected - lostNotes) };
}

/** Salvages the damaged copies that this build has not tried yet. */
export async function saveWaiting(
  memory: Memory,
  home: string,
  context: Stoppable,
): Promise<readonly SavedCopy[]> {
  await noteNewCopies(home);
  const done: SavedCopy[] = [];
  for (const path of await damagedCopies(home)) {
    const note = await noteOf(path);
    if (note !== undefined && isDone(note)) continue;
    const saved = await saveCopy(memory, path, context);
    if (saved === undefined) break;
    done.push(saved);
  }
  return done;
}
