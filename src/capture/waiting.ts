/** Determines which payloads a worker may ingest, and what each of them excludes and masks. */

import { basename, dirname, join } from 'node:path';
import { isWithin, realOf } from '../files/folders.ts';
import { type InboxItem, native, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import {
  clearedUp,
  isUsable,
  type KeptOut,
  NOTHING_KEPT_OUT,
  united,
} from '../settings/kept-out.ts';

export interface Waiting {
  /** Payloads that may be ingested now, oldest first. */
  readonly items: readonly (InboxItem & { readonly keptOut: KeptOut })[];
  /** Payloads that wait until someone repairs the settings that exclude or mask data. */
  readonly held: readonly InboxItem[];
  /** Held payloads replaced by a later payload of the same session. */
  readonly superseded: readonly InboxItem[];
}

/** Sorts the inbox's payloads; files that are not payloads are set aside. */
export function waitingIn(home: string, context: Context): Waiting {
  return sorted(translated(() => native().inbox(home, true)).waiting, context);
}

/** Sorts waiting payloads; expects the oldest first. */
export function sorted(waiting: readonly InboxItem[], context: Context): Waiting {
  const items: (InboxItem & { readonly keptOut: KeptOut })[] = [];
  const unclear: InboxItem[] = [];
  for (const item of waiting) {
    const { keptOut = NOTHING_KEPT_OUT, unclear: sources = [] } = item.payload;
    const cleared = sources.length === 0 ? NOTHING_KEPT_OUT : clearedUp(sources, context);
    if (cleared === undefined || !isUsable(keptOut)) unclear.push(item);
    else items.push({ ...item, keptOut: united(keptOut, cleared) });
  }
  const isSuperseded = ({ path, payload }: InboxItem) =>
    items.some(
      (each) => each.payload.transcriptPath === payload.transcriptPath && each.path > path,
    );
  return {
    items,
    held: unclear.filter((item) => !isSuperseded(item)),
    superseded: unclear.filter(isSuperseded),
  };
}

/** What payloads exclude and mask, by the folder of their transcript. */
export class FolderPolicies {
  private readonly folders = new Map<string, KeptOut>();

  /** Adds a payload's rules to those of its transcript's folder. */
  add(transcriptPath: string, keptOut: KeptOut): void {
    const folder = realOf(dirname(transcriptPath));
    this.folders.set(folder, united(this.folders.get(folder) ?? NOTHING_KEPT_OUT, keptOut));
  }

  /** Returns the rules for a transcript, or a subagent's, below one of the folders. */
  of(transcriptPath: string): KeptOut {
    const above = [...this.folders].filter(([folder]) => isWithin(folder, transcriptPath));
    return united(NOTHING_KEPT_OUT, ...above.map(([, keptOut]) => keptOut));
  }
}

/** Whether a transcript belongs to the session, or a subagent of it, of a held payload. */
export function isHeld(transcriptPath: string, held: readonly InboxItem[]): boolean {
  return held.some(({ payload }) => {
    const own = payload.transcriptPath;
    const real = join(realOf(dirname(own)), basename(own));
    return native().isOfSession(transcriptPath, real);
  });
}
