/** The upkeep of notes by hand; the worker does it once a day. */

import { ifStored, openToRead } from '../../database/open.ts';
import { writing } from '../../database/writing.ts';
import { type Removed, removeProved } from '../../forget/remove.ts';
import type { Memory, TidiedNote } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
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
  const memory = await ifStored(openToRead(context));
  const due = memory?.tidyNotes(true, context.now().getTime()).tidied ?? [];
  return { dryRun: true, notes: memory ? named(due, memory) : [], gone: undefined };
}

/** Tidies the notes. Returns undefined if the user chose not to wait for the lock. */
export async function tidy(context: Context, watch: Watch): Promise<Tidied | undefined> {
  return await writing(context, watch, { isBrief: true }, async (memory) => {
    const done = memory.tidyNotes(false, context.now().getTime());
    const gone = done.gone.length === 0 ? undefined : await remove(memory, done.gone, context);
    return { dryRun: false, notes: named(done.tidied, memory), gone };
  });
}

function named(tidied: readonly TidiedNote[], memory: Memory): TidiedNote[] {
  const name = namingOf(memory);
  return tidied.map((each) => ({ ...each, note: name(each.note) }));
}

function isGone({ steps }: TidiedNote): boolean {
  return steps.some(({ to }) => to === 'gone');
}

async function remove(memory: Memory, ids: readonly string[], context: Context) {
  return await removeProved(memory, ids, context, SILENT.progress());
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
