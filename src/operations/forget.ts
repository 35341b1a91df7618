/** Deletes turns permanently, and verifies that no trace of them is left. */

import { existsSync } from 'node:fs';
import { type Filters, parseFilters } from '../database/filters.ts';
import { underLock } from '../database/ingest-lock.ts';
import { openOptions, openToRead, openToWrite } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import { type Elsewhere, elsewhere } from '../forget/elsewhere.ts';
import { clearBeside } from '../forget/files.ts';
import { type Match, matchIn } from '../forget/match.ts';
import { type Cleaned, pendingBackups } from '../forget/pending.ts';
import { isClean, prove } from '../forget/proof.ts';
import { finishAll, isUnfinished, removeForGood } from '../forget/unfinished.ts';
import { readBackups } from '../home/backups.ts';
import { homeOf } from '../home/paths.ts';
import {
  type Memory,
  type Probes,
  type Proof,
  type Selected,
  type Twin,
  translated,
} from '../memory.ts';
import type { Context } from '../process/context.ts';
import { isInterrupted } from '../process/interruption.ts';
import type { Progress, Watch } from '../process/watch.ts';
import { namingOf, projectNameAt, requireProject } from '../reports/project-names.ts';
import type { Where } from '../reports/project-scope.ts';
import { keepProposals } from '../reports/proposals.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { counted, isoOf } from '../text/numbers.ts';
import { beginningOfId } from './id.ts';

export interface Selection extends Where {
  /** Prefixes of turn or session ids. */
  readonly ids: readonly string[];
  /** A phrase that occurs anywhere in the turn. */
  readonly containing: string | undefined;
  readonly filters: Filters;
}

/** The turns to forget, and what to know before they are gone. */
export interface Plan {
  readonly turns: readonly Selected[];
  /** Name of the project that is meant; undefined if turns of any project are. */
  readonly project: string | undefined;
  /** How many turns and notes of other projects match too, where nobody named a project. */
  readonly beside: number;
  /** Where the phrase that selected a turn is in it, by the turn's uuid; for the first turns. */
  readonly matches: ReadonlyMap<string, Match>;
  /** Files of the coding agents that hold the turns too; they stay. */
  readonly elsewhere: readonly Elsewhere[];
  /** Stored turns that hold the same answer and are not selected. */
  readonly twins: readonly Twin[];
  /** The backups from which the turns are removed too. */
  readonly backups: readonly string[];
}

/** The result of a forget. */
export interface Outcome extends Plan {
  /** `interrupted`: by a Ctrl-C, before anything was changed. */
  readonly done: 'nothing' | 'shown' | 'declined' | 'interrupted' | 'forgotten';
  /** The backups that were cleaned, and those that were not. */
  readonly cleaned: Cleaned;
  /** Undefined if nothing was forgotten, or if a Ctrl-C came before it. */
  readonly proof: Proof | undefined;
}

const UNCHANGED: Pick<Outcome, 'cleaned' | 'proof'> = {
  cleaned: { done: [], left: [], masked: [] },
  proof: undefined,
};

/** The plan of somebody who interrupts it before it is made. */
export const NO_PLAN: Plan = {
  turns: [],
  project: undefined,
  beside: 0,
  matches: new Map(),
  elsewhere: [],
  twins: [],
  backups: [],
};

/** Returns an outcome without changes. */
export function unchanged(plan: Plan, done: Outcome['done']): Outcome {
  return { ...plan, done, ...UNCHANGED };
}

/** For how many turns the place of the phrase is looked up: those that a list shows. */
export const MATCHES_MAX = 20;

/**
 * Returns the turns that match the selection, and what else holds them. Changes nothing. Returns
 * undefined if interrupted.
 */
export async function planForget(
  options: Selection,
  context: Context,
  line: Progress,
): Promise<Plan | undefined> {
  const conditions = conditionsOf(options, context);
  const memory = await openToRead(context);
  const scope = scopeOf(options, memory, context);
  const chosen = { ...conditions, ...scope.within };
  const words = conditions.containing;
  line.show('Looking for what to forget');
  const turns = translated(() => memory.select(chosen)).map(namingOf(memory));
  if (await isInterrupted(context)) return undefined;
  const beside = scope.isTaken ? translated(() => memory.selectBeside(chosen)) : 0;
  if (await isInterrupted(context)) return undefined;
  const ids = turns.map(({ turn }) => turn);
  const twins = translated(() => memory.twins(ids));
  const backups = readBackups(homeOf(context)).paths.filter((path) => existsSync(path));
  const read = translated(() => memory.transcripts()).map(({ path }) => path);
  const known = read.filter((path) => !backups.includes(path));
  const files = await elsewhere(ids, words, known, context, line);
  line.clear();
  if (files === undefined) return undefined;
  return {
    turns,
    project: scope.name,
    beside,
    matches: words === undefined ? new Map() : matchesOf(turns, words, memory),
    elsewhere: files,
    twins,
    backups,
  };
}

function matchesOf(
  turns: readonly Selected[],
  words: string,
  memory: Memory,
): ReadonlyMap<string, Match> {
  const matches = turns.slice(0, MATCHES_MAX).flatMap(({ turn }) => {
    const whole = translated(() => memory.show(turn)).find((each) => each.turn === turn);
    const match = whole && matchIn(whole, words);
    return match === undefined ? [] : [[turn, match] as const];
  });
  return new Map(matches);
}

/** Returns the conditions on turns, in the core's form; throws if there is none. */
function conditionsOf(options: Selection, context: Context) {
  const words = options.containing?.trim() || undefined;
  const where = '`mementor sessions` and `mementor query` show ids';
  const ids = options.ids.map((id) => beginningOfId(id, where));
  if (options.filters.session !== undefined) beginningOfId(options.filters.session, where);
  const filter = parseFilters(options.filters, context);
  const isProject = options.project !== undefined && !options.everything;
  if (ids.length + Object.keys(filter).length === 0 && words === undefined && !isProject) {
    throw new MementorError(
      'SELECTION_EMPTY',
      'tell me which turns to forget',
      options.everything
        ? 'add a condition such as `--containing "the words"` or `--until 2025-12-31`; `mementor disable --purge` deletes everything'
        : 'give ids, or a condition such as `--containing "the words"`, `--session`, `--file` or `--project`',
    );
  }
  return { ids, filter, ...(words === undefined ? {} : { containing: words }) };
}

/** Where turns are selected. */
interface Scope {
  /** In the core's form. */
  readonly within: { readonly project?: string; readonly directory?: string };
  /** Name of the project; undefined if turns of any project are meant. */
  readonly name: string | undefined;
  /** Whether nobody named the project. */
  readonly isTaken: boolean;
}

/** An id or a session says enough, whatever project it is of; other conditions need one. */
function scopeOf(options: Selection, memory: Memory, context: Context): Scope {
  const { ids, filters, project, everything } = options;
  if (project !== undefined) requireProject(memory, project);
  if (project !== undefined && !everything) {
    return { within: { project }, name: project, isTaken: false };
  }
  if (everything || ids.length > 0 || filters.session !== undefined) {
    return { within: {}, name: undefined, isTaken: false };
  }
  const directory = context.cwd;
  return { within: { directory }, name: projectNameAt(directory, memory), isTaken: true };
}

/** Deletes turns permanently. A Ctrl-C before that leaves everything as it is. */
export async function forget(
  plan: Plan,
  context: Context,
  watch: Watch,
  line: Progress,
): Promise<Outcome> {
  const removed = await underLock(homeOf(context), context, watch, async () => {
    const memory = openToWrite(await openOptions(context));
    line.show('Reading what to look for afterwards');
    const probes = probesOf(plan.turns, memory);
    if (await isInterrupted(context)) return undefined;
    return await removeProved(memory, plan.turns, probes, context, line);
  });
  line.clear();
  if (removed === undefined) return unchanged(plan, 'interrupted');
  return { ...plan, done: 'forgotten', ...removed };
}

/** Returns text that occurs only in these turns, to be searched for when they are gone. */
export function probesOf(turns: readonly Selected[], memory: Memory): Probes {
  return translated(() => memory.probes(turns.map(({ turn }) => turn)));
}

/**
 * Deletes turns permanently, and proves that no trace of them is left. Requires the lock. A Ctrl-C
 * does not stop the removal: it leaves the backups to later commands, and the proof undone.
 */
export async function removeProved(
  memory: Memory,
  turns: readonly Selected[],
  probes: Probes,
  context: Context,
  line: Progress,
): Promise<Pick<Outcome, 'cleaned' | 'proof'>> {
  const home = homeOf(context);
  const ids = turns.map((turn) => turn.turn);
  const nowMs = +context.now();
  line.show(`Removing ${counted(ids.length, 'turn')}`);
  // First, because if the process ends after it, the turns still exist and can be selected again.
  await clearBeside(home, turns, nowMs);
  const cleaned = await removeForGood(memory, home, ids, nowMs, context.interrupted);
  await noteCounts(memory, home);
  await keepProposals(memory, home);
  line.show('Looking for what is left');
  const isStopped = await isInterrupted(context);
  return { cleaned, proof: isStopped ? undefined : await prove(home, probes) };
}

/** Finishes an interrupted removal, whatever turns are selected now. */
export async function finishLast(context: Context, watch: Watch): Promise<void> {
  const home = homeOf(context);
  if (!(await isUnfinished(home)) && (await pendingBackups(home)).length === 0) return;
  await underLock(home, context, watch, async () => {
    await finishAll(openToWrite(await openOptions(context)), home, +context.now());
  });
}

/** The document that scripts read. */
export function forgetDocument(outcome: Outcome) {
  const { turns, matches, done, cleaned, proof } = outcome;
  const matchOf = (turn: string) => {
    const match = matches.get(turn);
    return match ? { part: match.part, text: match.before + match.matched + match.after } : null;
  };
  return {
    version: 1,
    done,
    interrupted: isStopped(outcome),
    project: outcome.project ?? null,
    beside: outcome.beside,
    turns: turns
      .filter(({ isNote }) => !isNote)
      .map(({ turn, sessions, project, projectKey, agent, atMs, prompt, because }) => ({
        turn,
        because,
        sessions,
        project,
        projectKey,
        agent,
        at: isoOf(atMs),
        // Does not print the words of forgotten turns.
        ...(done === 'forgotten' ? {} : { prompt, match: matchOf(turn) }),
      })),
    notes: turns
      .filter(({ isNote }) => isNote)
      .map(({ turn, project, projectKey, atMs, prompt, because }) => ({
        note: turn,
        because,
        project,
        projectKey,
        at: isoOf(atMs),
        ...(done === 'forgotten' ? {} : { summary: prompt, match: matchOf(turn) }),
      })),
    elsewhere: outcome.elsewhere,
    twins: outcome.twins,
    backupsListed: outcome.backups,
    backups: cleaned.done,
    backupsLeft: cleaned.left.map(({ path, reason }) => ({ path, reason })),
    proof: proof ?? null,
  };
}

/** Whether a Ctrl-C came before the end. */
export function isStopped({ done, proof }: Outcome): boolean {
  return done === 'interrupted' || (done === 'forgotten' && proof === undefined);
}

/** Whether all selected turns are deleted, and no trace of them was found. */
export function isGone({ done, cleaned, proof }: Outcome): boolean {
  return done === 'forgotten' && cleaned.left.length === 0 && proof !== undefined && isClean(proof);
}
