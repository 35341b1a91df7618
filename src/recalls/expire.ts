/** Deletes the records of sessions that ended long ago. */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recallsOf } from '../home/paths.ts';

/** Claude Code's default transcript retention: after that, no session can be resumed. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1_000;

/** Never throws: the next worker retries files that cannot be deleted now. */
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
