/** The inbox, as a Stop hook leaves it. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { put } from '../../dist/inbox.js';

/** Hands every transcript of a set over. */
export async function handOver({ home, set }) {
  for (const [at, transcriptPath] of set.paths.entries()) {
    await put(join(home, 'inbox'), {
      version: 1,
      event: 'stop',
      transcriptPath,
      receivedAtMs: Date.UTC(2026, 10, 20) + at,
    });
  }
}

/** Whether nothing waits. */
export function isTakenIn({ home }) {
  const inbox = join(home, 'inbox');
  return !existsSync(inbox) || readdirSync(inbox).every((name) => !name.endsWith('.json'));
}
