/**
 * The memory that a server keeps open between calls: what it has loaded makes later searches fast.
 * It is opened at the first call, and again when another file or another configuration is there.
 */

import { statSync } from 'node:fs';
import { openToRead, takeInWaiting } from '../database/open.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { configPath, databaseOf, homeOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';

export interface KeptMemory {
  /** Opens the memory, or returns the open one. */
  readonly open: (context: Context) => Promise<Memory>;
  /** Forgets the open one: after an error it may be of no more use. */
  readonly drop: () => void;
}

export function keptMemory(): KeptMemory {
  let kept: { readonly mark: string; readonly memory: Memory } | undefined;
  return {
    open: async (context) => {
      const mark = markOf(context);
      if (kept?.mark === mark) {
        takeInWaiting(kept.memory, context);
        return kept.memory;
      }
      kept = undefined;
      const memory = await openToRead(context, { lasting: true });
      kept = { mark, memory };
      return memory;
    },
    drop: () => {
      kept = undefined;
    },
  };
}

/** What must be as it was: which file the database is, and what the settings say. */
export function markOf(context: Context): string {
  const home = homeOf(context);
  const file = statSync(databaseOf(home), { throwIfNoEntry: false });
  const config = textIfReadable(configPath(home)) ?? '';
  return JSON.stringify([file?.dev, file?.ino, file?.birthtimeMs, config]);
}
