/** Deletes the records of sessions that are long over. */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recallsOf } from '../home.ts';

/** As long as Claude Code keeps a transcript by default: after that no session goes on. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Never fails: what can't be deleted now is found again by the next worker. */
export async function expireRecords(home: string, nowMs: number): Promise<void> {
  const folder = recallsOf(home);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || nowMs - found.mtimeMs <= KEPT_MS) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}
