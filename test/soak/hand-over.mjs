/** The inbox, as a Stop hook leaves it. */

import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Hands every transcript of a set over. */
export async function handOver({ home, set }) {
  const inbox = join(home, 'inbox');
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  for (const [at, transcriptPath] of set.paths.entries()) {
    const receivedAtMs = Date.UTC(2026, 10, 20) + at;
    const name = `${String(receivedAtMs).padStart(14, '0')}-${String(at).padStart(12, '0')}.json`;
    const payload = { version: 1, event: 'stop', transcriptPath, receivedAtMs };
    await writeFile(join(inbox, name), JSON.stringify(payload), { mode: 0o600 });
  }
}

/** Whether nothing waits. */
export function isTakenIn({ home }) {
  const inbox = join(home, 'inbox');
  return !existsSync(inbox) || readdirSync(inbox).every((name) => !name.endsWith('.json'));
}
