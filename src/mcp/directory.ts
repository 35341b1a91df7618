/** The directory whose project a client works in: its first root, or where it was started. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { native, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** A client that does not answer must not hold a call up for longer. */
export const ROOTS_WAIT_MS = 2_000;

/** Asks the client for its roots, as URIs; undefined if it has none to offer. */
export type AskRoots = () => Promise<readonly string[] | undefined>;

export interface Directory {
  /** Returns the directory; asks the client at most once, until its roots change. */
  readonly of: (ask: AskRoots) => Promise<string>;
  /** Asks again at the next call. */
  readonly changed: () => void;
}

export function clientDirectory(context: Context): Directory {
  let asked: Promise<string | undefined> | undefined;
  return {
    of: async (ask) => {
      asked ??= ask().then(firstFolder, () => undefined);
      return (await asked) ?? startedIn(context);
    },
    changed: () => {
      asked = undefined;
    },
  };
}

function startedIn(context: Context): string {
  return resolve(context.cwd, native().runningSession(surroundingsOf(context)).directory ?? '.');
}

/** Of several roots the first counts: a memory belongs to one project. */
function firstFolder(roots: readonly string[] | undefined): string | undefined {
  return roots?.flatMap((uri) => folderOf(uri) ?? [])[0];
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // No file, or a path of another system.
    return undefined;
  }
}
