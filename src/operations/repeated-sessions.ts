/** Sessions that are the same again, such as the runs of a scheduled prompt: a list shows one of them. Pure. */

import type { SessionRow } from '../memory.ts';

/** Two sessions that begin with the same words may differ; this many are runs of one prompt. */
const RUNS_MIN = 3;
/** A run asks its prompt and hardly more. */
const TURNS_MAX = 2;

/** A session, and for how many it stands. */
export interface Repeated<Row> {
  readonly row: Row;
  /** 1 for a session of its own. */
  readonly times: number;
}

/**
 * Returns each session once, in the same order; of the runs of a prompt the first one, of each group
 * where there are groups.
 */
export function eachOnce<Row extends SessionRow>(
  rows: readonly Row[],
  groupOf: (row: Row) => string = () => '',
): Repeated<Row>[] {
  const keys = rows.map((row) => `${groupOf(row)}\n${keyOf(row)}`);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shown = new Set<string>();
  return rows.flatMap((row, at) => {
    const key = keys[at] ?? '';
    const times = counts.get(key) ?? 1;
    if (times < RUNS_MIN) return [{ row, times: 1 }];
    if (shown.has(key)) return [];
    shown.add(key);
    return [{ row, times }];
  });
}

/** Dates and times differ from run to run; other numbers tell one issue from another. */
const DATES = /\d{4}-\d\d-\d\d(?:[T ][\d:.Z]+)?|\d{1,2}:\d\d(?::\d\d)?/g;

/** A longer conversation is like no other. */
function keyOf({ session, projectKey, prompt, turns, sharedTurns }: SessionRow): string {
  const words = prompt.toLowerCase().replace(DATES, '').split(/\s+/).filter(Boolean).join(' ');
  const isRun = words !== '' && turns - sharedTurns <= TURNS_MAX;
  return isRun ? `${projectKey}\n${words}` : session;
}
