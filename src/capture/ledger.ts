/** The capture ledger: compares the transcripts on disk with what the memory has read of them. */

import { closeSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Transcript } from '../agents/agent.ts';
import { agentOf } from '../agents/find.ts';
import { codeOf } from '../errors/errors.ts';
import { holdingFile } from '../files/holding-file.ts';
import { parseObject } from '../files/json-object.ts';
import { openRegular } from '../files/regular-file.ts';
import type { Memory, TranscriptRow } from '../memory.ts';
import type { World } from '../process/world.ts';

export const STATES = ['complete', 'behind', 'unread', 'unreadable', 'gone'] as const;

/**
 * `behind`: partly read; `unread`: never read; `unreadable`: it cannot be read; `gone`: read
 * earlier, and no longer on disk.
 */
export type State = (typeof STATES)[number];

/** Line counts by reason. */
export type Reasons = Readonly<Record<string, number>>;

export interface Tracked {
  readonly path: string;
  readonly state: State;
  readonly session: string | undefined;
  readonly project: string | undefined;
  /** Size on disk; undefined if the file is gone. */
  readonly bytes: number | undefined;
  /** Bytes read, up to the end of a complete line. */
  readonly read: number;
  /** Bytes not read yet. */
  readonly waiting: number;
  readonly modifiedAtMs: number;
  /** Lines that became entries of a turn. */
  readonly kept: number;
  /** Lines that are irrelevant to the memory. */
  readonly skipped: Reasons;
  /** Lines that could not be parsed. */
  readonly problems: Reasons;
}

/**
 * Returns all transcripts that are on disk or were ever read, most recently changed first. A file
 * from elsewhere that gave nothing is none.
 */
export async function ledgerOf(
  onDisk: readonly Transcript[],
  rows: readonly TranscriptRow[],
): Promise<Tracked[]> {
  const unseen = new Map(rows.map((row) => [row.path, row]));
  const tracked: Tracked[] = [];
  for (const found of onDisk) {
    tracked.push(await trackedOf(found, unseen.get(found.path)));
    unseen.delete(found.path);
  }
  // These were read from another place, or are gone.
  for (const row of unseen.values()) {
    if (isNoTranscript(row)) continue;
    const found = await foundAt(row.path);
    tracked.push(found === undefined ? goneOf(row) : await trackedOf(found, row));
  }
  return tracked.sort((a, b) => b.modifiedAtMs - a.modifiedAtMs || (a.path < b.path ? -1 : 1));
}

/** Earlier versions kept the name of any file that was given to `ingest`, such as a README. */
function isNoTranscript({ kept, skipped }: TranscriptRow): boolean {
  return kept === 0 && Object.keys(skipped).every((reason) => reason === 'blank');
}

async function foundAt(path: string): Promise<Transcript | undefined> {
  try {
    const { size, mtimeMs } = await stat(holdingFile(path));
    return { path, bytes: size, modifiedAtMs: Math.floor(mtimeMs) };
  } catch (error) {
    // An inaccessible file may still exist.
    if (codeOf(error) !== 'ENOENT') return { path, bytes: 0, modifiedAtMs: 0 };
    return undefined;
  }
}

async function trackedOf(
  { path, bytes, modifiedAtMs }: Transcript,
  row: TranscriptRow | undefined,
): Promise<Tracked> {
  const read = row?.offset ?? 0;
  // A part of a database is read at each end of a turn; the size of the file is not its size.
  const isPart = holdingFile(path) !== path;
  const state = isPart && row !== undefined ? 'complete' : stateOf(path, bytes, row);
  const waiting = state === 'complete' ? 0 : Math.max(0, bytes - read);
  return { ...factsOf(path, row), state, bytes, read, waiting, modifiedAtMs };
}

function goneOf(row: TranscriptRow): Tracked {
  const { path, offset, modifiedAtMs } = row;
  const gone = { state: 'gone', bytes: undefined, read: offset, waiting: 0, modifiedAtMs } as const;
  return { ...factsOf(path, row), ...gone };
}

function factsOf(path: string, row: TranscriptRow | undefined) {
  const { session, project, kept = 0, skipped = {}, problems = {} } = row ?? {};
  return {
    path,
    session: session ?? undefined,
    project: project ?? undefined,
    kept,
    skipped,
    problems,
  };
}

function stateOf(path: string, bytes: number, row: TranscriptRow | undefined): State {
  const file = openOrNothing(path);
  if (file === undefined) return 'unreadable';
  try {
    if (row === undefined) return 'unread';
    // A truncated last line is never read, which loses nothing.
    return row.offset >= bytes ? 'complete' : restOf(file, row.offset, bytes);
  } finally {
    closeSync(file);
  }
}

const BLOCK_BYTES = 64 * 1_024;
const NEWLINE = 10;

/** Same limit as in the core: a file without a newline in so many bytes is not a transcript. */
const READ_BYTES_MAX = 256 * 1024 * 1024;

/** A longer line is never read without its newline. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Returns the state of the file after an offset: `behind` if it has a complete line there (ended
 * by a newline, or a complete JSON object), `complete` if it has only part of a line, `unreadable`
 * if no line ends within the limit.
 */
function restOf(file: number, offset: number, size: number): State {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let position = offset; position - offset < READ_BYTES_MAX; ) {
    const read = readSync(file, block, 0, BLOCK_BYTES, position);
    if (read === 0) {
      const isWhole = size - offset <= LINE_BYTES_MAX && isWholeObject(file, offset, size - offset);
      return isWhole ? 'behind' : 'complete';
    }
    if (block.subarray(0, read).includes(NEWLINE)) return 'behind';
    position += read;
  }
  return 'unreadable';
}

function isWholeObject(file: number, offset: number, length: number): boolean {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, offset);
  return parseObject(bytes.toString('utf8', 0, read)) !== undefined;
}

function openOrNothing(path: string): number | undefined {
  try {
    return openRegular(path);
  } catch {
    return undefined;
  }
}

/** The totals of a ledger. */
export interface LedgerSummary {
  readonly known: number;
  readonly states: Readonly<Record<State, number>>;
  /**
   * Unread bytes of transcripts that are behind, and when the least recently changed one changed.
   */
  readonly waiting: number;
  readonly waitingSinceMs: number | undefined;
  /** Bytes of transcripts that were never read. */
  readonly unread: number;
  readonly kept: number;
  readonly skipped: Reasons;
  readonly problems: Reasons;
}

export function summaryOf(ledger: readonly Tracked[]): LedgerSummary {
  const of = (state: State) => ledger.filter((each) => each.state === state);
  const bytesOf = (state: State) => of(state).reduce((sum, each) => sum + each.waiting, 0);
  const since = of('behind').map((each) => each.modifiedAtMs);
  return {
    known: ledger.length,
    states: {
      complete: of('complete').length,
      behind: of('behind').length,
      unread: of('unread').length,
      unreadable: of('unreadable').length,
      gone: of('gone').length,
    },
    waiting: bytesOf('behind'),
    waitingSinceMs: since.length === 0 ? undefined : Math.min(...since),
    unread: bytesOf('unread'),
    kept: ledger.reduce((sum, each) => sum + each.kept, 0),
    skipped: added(ledger.map((each) => each.skipped)),
    problems: added(ledger.map((each) => each.problems)),
  };
}

function added(all: readonly Reasons[]): Reasons {
  const sums: Record<string, number> = {};
  for (const [reason, count] of all.flatMap(Object.entries)) {
    sums[reason] = (sums[reason] ?? 0) + count;
  }
  return sums;
}

/** Returns the total number of lines. */
export function total(reasons: Reasons): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0);
}

/** Returns how many turns of a transcript are stored. */
export function turnsOf(memory: Memory, tracked: Tracked, world: World): number {
  const { transcripts } = agentOf(tracked.path, world);
  const session = tracked.session ?? transcripts.sessionOf(tracked.path);
  if (session === '') return 0;
  return memory.sessionTurnCount(session, transcripts.subagentOf(tracked.path) ?? null);
}
