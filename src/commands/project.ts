/** `mementor project`: which project a directory belongs to, and a person's word on that. */

import { setTimeout as sleep } from 'node:timers/promises';
import { embedAll, warnOfMovedDatabase } from '../database/embed-all.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { homeOf } from '../home.ts';
import {
  type Belonging,
  type Membership,
  type Memory,
  openForReading,
  openForWriting,
  translated,
} from '../memory.ts';
import { type Style, style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError, messageOf } from '../process/errors.ts';
import { keptApart } from '../state/kept-apart.ts';
import { projectNames } from '../state/project-names.ts';
import { counted, grouped, printable } from '../text/numbers.ts';

export interface ChangeOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

export interface JoinOptions extends ChangeOptions {
  /** Key or name; the project that the directory's remote names when left out. */
  readonly project: string | undefined;
}

/** Turns that move in one call: some milliseconds each. */
const STEP_TURNS = 16;

export async function show(
  { json }: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const memory = openForReading(await openOptions(context));
  const belonging = translated(() => memory.belonging(context.cwd));
  const document = { version: 1, directory: context.cwd, ...documentOf(belonging) };
  if (json) context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else {
    const { project } = belonging;
    const others = translated(() => memory.projects());
    const name = projectNames([project, ...others]).get(project.key) ?? project.name;
    context.stdout.write(textOf(belonging, name, style(context.stdout, context.env)));
  }
  return 0;
}

export async function join(options: JoinOptions, context: Context): Promise<ExitCode> {
  const plan = (memory: Memory) => memory.planJoin(context.cwd, options.project ?? null);
  const start = (memory: Memory, { to }: Membership) => memory.join(context.cwd, to);
  return await change({ plan, start, verb: 'joins' }, options, context);
}

export async function leave(options: ChangeOptions, context: Context): Promise<ExitCode> {
  const plan = (memory: Memory) => memory.planLeave(context.cwd);
  const start = (memory: Memory) => memory.leave(context.cwd);
  return await change({ plan, start, verb: 'leaves for' }, options, context);
}

interface Change {
  readonly plan: (memory: Memory) => Membership;
  readonly start: (memory: Memory, membership: Membership) => void;
  readonly verb: string;
}

/** Without a database nothing is opened for writing: that would create one. */
async function change(change: Change, options: ChangeOptions, context: Context): Promise<ExitCode> {
  const planned = planOf(change, openForReading(await openOptions(context)));
  if (options.dryRun) {
    report(planned, planned.turns.length, 'shown', change.verb, options.json, context);
    return 0;
  }
  const lock = await acquire(homeOf(context), context, terminalWatch(context));
  if (lock === undefined) return 130;
  try {
    const memory = openForWriting(await openOptions(context));
    warnOfMovedDatabase(memory, terminalWatch(context));
    // A worker may have written meanwhile.
    const membership = planOf(change, memory);
    translated(() => change.start(memory, membership));
    const moved = await move(memory, membership, context);
    await embedAll(memory, context, terminalWatch(context));
    report(membership, moved, 'done', change.verb, options.json, context);
    return context.interrupted.aborted ? 130 : 0;
  } finally {
    lock.release();
  }
}

function planOf({ plan }: Change, memory: Memory): Membership {
  try {
    return translated(() => plan(memory));
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'INVALID_ARGUMENT') throw error;
    const hint =
      '`mementor project show` says what this directory belongs to, `mementor status --json` lists the keys of all projects';
    throw new MementorError('PROJECT_UNCHANGED', messageOf(error), hint);
  }
}

/** It can stop between any two steps: the same command moves the rest. */
async function move(memory: Memory, { turns, to }: Membership, context: Context): Promise<number> {
  const line = terminalWatch(context).progress();
  let moved = 0;
  for (let from = 0; from < turns.length && !context.interrupted.aborted; from += STEP_TURNS) {
    moved += translated(() => memory.moveTurns(turns.slice(from, from + STEP_TURNS), to));
    const pace = { unit: 'turns', done: from, total: turns.length, worked: from } as const;
    line.show(`Moving ${grouped(from)}/${counted(turns.length, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
  return moved;
}

function report(
  { from, to, turns }: Membership,
  count: number,
  done: 'shown' | 'done',
  verb: string,
  json: boolean,
  context: Context,
): void {
  if (json) {
    const document = {
      version: 1,
      done,
      from: from ?? null,
      to,
      turns: turns.length,
      moved: done === 'done' ? count : 0,
    };
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  const where = printable(to.key);
  const move =
    done === 'shown' ? `${counted(count, 'turn')} would move` : `${counted(count, 'turn')} moved`;
  const would = done === 'shown' ? 'Nothing was changed. ' : '';
  context.stdout.write(`${would}${printable(context.cwd)} ${verb} ${where}: ${move}.\n`);
}

function documentOf(belonging: Belonging): object {
  const { project, own, standing, rival, unlinked } = belonging;
  const apart = keptApart(belonging);
  return {
    project,
    own,
    standing,
    names: rival ?? null,
    unlinked: unlinked ?? null,
    keptApart: apart?.from ?? null,
  };
}

const STANDINGS: Readonly<Record<string, string>> = {
  alone: 'it names no remote',
  first: 'it is the first here that names this remote',
  known: 'it was seen with this remote before',
  proven: 'it shares commits with a repository that is known here',
  joined: 'you said so; `mementor project leave` undoes it',
  left: 'you said so; `mementor project join` undoes it',
  unproven: 'it names a remote that is known here, and shares no commit with it',
};

function textOf(belonging: Belonging, name: string, paint: Style): string {
  const { project, standing } = belonging;
  const apart = keptApart(belonging);
  const why = STANDINGS[standing] ?? standing;
  const lines = [
    `project   ${paint.cyan(printable(name))}`,
    `key       ${printable(project.key)}`,
    `because   ${why}`,
    ...(apart === undefined ? [] : ['', printable(apart.detail), printable(apart.fix)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
