/** The capture state of each transcript: how far it was read, and how much of it is stored. */

import { homeOf } from '../home/paths.ts';
import { native, surroundingsOf, type Tracked } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { isoOf } from '../text/numbers.ts';
import { opened } from './status.ts';

export function transcripts(context: Context) {
  const memory = opened(homeOf(context), context);
  const asked = { rows: true, turns: true };
  const on = surroundingsOf(context);
  const { transcripts: tracked } = native().ledger(memory, on, asked);
  return { document: transcriptsDocument(tracked), tracked };
}

/** The document that scripts read: its field names are stable. */
function transcriptsDocument(ledger: readonly Tracked[]) {
  const transcripts = ledger.map((each) => ({
    path: each.path,
    state: each.state,
    session: each.session,
    project: each.project,
    turns: each.turns ?? 0,
    bytes: each.bytes,
    read: each.read,
    waiting: each.waiting,
    modifiedAt: isoOf(each.modifiedAtMs),
    lines: { kept: each.kept, skipped: each.skipped, problems: each.problems },
    newerSessions: each.newer,
  }));
  return { version: 1, transcripts };
}
