/** The upkeep of notes, by hand and once a day by the worker. */

import { openToRead } from '../../database/open.ts';
import { writing } from '../../database/writing.ts';
import { codeOf } from '../../errors/errors.ts';
import { writeAtomic } from '../../files/atomic-file.ts';
import { parseObject } from '../../files/json-object.ts';
import { FILE_MODE } from '../../files/modes.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import { isProved, type Removed, removeProved } from '../../forget/remove.ts';
import { foldShown, recordAges, shownNotes } from '../../home/notes-shown.ts';
import { homeOf, logOf, tidiedOf } from '../../home/paths.ts';
import { type Memory, type TidiedNote, translated } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { log } from '../../process/log.ts';
import { SILENT, type Watch } from '../../process/watch.ts';
import { namingOf } from '../../reports/project-names.ts';
import { isoOf } from '../../text/numbers.ts';
import { noteDocument } from './document.ts';

/** What the upkeep did, or would do. */
export interface Tidied {
  readonly dryRun: boolean;
  readonly notes: readonly TidiedNote[];
  /** What was cleaned and proved for notes that are gone; undefined where none was to go. */
  readonly gone: Removed | undefined;
}

/** Returns the moves that are due, and changes nothing. */
export async function planTidy(context: Context): Promise<Tidied> {
  try {
    const memory = await openToRead(context);
    return { dryRun: true, notes: moved(memory, true, context), gone: undefined };
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_MISSING') throw error;
    return { dryRun: true, notes: [], gone: undefined };
  }
}

/** Tidies the notes. Returns undefined if the user chose not to wait for the lock. */
export async function tidy(context: Context, watch: Watch): Promise<Tidied | undefined> {
  return await writing(context, watch, { isBrief: true }, (memory) => tidyIn(memory, context));
}

/** Tidies the notes of an open memory. Requires the lock. */
async function tidyIn(memory: Memory, context: Context): Promise<Tidied> {
  const home = homeOf(context);
  const notes = moved(memory, false, context);
  const ids = notes.filter(isGone).map(({ note }) => note.id);
  const gone = ids.length === 0 ? undefined : await remove(memory, ids, context);
  await foldShown(home, new Set(ids));
  const text = `${JSON.stringify({ version: 1, atMs: context.now().getTime() })}\n`;
  await writeAtomic({ path: tidiedOf(home), text, mode: FILE_MODE });
  return { dryRun: false, notes, gone };
}

function moved(memory: Memory, dryRun: boolean, context: Context): TidiedNote[] {
  const home = homeOf(context);
  const nowMs = context.now().getTime();
  const shown = [...shownNotes(home)].map(([id, { atMs }]) => ({ id, atMs }));
  const { tidied, agesFrom } = translated(() => memory.tidyNotes(shown, nowMs, dryRun));
  if (!dryRun) recordAges(home, agesFrom);
  const name = namingOf(memory);
  return tidied.map((each) => ({ ...each, note: name(each.note) }));
}

function isGone({ steps }: TidiedNote): boolean {
  return steps.some(({ to }) => to === 'gone');
}

async function remove(memory: Memory, ids: readonly string[], context: Context) {
  const { turns } = translated(() => memory.planForget({ ids: [...ids] }));
  const notes = turns.filter(({ isNote }) => isNote).map(({ turn }) => turn);
  return await removeProved(memory, notes, context, SILENT.progress());
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Tidies if that was last done a day ago, or if the clock was set back. Requires the lock. */
export async function tidyDaily(memory: Memory, context: Context): Promise<void> {
  const home = homeOf(context);
  const nowMs = context.now().getTime();
  const last = parseObject(textIfReadable(tidiedOf(home)) ?? '')?.atMs;
  if (typeof last === 'number' && last <= nowMs && nowMs - last < DAY_MS) return;
  const { notes, gone } = await tidyIn(memory, context);
  if (notes.length === 0) return;
  const left = gone !== undefined && !isProved(gone) ? '; not all of what is gone was cleaned' : '';
  log(logOf(home), context.now(), `tidied notes: ${notes.length}${left}`);
}

/** The document that scripts read. */
export function tidiedDocument({ dryRun, notes, gone }: Tidied) {
  return {
    version: 1,
    done: dryRun ? 'shown' : 'tidied',
    notes: notes.map(({ note, importance, steps }) => {
      // Does not print the words of a note that is gone.
      const { summary, ...facts } = noteDocument(note);
      const isLeft = dryRun || !isGone({ note, importance, steps });
      return {
        ...facts,
        ...(isLeft ? { summary } : {}),
        importance,
        steps: steps.map(({ from, to, because, atMs, sinceMs }) => ({
          from,
          to,
          because,
          at: isoOf(atMs),
          since: isoOf(sinceMs),
        })),
      };
    }),
    backups: gone?.cleaned.done ?? [],
    backupsLeft: gone?.cleaned.left.map(({ path, reason }) => ({ path, reason })) ?? [],
    proof: gone?.proof ?? null,
  };
}
