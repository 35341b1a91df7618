/** Deletes turns permanently, and verifies that no trace of them is left. */

import { type Filters, parseFilters } from '../database/filters.ts';
import { underLock } from '../database/ingest-lock.ts';
import { openOptions, openToRead } from '../database/open.ts';
import { clearBeside } from '../forget/files.ts';
import { type Cleaned, pendingBackups } from '../forget/pending.ts';
import { isClean, prove } from '../forget/proof.ts';
import { finishAll, isUnfinished, removeForGood } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { openForWriting, type Proof, type Selected, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { isoOf } from '../text/numbers.ts';
import { beginningOfId } from './id.ts';

export interface Selection {
  /** Prefixes of turn or session ids. */
  readonly ids: readonly string[];
  /** A phrase that occurs anywhere in the turn. */
  readonly containing: string | undefined;
  readonly filters: Filters;
  readonly project: string | undefined;
}

/** The result of a forget. */
export interface Outcome {
  readonly turns: readonly Selected[];
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
export function unchanged(turns: readonly Selected[], done: Outcome['done']): Outcome {
  return { turns, done, ...UNCHANGED };
}

/** Returns the turns that match the selection. */
export async function selected(options: Selection, context: Context): Promise<readonly Selected[]> {
  const { ids, containing, project } = options;
  const where = '`mementor sessions` and `mementor query` show ids';
  const beginnings = ids.map((id) => beginningOfId(id, where));
  const filter = parseFilters(options.filters, context);
  const named = containing?.trim() ? { containing: containing.trim() } : {};
  const nothing = ids.length === 0 && !('containing' in named) && project === undefined;
  if (nothing && Object.keys(filter).length === 0) {
    throw new MementorError(
      'SELECTION_EMPTY',
      'nothing says which turns to forget',
      'give ids, or a condition such as `--containing "the words"`, `--session`, `--file` or `--project`',
    );
  }
  const memory = await openToRead(context);
  const within = project === undefined ? {} : { project };
  return translated(() => memory.select({ ids: beginnings, filter, ...named, ...within }));
}

/** Deletes turns permanently. Returns undefined if the user chose not to wait for the lock. */
export async function forget(
  turns: readonly Selected[],
  context: Context,
  watch: Watch,
): Promise<Outcome | undefined> {
  return await underLock(homeOf(context), context, watch, async () => {
    return { turns, done: 'forgotten', ...(await remove(turns, context)) };
  });
}

async function remove(turns: readonly Selected[], context: Context) {
  const home = homeOf(context);
  const memory = openForWriting(await openOptions(context));
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
    await finishAll(openForWriting(await openOptions(context)), home, +context.now());
  });
}

/** The document that scripts read. */
export function forgetDocument({ turns, done, cleaned, proof }: Outcome) {
  return {
    version: 1,
    done,
    turns: turns
      .filter(({ isNote }) => !isNote)
      .map(({ turn, sessions, project, atMs, prompt, because }) => ({
        turn,
        because,
        sessions,
        project,
        at: isoOf(atMs),
        // Does not print the prompts of forgotten turns.
        ...(done === 'forgotten' ? {} : { prompt }),
      })),
    notes: turns
      .filter(({ isNote }) => isNote)
      .map(({ turn, project, atMs, prompt, because }) => ({
        note: turn,
        because,
        project,
        at: isoOf(atMs),
        ...(done === 'forgotten' ? {} : { summary: prompt }),
      })),
    backups: cleaned.done,
    backupsLeft: cleaned.left.map(({ path, reason }) => ({ path, reason })),
    proof: proof ?? null,
  };
}

/** Whether all selected turns are deleted, and no trace of them was found. */
export function isGone({ done, cleaned, proof }: Outcome): boolean {
  return done === 'forgotten' && cleaned.left.length === 0 && proof !== undefined && isClean(proof);
}
