/** The capture state of each transcript: how far it was read, and how much of it is stored. */

import { allTranscripts } from '../agents/find.ts';
import { type Tracked, turnsOf } from '../capture/ledger.ts';
import { homeOf } from '../home/paths.ts';
import { translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { trackedIn } from '../reports/tracked.ts';
import { isoOf } from '../text/numbers.ts';
import { opened } from './status.ts';

/** A transcript and the number of its stored turns. */
export interface TrackedTurns extends Tracked {
  readonly turns: number;
}

export interface TranscriptsAnswer {
  /** The document that scripts read: its field names are stable. */
  readonly document: TranscriptsDocument;
  readonly tracked: readonly TrackedTurns[];
}

export type TranscriptsDocument = ReturnType<typeof transcriptsDocument>;

export async function transcripts(context: Context): Promise<TranscriptsAnswer> {
  const tracked = await trackedTurns(context);
  return { document: transcriptsDocument(tracked), tracked };
}

async function trackedTurns(context: Context): Promise<TrackedTurns[]> {
  const home = homeOf(context);
  const memory = opened(home, context);
  const ledger = await trackedIn(memory, await allTranscripts(context));
  return ledger.map((each) => ({
    ...each,
    turns: memory === undefined ? 0 : translated(() => turnsOf(memory, each, context)),
  }));
}

function transcriptsDocument(ledger: readonly TrackedTurns[]) {
  const transcripts = ledger.map((each) => ({
    path: each.path,
    state: each.state,
    session: each.session ?? null,
    project: each.project ?? null,
    turns: each.turns,
    bytes: each.bytes ?? null,
    read: each.read,
    waiting: each.waiting,
    modifiedAt: isoOf(each.modifiedAtMs),
    lines: { kept: each.kept, skipped: each.skipped, problems: each.problems },
  }));
  return { version: 1, transcripts };
}
