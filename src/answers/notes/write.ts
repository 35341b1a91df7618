/** Writes and changes notes. */

import { randomUUID } from 'node:crypto';
import { underLock } from '../../database/ingest-lock.ts';
import { openOptions } from '../../database/open.ts';
import { writeRepairing } from '../../database/write-repairing.ts';
import { finishRemoval, RETRY_MS } from '../../forget/unfinished.ts';
import { homeOf } from '../../home.ts';
import type { Memory, NoteChange, Remembered } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { MementorError } from '../../process/errors.ts';
import type { Watch } from '../../process/watch.ts';
import { beginningOfId } from '../id.ts';
import { noteDocument, wholeDocument } from './document.ts';
import { told } from './errors.ts';

export interface RememberOptions {
  /** The first line is the summary, the rest the body. */
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly files: readonly string[];
  readonly scope: 'project' | 'person';
  /** The branch on which alone it holds; empty for the one that is checked out. */
  readonly branch?: string | undefined;
  readonly pin: boolean;
  /** Prefixes of the ids of notes that it replaces. */
  readonly supersedes: readonly string[];
  readonly project: string | undefined;
}

/** Where ids are shown. */
export const WHERE_IDS = '`mementor notes` shows ids';

/** Writes a note. Returns undefined if the user chose not to wait for the lock. */
export async function remember(
  options: RememberOptions,
  context: Context,
  watch: Watch,
): Promise<Remembered | undefined> {
  if (options.text.trim() === '') {
    throw new MementorError(
      'NOTE_SUMMARY',
      'there is nothing to remember',
      'give a text: `mementor remember "we use tabs"`, or write it on standard input',
    );
  }
  const { text, kind, project } = options;
  const note = {
    id: randomUUID(),
    text,
    kind,
    tags: [...options.tags],
    files: [...options.files],
    person: options.scope === 'person',
    pinned: options.pin,
    supersedes: options.supersedes.map((id) => beginningOfId(id, WHERE_IDS)),
    agent: false,
    directory: context.cwd,
    nowMs: context.now().getTime(),
    ...(project === undefined ? {} : { project }),
    ...(options.branch === undefined ? {} : { branch: options.branch }),
  };
  return await writing(context, watch, (memory) => told(() => memory.remember(note)));
}

/** Changes a note. Returns undefined if the user chose not to wait for the lock. */
export async function changeNote(id: string, change: NoteChange, context: Context, watch: Watch) {
  const beginning = beginningOfId(id, WHERE_IDS);
  return await writing(context, watch, (memory) =>
    told(() => memory.changeNote(beginning, change, context.now().getTime())),
  );
}

/** Does some work on the memory, opened for writing. */
export async function writing<T>(context: Context, watch: Watch, work: (memory: Memory) => T) {
  const home = homeOf(context);
  return await underLock(home, context, watch, async () => {
    return await writeRepairing(await openOptions(context), watch, async (memory) => {
      await finishRemoval(memory, home, context.now().getTime(), RETRY_MS);
      return work(memory);
    });
  });
}

/** The document that scripts read. */
export function rememberDocument({ note, saidAgain, superseded }: Remembered) {
  return {
    version: 1,
    done: saidAgain ? 'said again' : 'written',
    note: wholeDocument(note),
    superseded: superseded.map(noteDocument),
  };
}
