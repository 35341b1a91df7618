/** The inbox: what hooks hand over to the worker, one small file each, so that nothing is lost. */

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from './claude/atomic-file.ts';
import { codeOf } from './errors.ts';

/** A session that has something new. Holds no secrets: the answer is masked by the hook. */
export interface Payload {
  readonly version: 1;
  readonly event: string;
  readonly transcriptPath: string;
  /** The last answer, as the transcript may not hold it yet. */
  readonly lastAnswer?: string;
  readonly receivedAtMs: number;
}

export interface InboxItem {
  readonly path: string;
  readonly payload: Payload;
}

/** Writes a payload whole or not at all; the names sort by time. */
export async function put(inbox: string, payload: Payload): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const time = String(payload.receivedAtMs).padStart(14, '0');
  const path = join(inbox, `${time}-${randomBytes(6).toString('hex')}.json`);
  // After a power cut the transcript is still there, and read from where it was left.
  await writeAtomic({ path, text: JSON.stringify(payload), mode: 0o600, durable: false });
}

/** Returns what waits, the oldest first. What can't be read as a payload is dropped. */
export async function list(inbox: string): Promise<readonly InboxItem[]> {
  const items: InboxItem[] = [];
  for (const name of await names(inbox)) {
    const path = join(inbox, name);
    const payload = await read(path);
    if (payload === undefined) await remove(path);
    else items.push({ path, payload });
  }
  return items;
}

/** Removes what hooks that were stopped while writing left behind. */
export async function removeUnfinished(inbox: string, nowMs: number): Promise<void> {
  const names = await readdir(inbox).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.tmp'))) {
    const path = join(inbox, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && nowMs - found.mtimeMs > UNFINISHED_MS) await remove(path);
  }
}

/** Far longer than any hook lives. */
const UNFINISHED_MS = 10_000;

/** Returns whether nothing waits. */
export async function isEmpty(inbox: string): Promise<boolean> {
  return (await names(inbox)).length === 0;
}

export async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function names(inbox: string): Promise<readonly string[]> {
  try {
    return (await readdir(inbox)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function read(path: string): Promise<Payload | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isPayload(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isPayload(value: unknown): value is Payload {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    fields.version === 1 &&
    typeof fields.event === 'string' &&
    typeof fields.transcriptPath === 'string' &&
    typeof fields.receivedAtMs === 'number' &&
    ['string', 'undefined'].includes(typeof fields.lastAnswer)
  );
}
