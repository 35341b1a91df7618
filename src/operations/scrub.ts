/** Masks stored texts with the current rules, and proves that the masked texts are gone. */

import { setTimeout as sleep } from 'node:timers/promises';
import { refuseNothing } from '../database/derive-all.ts';
import { embedAll } from '../database/embed-all.ts';
import { underLock } from '../database/ingest-lock.ts';
import { openOptions, openToWrite } from '../database/open.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { filesWith } from '../forget/elsewhere.ts';
import { dropAllAdded, rewriteEach } from '../forget/files.ts';
import { type Cleaned, cleanBackups, notePending } from '../forget/pending.ts';
import { isClean, prove } from '../forget/proof.ts';
import { finishAll } from '../forget/unfinished.ts';
import { type Visible, visibleIn } from '../forget/visible.ts';
import { configPath, homeOf, inboxOf, logsOf, recallsOf } from '../home/paths.ts';
import { type Memory, native, type Proof, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { resolved } from '../settings/problems.ts';
import { counted } from '../text/numbers.ts';

export interface Scrubbed {
  readonly turns: number;
  readonly agentTurns: number;
  /** Turns in which something was masked. */
  readonly changed: number;
  readonly notes: number;
  readonly notesChanged: number;
  /** How many different texts were masked, in the memory and in the backups. */
  readonly masked: number;
  /** The backups that were cleaned, and those that were not. */
  readonly cleaned: Cleaned;
  readonly proof: Proof;
  /** Whether the settings contain the masked text in the pattern that matches it. */
  readonly isInPattern: boolean;
  /** Names that the patterns match, and that stay. */
  readonly visible: Visible;
  /** How many of the agents' own files hold a masked text. */
  readonly elsewhere: number;
}

/** Returns undefined if interrupted: a second run continues. */
export async function scrub(context: Context, watch: Watch): Promise<Scrubbed | undefined> {
  const home = homeOf(context);
  await refuseNothing(home);
  const options = await openOptions(context);
  const threads = (await resolved('threads', context)).value;
  return await underLock(home, context, watch, async () => {
    const memory = openToWrite({ ...options, threads });
    await finishAll(memory, home, +context.now());
    const scrubbed = await scrubAll(memory, options.mask ?? [], context, watch);
    if (scrubbed !== undefined) await embedAll(memory, context, watch);
    return scrubbed;
  });
}

async function scrubAll(
  memory: Memory,
  mask: readonly string[],
  context: Context,
  watch: Watch,
): Promise<Scrubbed | undefined> {
  const home = homeOf(context);
  const removed = new Set<string>();
  const inMemory = await scrubTurns(memory, removed, context, watch);
  if (inMemory === undefined) return undefined;
  for (const text of await scrubBeside(home, mask)) removed.add(text);
  await notePending(home, { scrub: true });
  translated(() => memory.compact());
  const cleaned = await cleanBackups(memory, home, +context.now());
  for (const text of cleaned.masked) removed.add(text);
  const pieces = [...removed].filter(isTelling);
  const without = removed.size - pieces.length;
  const proof = await prove(home, { turns: [], pieces, terms: [], actions: [], without });
  const isInPattern = proof.found.includes(configPath(home)) && !standsBesidePatterns(home, pieces);
  const found = proof.found.filter((path) => !isInPattern || path !== configPath(home));
  const masked = removed.size;
  return {
    ...inMemory,
    masked,
    cleaned,
    proof: { ...proof, found },
    isInPattern,
    visible: visibleIn(memory, context.cwd, mask),
    elsewhere: (await filesWith(pieces, context)).length,
  };
}

/** Whether the settings contain one of these texts anywhere except in the `mask` patterns. */
function standsBesidePatterns(home: string, texts: readonly string[]): boolean {
  const { mask: _, ...others } = parseObject(textIfReadable(configPath(home)) ?? '') ?? {};
  const rest = JSON.stringify(others);
  return texts.some((text) => rest.includes(JSON.stringify(text).slice(1, -1)));
}

/** A shorter text occurs in files by chance. */
const TELLING_CHARS_MIN = 6;

function isTelling(text: string): boolean {
  return text.length >= TELLING_CHARS_MIN;
}

async function scrubTurns(memory: Memory, removed: Set<string>, context: Context, watch: Watch) {
  const stored = translated(() => memory.stats());
  const total = stored.turns + stored.agentTurns;
  const line = watch.progress();
  const done = { turns: 0, agentTurns: 0, changed: 0, notes: 0, notesChanged: 0 };
  let after: number | undefined = 0;
  while (after !== undefined) {
    if (context.interrupted.aborted) return undefined;
    const from: number = after;
    const step = translated(() => memory.scrub(from));
    done.turns += step.turns;
    done.agentTurns += step.agentTurns;
    done.changed += step.changed;
    done.notes += step.notes;
    done.notesChanged += step.notesChanged;
    for (const text of step.removed) removed.add(text);
    after = step.next ?? undefined;
    const read = done.turns + done.agentTurns;
    const pace = { unit: 'turns' as const, done: read, total, worked: read };
    line.show(`Looking through ${counted(read, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
  return done;
}

/** Masks texts outside the database: prompts in records, answers in the inbox, the log. */
async function scrubBeside(home: string, mask: readonly string[]): Promise<readonly string[]> {
  const removed: string[] = [];
  const { mask: maskPrompt, maskAnswer } = native();
  const masked = (text: string, by: typeof maskPrompt) => {
    const after = by(text, [...mask]);
    removed.push(...native().maskedOut(text, after));
    return after;
  };
  const field =
    (name: string, by: typeof maskPrompt) => (fields: Readonly<Record<string, unknown>>) => {
      const text = fields[name];
      const after = typeof text === 'string' ? masked(text, by) : text;
      return after === text ? fields : { ...fields, [name]: after };
    };
  await rewriteEach(recallsOf(home), '.jsonl', field('prompt', maskPrompt));
  // Excerpts of turns: one may hold half of a secret, which no pattern matches.
  await dropAllAdded(home);
  await rewriteEach(inboxOf(home), '.json', field('lastAnswer', maskAnswer));
  for (const path of logsOf(home)) {
    const text = textIfReadable(path);
    // Mask the log as an answer: a tag in it excludes nothing after it, because no user typed it.
    const after = text === undefined ? undefined : masked(text, maskAnswer);
    if (after !== undefined && after !== text)
      await writeAtomic({ path, text: after, mode: FILE_MODE });
  }
  return removed;
}

/** The document that scripts read. */
export function scrubDocument({ cleaned, ...others }: Scrubbed): object {
  const backupsLeft = cleaned.left.map(({ path, reason }) => ({ path, reason }));
  return { version: 1, ...others, backups: cleaned.done, backupsLeft };
}

/** Whether all masked texts are gone. */
export function isScrubbed({ proof, cleaned }: Scrubbed): boolean {
  return isClean(proof) && cleaned.left.length === 0;
}
