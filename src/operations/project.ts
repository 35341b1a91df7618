/** Shows which project a directory belongs to, and changes it at the user's request. */

import { setTimeout as sleep } from 'node:timers/promises';
import { makeReady } from '../database/make-ready.ts';
import { openToRead } from '../database/open.ts';
import { writing } from '../database/writing.ts';
import { MementorError, messageOf } from '../errors/errors.ts';
import type { LabelledBelonging, Memory, ProjectChange, ProjectMove } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { keptApart } from '../reports/kept-apart.ts';
import { counted, grouped } from '../text/numbers.ts';

export interface ChangeOptions {
  readonly dryRun: boolean;
  /** Whether the directory becomes a project of its own. */
  readonly leaves?: boolean;
  /** Key or name of the one that it joins; defaults to the one that the directory's remote names. */
  readonly project?: string | undefined;
}

export interface ProjectAnswer {
  readonly document: ReturnType<typeof documentOf>;
  readonly belonging: LabelledBelonging;
  /** The project's name, made unique if several projects share it. */
  readonly name: string;
}

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

/**
 * Makes the working directory part of another project, or a project of its own. Opens for reading
 * first, because opening for writing would create a missing database. Returns undefined if the user
 * chose not to wait for the lock.
 */
export async function changeProject(
  { dryRun, leaves = false, project }: ChangeOptions,
  context: Context,
  watch: Watch,
): Promise<Moved | undefined> {
  const change = { directory: context.cwd, leaves, ...(project === undefined ? {} : { project }) };
  const planned = step(await openToRead(context), change, true);
  if (dryRun) return { document: movedDocument(planned, 'shown'), interrupted: false };
  return await writing(context, watch, { damage: 'thrown', isBrief: true }, async (memory) => {
    const moved = await carriedOut(memory, change, context, watch);
    await makeReady(memory, context, watch);
    return { document: movedDocument(moved, 'done'), interrupted: context.interrupted.aborted };
  });
}

function step(memory: Memory, change: ProjectChange, dryRun: boolean): ProjectMove {
  try {
    return memory.changeProject(change, dryRun);
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'INVALID_ARGUMENT') throw error;
    const hint =
      '`mementor project show` says what this directory belongs to, `mementor status --json` lists the keys of all projects';
    throw new MementorError('PROJECT_UNCHANGED', messageOf(error), hint);
  }
}

/** Can stop between any two steps: running the same command again moves the rest. */
async function carriedOut(
  memory: Memory,
  change: ProjectChange,
  context: Context,
  watch: Watch,
): Promise<ProjectMove> {
  const line = watch.progress();
  let move = step(memory, change, false);
  while (!move.done && !context.interrupted.aborted) {
    const { moved, turns } = move;
    const pace = { unit: 'turns', done: moved, total: turns, worked: moved } as const;
    line.show(`Moving ${grouped(moved)}/${counted(turns, 'turn')}`, pace);
    await sleep(0);
    move = step(memory, change, false);
  }
  line.clear();
  return move;
}

function movedDocument({ from, to, turns, notes, moved }: ProjectMove, done: 'shown' | 'done') {
  return { version: 1, done, from, to, turns, notes, moved };
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
