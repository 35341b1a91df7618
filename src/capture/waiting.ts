/** Which payloads a worker may take, and what each of them keeps out. */

import { basename, dirname, join } from 'node:path';
import { AGENTS } from '../agents/all.ts';
import { isWithin, realOf } from '../files/folders.ts';
import {
  clearedUp,
  isUsable,
  type KeptOut,
  NOTHING_KEPT_OUT,
  united,
} from '../privacy/kept-out.ts';
import type { Context } from '../process/context.ts';
import { type InboxItem, list } from './inbox.ts';

export interface Waiting {
  /** What may be taken now, the oldest first. */
  readonly items: readonly (InboxItem & { readonly keptOut: KeptOut })[];
  /** What has to wait until somebody mends what it must not let in. */
  readonly held: readonly InboxItem[];
  /** Held ones in whose place a later one stands, by the same session's own settings. */
  readonly superseded: readonly InboxItem[];
}

/** Looks into the inbox; what is no payload goes. */
export function waitingIn(inbox: string, context: Context): Waiting {
  return sorted(list(inbox), context);
}

/** Sorts what waits, the oldest first. */
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

/** What payloads have said of the folders that their transcripts lie in. */
export class FolderPolicies {
  private readonly folders = new Map<string, KeptOut>();

  /** Notes what a payload keeps out; returns what holds for its transcript now. */
  add(transcriptPath: string, keptOut: KeptOut): void {
    const folder = realOf(dirname(transcriptPath));
    this.folders.set(folder, united(this.folders.get(folder) ?? NOTHING_KEPT_OUT, keptOut));
  }

  /** Returns what holds for a transcript, or a subagent's, of one of the folders. */
  of(transcriptPath: string): KeptOut {
    const above = [...this.folders].filter(([folder]) => isWithin(folder, transcriptPath));
    return united(NOTHING_KEPT_OUT, ...above.map(([, keptOut]) => keptOut));
  }
}

/** Whether a transcript, or one of its subagents', is that of a payload that has to wait. */
export function isHeld(transcriptPath: string, held: readonly InboxItem[]): boolean {
  return held.some(({ payload }) => {
    const own = payload.transcriptPath;
    const real = join(realOf(dirname(own)), basename(own));
    return AGENTS.some(({ transcripts }) => transcripts.isOfSession(transcriptPath, real));
  });
}
