/** Removes forgotten turns from the files beside the database: recall records, the inbox, the last list. */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENTS } from '../agents/all.ts';
import { removeUnfinished } from '../capture/inbox.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { foldShown } from '../home/notes-shown.ts';
import { inboxOf, lastListOf, recallsOf } from '../home/paths.ts';
import type { Selected } from '../memory.ts';

/** Removes these turns' prompts from the records, and waiting answers from the inbox. */
export async function clearBeside(
  home: string,
  turns: readonly Selected[],
  nowMs: number,
): Promise<void> {
  for (const folder of [home, recallsOf(home)]) await removeTorn(folder, nowMs);
  removeUnfinished(inboxOf(home), nowMs);
  await dropAdded(home, new Set(turns.map(({ turn }) => turn)));
  await rm(lastListOf(home), { force: true });
  await foldShown(home, new Set(turns.map(({ turn }) => turn)));
  const sessions = new Set(turns.flatMap((turn) => turn.sessions));
  const prompts = turns.map((turn) => turn.prompt.trim()).filter((prompt) => prompt !== '');
  await rewriteEach(recallsOf(home), '.jsonl', (line) =>
    typeof line.prompt === 'string' && isOf(line.prompt, prompts) ? { ...line, prompt: '' } : line,
  );
  // A transcript still has the prompts of its forgotten turns: `why` must not read them there.
  await rewriteEach(recallsOf(home), '.jsonl', withoutTranscript);
  // The transcript still has the answer; its turn will not be ingested.
  await rewriteEach(inboxOf(home), '.json', (payload) => {
    const { lastAnswer, ...others } = payload;
    const path = payload.transcriptPath;
    const isTheirs =
      typeof path === 'string' &&
      AGENTS.some(({ transcripts }) => sessions.has(transcripts.sessionOf(path)));
    return isTheirs && lastAnswer !== undefined ? others : payload;
  });
}

/** Drops the texts that were added to prompts and hold one of these turns or notes, by uuid. */
export async function dropAdded(home: string, turns: ReadonlySet<string>): Promise<void> {
  await rewriteEach(recallsOf(home), '.jsonl', (line) => {
    const ids = [line.injected, line.notes].filter((each) => Array.isArray(each)).flat();
    const held = ids.some((id) => turns.has(id));
    // The text that a session got at its start sums up many turns, and does not say which.
    return held || line.told !== undefined ? withoutText(line) : line;
  });
}

/** Drops every text that was added to a prompt. */
export async function dropAllAdded(home: string): Promise<void> {
  await rewriteEach(recallsOf(home), '.jsonl', withoutText);
}

function withoutText(line: Fields): Fields {
  if (line.text === undefined || line.text === null) return line;
  return { ...line, text: null };
}

function withoutTranscript(line: Fields): Fields {
  const { transcript, ...others } = line;
  return transcript === undefined ? line : others;
}

/** Far longer than any write takes. */
const TORN_MS = 10_000;

/** Removes temporary files of a process that was killed while writing. */
async function removeTorn(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /^\.[\w.-]+\.tmp$/.test(each))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && nowMs - found.mtimeMs > TORN_MS) await rm(path, { force: true });
  }
}

/** Compares prefixes, because a record keeps only the start of a prompt. */
function isOf(recorded: string, prompts: readonly string[]): boolean {
  const beginning = recorded.replace(/…$/, '').trim();
  return beginning !== '' && prompts.some((prompt) => prompt.startsWith(beginning));
}

type Fields = Readonly<Record<string, unknown>>;

/** Rewrites the JSON lines of the files in a folder; drops lines that cannot be parsed. */
export async function rewriteEach(
  folder: string,
  ending: string,
  change: (fields: Fields) => Fields,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(ending))) {
    const path = join(folder, name);
    const before = textIfReadable(path);
    if (before === undefined) continue;
    const lines = before.split('\n').flatMap(parsed);
    const changed = lines.map((fields) => [fields, change(fields)] as const);
    if (changed.every(([fields, after]) => fields === after)) continue;
    const text = changed.map(([, fields]) => JSON.stringify(fields)).join('\n');
    await writeAtomic({ path, text: ending === '.jsonl' ? `${text}\n` : text, mode: FILE_MODE });
  }
}

function parsed(line: string): Fields[] {
  const value = line.trim() === '' ? undefined : parseObject(line);
  return value === undefined ? [] : [value];
}
