/** Deletes turns permanently, and verifies that no trace of them is left. */

import { type Filters, parseFilters } from '../database/filters.ts';
import { openToRead } from '../database/open.ts';
import { writing } from '../database/writing.ts';
import { MementorError } from '../errors/errors.ts';
import { isProved, type Removed, removeProved } from '../forget/remove.ts';
import { homeOf } from '../home/paths.ts';
import {
  type ForgetPlan,
  type Memory,
  native,
  type PhraseMatch,
  type SelectOptions,
  surroundingsOf,
} from '../memory.ts';
import type { Context } from '../process/context.ts';
import { isInterrupted } from '../process/interruption.ts';
import type { Progress, Watch } from '../process/watch.ts';
import { namingOf, projectNameAt, requireProject } from '../reports/project-names.ts';
import type { Where } from '../reports/project-scope.ts';
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
export interface Plan extends Omit<ForgetPlan, 'matches'> {
  /** Name of the project that is meant; undefined if turns of any project are. */
  readonly project: string | undefined;
  /** Where the phrase that selected a turn is in it, by the turn's uuid; for the first turns. */
  readonly matches: ReadonlyMap<string, PhraseMatch>;
}

/** The result of a forget. */
export interface Outcome extends Plan, Removed {
  /** `interrupted`: by a Ctrl-C, before anything was changed. */
  readonly done: 'nothing' | 'shown' | 'declined' | 'interrupted' | 'forgotten';
}

const UNCHANGED: Removed = { cleaned: { done: [], left: [] }, proof: undefined };

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
  line.show('Looking for what to forget');
  const found = await planned(memory, { ...conditions, ...scope.within }, context, line);
  line.clear();
  if (found === undefined) return undefined;
  return {
    ...found,
    turns: found.turns.map(namingOf(memory)),
    project: scope.name,
    matches: new Map(found.matches.map((match) => [match.turn, match])),
  };
}

/** Looks through the files of coding agents too, in steps. */
async function planned(
  memory: Memory,
  selection: SelectOptions,
  context: Context,
  line: Progress,
): Promise<ForgetPlan | undefined> {
  const on = surroundingsOf(context);
  while (true) {
    const { files: total, searched: done, plan } = memory.planForget(selection, on);
    if (await isInterrupted(context)) return undefined;
    if (plan !== null) return plan;
    const pace = { unit: 'share', done, total, worked: done } as const;
    line.show(`Looking through ${counted(total, 'file')} of coding agents`, pace);
  }
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
}

/** An id or a session says enough, whatever project it is of; other conditions need one. */
function scopeOf(options: Selection, memory: Memory, context: Context): Scope {
  const { ids, filters, project, everything } = options;
  if (project !== undefined) requireProject(memory, project);
  if (project !== undefined && !everything) {
    return { within: { project }, name: project };
  }
  if (everything || ids.length > 0 || filters.session !== undefined) {
    return { within: {}, name: undefined };
  }
  const directory = context.cwd;
  return { within: { directory }, name: projectNameAt(directory, memory) };
}

/** Deletes turns permanently. A Ctrl-C before that leaves everything as it is. */
export async function forget(
  plan: Plan,
  context: Context,
  watch: Watch,
  line: Progress,
): Promise<Outcome> {
  const ids = plan.turns.map(({ turn }) => turn);
  const removed = await writing(context, watch, { damage: 'thrown', isBrief: true }, (memory) =>
    removeProved(memory, ids, context, line),
  );
  line.clear();
  if (removed === undefined) return unchanged(plan, 'interrupted');
  return { ...plan, done: 'forgotten', ...removed };
}

/** Finishes an interrupted removal, whatever turns are selected now. */
export async function finishLast(context: Context, watch: Watch): Promise<void> {
  const { isRemoving, pendingBackups } = native().homeReport(homeOf(context));
  if (!isRemoving && pendingBackups.length === 0) return;
  await writing(context, watch, { damage: 'thrown' }, async () => {});
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
export function isGone(outcome: Outcome): boolean {
  return outcome.done === 'forgotten' && isProved(outcome);
}
