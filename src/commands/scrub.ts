/** `mementor scrub`: masks what is stored by the rules of today, and proves that it is gone. */

import { setTimeout as sleep } from 'node:timers/promises';
import { knownBackups } from '../backups.ts';
import { writeAtomic } from '../claude/atomic-file.ts';
import { resolved } from '../config.ts';
import type { Context, ExitCode } from '../context.ts';
import { counted, printable } from '../doctor/text.ts';
import { rewriteEach } from '../forget/files.ts';
import { type Proof, prove } from '../forget/proof.ts';
import { homeOf, inboxOf, logsOf, recallsOf } from '../home.ts';
import { acquire } from '../ingest-lock.ts';
import { type Memory, native, openForWriting, translated } from '../memory.ts';
import { openOptions } from '../open.ts';
import { progress } from '../output/progress.ts';
import { style } from '../output/style.ts';
import { textIfReadable } from '../regular-file.ts';
import { embedAll } from './embed-all.ts';
import { refuseNothing } from './rebuild.ts';

export interface ScrubOptions {
  readonly json: boolean;
}

interface Scrubbed {
  readonly turns: number;
  /** Turns in which something was masked. */
  readonly changed: number;
  /** How many different texts were masked, here and in the backups. */
  readonly masked: number;
  readonly backups: readonly string[];
  readonly proof: Proof;
}

export async function run({ json }: ScrubOptions, context: Context): Promise<ExitCode> {
  const home = homeOf(context);
  await refuseNothing(home);
  const options = await openOptions(context);
  const threads = (await resolved('threads', context)).value;
  const lock = await acquire(home, context);
  if (lock === undefined) return 130;
  try {
    const memory = openForWriting({ ...options, threads });
    const scrubbed = await scrub(memory, home, options.mask ?? [], context);
    if (scrubbed === undefined) return 130;
    await embedAll(memory, context);
    if (json) context.stdout.write(`${JSON.stringify({ version: 1, ...scrubbed }, null, 2)}\n`);
    else print(scrubbed, context);
    return scrubbed.proof.found.length === 0 ? 0 : 2;
  } finally {
    lock.release();
  }
}

/** Returns nothing when it was interrupted: a second run goes on. */
async function scrub(
  memory: Memory,
  home: string,
  mask: readonly string[],
  context: Context,
): Promise<Scrubbed | undefined> {
  const removed = new Set<string>();
  const inMemory = await scrubTurns(memory, removed, context);
  if (inMemory === undefined) return undefined;
  for (const text of await scrubBeside(home, mask)) removed.add(text);
  translated(() => memory.compact());
  const backups = await knownBackups(home);
  for (const path of backups) {
    for (const text of translated(() => memory.scrubBackup(path, BUSY_MS))) removed.add(text);
  }
  const proof = await prove(home, [...removed].filter(isTelling));
  return { ...inMemory, masked: removed.size, backups, proof };
}

const BUSY_MS = 5_000;

/** A shorter text stands in files by chance. */
const TELLING_CHARS_MIN = 6;

function isTelling(text: string): boolean {
  return text.length >= TELLING_CHARS_MIN;
}

async function scrubTurns(memory: Memory, removed: Set<string>, context: Context) {
  const { turns: total } = translated(() => memory.stats());
  const line = progress(context);
  const done = { turns: 0, changed: 0 };
  let after: number | undefined = 0;
  while (after !== undefined) {
    if (context.interrupted.aborted) return undefined;
    const from: number = after;
    const step = translated(() => memory.scrub(from));
    done.turns += step.turns;
    done.changed += step.changed;
    for (const text of step.removed) removed.add(text);
    after = step.next ?? undefined;
    const pace = { unit: 'turns' as const, done: done.turns, total, worked: done.turns };
    line.show(`Looking through ${counted(done.turns, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
  return done;
}

/** Masks what stands beside the database: prompts of records, waiting answers, the log. */
async function scrubBeside(home: string, mask: readonly string[]): Promise<readonly string[]> {
  const removed: string[] = [];
  const masked = (text: string) => {
    const after = native().mask(text, [...mask]);
    removed.push(...native().maskedOut(text, after));
    return after;
  };
  const field = (name: string) => (fields: Readonly<Record<string, unknown>>) => {
    const text = fields[name];
    const after = typeof text === 'string' ? masked(text) : text;
    return after === text ? fields : { ...fields, [name]: after };
  };
  await rewriteEach(recallsOf(home), '.jsonl', field('prompt'));
  await rewriteEach(inboxOf(home), '.json', field('lastAnswer'));
  for (const path of logsOf(home)) {
    const text = textIfReadable(path);
    const after = text === undefined ? undefined : masked(text);
    if (after !== undefined && after !== text)
      await writeAtomic({ path, text: after, mode: 0o600 });
  }
  return removed;
}

function print({ turns, changed, masked, backups, proof }: Scrubbed, context: Context): void {
  const paint = style(context.stdout, context.env);
  const write = (line: string) => context.stdout.write(`${line}\n`);
  const places = backups.length === 0 ? '' : ` and ${counted(backups.length, 'backup')}`;
  const what = masked === 0 ? 'Nothing to mask' : `Masked ${counted(masked, 'secret')}`;
  write(`${paint.green(what)}; looked through ${counted(turns, 'turn')}${places}.`);
  if (changed > 0)
    write(`  ${counted(changed, 'turn')} changed, with all that is derived from them`);
  if (proof.found.length === 0) {
    write(`  Looked through the bytes of ${counted(proof.files, 'file')}: nothing of it is left.`);
    return;
  }
  write('  Something of it is still in:');
  for (const path of proof.found) write(`    ${printable(path)}`);
}
