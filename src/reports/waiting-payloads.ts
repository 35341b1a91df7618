/** Hook payloads that are not ingested yet. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedIn } from '../capture/inbox.ts';
import { inboxOf } from '../home/paths.ts';

/** Returns the paths of the waiting payloads. */
export async function waitingPayloads(home: string): Promise<string[]> {
  const folder = inboxOf(home);
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const refused = new Set(refusedIn(folder).map(({ path }) => path));
  return paths.filter((path) => !refused.has(path));
}
