/** Deletes turns permanently, and verifies that no trace of them is left. */

import { existsSync } from 'node:fs';
import { type Filters, parseFilters } from '../database/filters.ts';
import { underLock } from '../database/ingest-lock.ts';
import { openOptions, openToRead, openToWrite } from '../database/open.ts';
import { readBackups } from '../forget/backups.ts';
import { type Elsewhere, elsewhere } from '../forget/elsewhere.ts';
import { clearBeside } from '../forget/files.ts';
import { type Match, matchIn } from '../forget/match.ts';
import { type Cleaned, pendingBackups } from '../forget/pending.ts';
import { isClean, prove } from '../forget/proof.ts';
import { finishAll, isUnfinished, removeForGood } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { type Memory, type Proof, type Selected, type Twin, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { namingOf, projectNameAt, requireProject } from '../state/project-names.ts';
import { isoOf } from '../text/numbers.ts';
import { beginningOfId } from './id.ts';

export interface Selection {
  /** Prefixes of turn or session ids. */
  readonly ids: readonly string[];
  /** A phrase that occurs anywhere in the turn. */
  readonly containing: string | undefined;
  readonly filters: Filters;
  /** Defaults to the project of the working directory, unless an id or a session is given. */
  readonly project: string | undefined;
  readonly everything: boolean;
}

/** The turns to forget, and what to know before they are gone. */
export interface Plan {
  readonly turns: readonly Selected[];
  /** Name of the project that is meant; undefined if turns of any project are. */
  readonly project: string | undefined;
  /** How many turns and notes of other projects match too, where nobody named a project. */
  readonly beside: number;
  /** Where the phrase that selected a turn stands in it, by the turn's uuid; for the first turns. */
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
  readonly done: 'nothing' | 'shown' | 'declined' | 'forgotten';
  /** The backups that were cleaned, and those that were not. */
  readonly cleaned: Cleaned;
  readonly proof: Proof | undefined;
}

const UNCHANGED: Pick<Outcome, 'cleaned' | 'proof'> = {
  cleaned: { done: [], left: [], masked: [] },
  proof: undefined,
};

/** Returns an outcome without changes. */
export function unchanged(plan: Plan, done: Outcome['done']): Outcome {
  return { ...plan, done, ...UNCHANGED };
}

/** For how many turns the place of the phrase is looked up: those that a list shows. */
export const MATCHES_MAX = 20;

/** Returns the turns that match the selection, and what else holds them. Changes nothing. */
export async function planForget(options: Selection, context: Context): Promise<Plan> {
  const conditions = conditionsOf(options, context);
  const memory = await openToRead(context);
  const scope = scopeOf(options, memory, context);
  const chosen = { ...conditions, ...scope.within };
  const turns = translated(() => memory.select(chosen)).map(namingOf(memory));
  const words = conditions.containing;
  const known = translated(() => memory.transcripts()).map(({ path }) => path);
  const ids = turns.map(({ turn }) => turn);
  return {
    turns,
    project: scope.name,
    beside: scope.isTaken ? translated(() => memory.selectBeside(chosen)) : 0,
    matches: words === undefined ? new Map() : matchesOf(turns, words, memory),
    elsewhere: turns.length === 0 ? [] : await elsewhere(ids, words, known, context),
    twins: translated(() => memory.twins(ids)),
    backups: readBackups(homeOf(context)).paths.filter((path) => existsSync(path)),
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

/** Deletes turns permanently. Returns undefined if the user chose not to wait for the lock. */
export async function forget(
  plan: Plan,
  context: Context,
  watch: Watch,
): Promise<Outcome | undefined> {
  return await underLock(homeOf(context), context, watch, async () => {
    const memory = openToWrite(await openOptions(context));
    return { ...plan, done: 'forgotten', ...(await removeProved(memory, plan.turns, context)) };
  });
}

/** Deletes turns permanently, and proves that no trace of them is left. Requires the lock. */
export async function removeProved(
  memory: Memory,
  turns: readonly Selected[],
  context: Context,
): Promise<Pick<Outcome, 'cleaned' | 'proof'>> {
  const home = homeOf(context);
  const ids = turns.map((turn) => turn.turn);
  const nowMs = +context.now();
  // Collected before the deletion: text that occurs only in these turns, to search for afterwards.
  const telltales = translated(() => memory.telltales(ids));
  // First, because if forget is interrupted after it, the turns still exist and can be selected
  // again.
  await clearBeside(home, turns, nowMs);
  const cleaned = await removeForGood(memory, home, ids, nowMs);
  await noteCounts(memory, home);
  return { cleaned, proof: await prove(home, telltales) };
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
        agent: agent ?? null,
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

/** Whether all selected turns are deleted, and no trace of them was found. */
export function isGone({ done, cleaned, proof }: Outcome): boolean {
  return done === 'forgotten' && cleaned.left.length === 0 && proof !== undefined && isClean(proof);
}
