/** Shows which project a directory belongs to, and changes it at the user's request. */

import { setTimeout as sleep } from 'node:timers/promises';
import { embedAll } from '../database/embed-all.ts';
import { openToRead } from '../database/open.ts';
import { writing } from '../database/writing.ts';
import { MementorError, messageOf } from '../errors/errors.ts';
import type { LabelledBelonging, Membership, Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { keptApart } from '../reports/kept-apart.ts';
import { counted, grouped } from '../text/numbers.ts';

export interface ChangeOptions {
  readonly dryRun: boolean;
}

export interface JoinOptions extends ChangeOptions {
  /** Key or name; defaults to the project that the directory's remote names. */
  readonly project: string | undefined;
}

/** Turns moved per call: some milliseconds each. */
const STEP_TURNS = 16;

export interface ProjectAnswer {
  readonly document: ProjectDocument;
  readonly belonging: LabelledBelonging;
  /** The project's name, made unique if several projects share it. */
  readonly name: string;
}

export type ProjectDocument = ReturnType<typeof documentOf>;

export async function project(context: Context): Promise<ProjectAnswer> {
  const memory = await openToRead(context);
  const belonging = memory.belonging(context.cwd);
  return {
    document: documentOf(belonging, context.cwd),
    belonging,
    name: belonging.label,
  };
}

/** The turns that a change of project moved, or would move. */
export interface Moved {
  readonly document: MovedDocument;
  readonly interrupted: boolean;
}

export type MovedDocument = ReturnType<typeof movedDocument>;

export async function join(
  options: JoinOptions,
  context: Context,
  watch: Watch,
): Promise<Moved | undefined> {
  const plan = (memory: Memory) => memory.planJoin(context.cwd, options.project ?? null);
  const start = (memory: Memory, { to }: Membership) => memory.join(context.cwd, to);
  return await change({ plan, start }, options, context, watch);
}

export async function leave(
  options: ChangeOptions,
  context: Context,
  watch: Watch,
): Promise<Moved | undefined> {
  const plan = (memory: Memory) => memory.planLeave(context.cwd);
  const start = (memory: Memory) => memory.leave(context.cwd);
  return await change({ plan, start }, options, context, watch);
}

interface Change {
  readonly plan: (memory: Memory) => Membership;
  readonly start: (memory: Memory, membership: Membership) => void;
}

/**
 * Opens for reading first, because opening for writing would create a missing database. Returns
 * undefined if the user chose not to wait for the lock.
 */
async function change(
  change: Change,
  { dryRun }: ChangeOptions,
  context: Context,
  watch: Watch,
): Promise<Moved | undefined> {
  const planned = planOf(change, await openToRead(context));
  if (dryRun) return { document: movedDocument(planned, undefined), interrupted: false };
  return await writing(context, watch, { damage: 'thrown', isBrief: true }, async (memory) => {
    // Plan again under the lock: a worker may have written meanwhile.
    const membership = planOf(change, memory);
    change.start(memory, membership);
    const moved = await move(memory, membership, context, watch);
    await embedAll(memory, context, watch);
    const document = movedDocument(membership, moved);
    return { document, interrupted: context.interrupted.aborted };
  });
}

function planOf({ plan }: Change, memory: Memory): Membership {
  try {
    return plan(memory);
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'INVALID_ARGUMENT') throw error;
    const hint =
      '`mementor project show` says what this directory belongs to, `mementor status --json` lists the keys of all projects';
    throw new MementorError('PROJECT_UNCHANGED', messageOf(error), hint);
  }
}

/** Can stop between any two steps: running the same command again moves the rest. */
async function move(
  memory: Memory,
  { turns, notes, to }: Membership,
  context: Context,
  watch: Watch,
): Promise<number> {
  const line = watch.progress();
  let moved = 0;
  for (let from = 0; from < turns.length && !context.interrupted.aborted; from += STEP_TURNS) {
    moved += memory.moveTurns(turns.slice(from, from + STEP_TURNS), to);
    const pace = { unit: 'turns', done: from, total: turns.length, worked: from } as const;
    line.show(`Moving ${grouped(from)}/${counted(turns.length, 'turn')}`, pace);
    await sleep(0);
  }
  if (!context.interrupted.aborted) memory.moveTurns(notes, to);
  line.clear();
  return moved;
}

/** The document that scripts read; without `moved`, nothing was changed. */
function movedDocument({ from, to, turns, notes }: Membership, moved: number | undefined) {
  return {
    version: 1,
    done: moved === undefined ? 'shown' : 'done',
    from,
    to,
    turns: turns.length,
    notes: notes.length,
    moved: moved ?? 0,
  };
}

/** The document that scripts read: its field names are stable. */
function documentOf(belonging: LabelledBelonging, directory: string) {
  const { project, own, reason, named, unlinked } = belonging;
  const apart = keptApart(belonging);
  return {
    version: 1,
    directory,
    project,
    own,
    standing: reason,
    names: named,
    unlinked,
    keptApart: apart?.from ?? null,
  };
}
