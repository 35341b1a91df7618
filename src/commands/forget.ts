/** `mementor forget`: removes turns for good, after showing which. */

import { type Filters, parseFilters } from '../database/filters.ts';
import { acquire } from '../database/ingest-lock.ts';
import { openOptions, openToRead } from '../database/open.ts';
import { clearBeside } from '../forget/files.ts';
import { type Cleaned, type Pending, pendingBackups } from '../forget/pending.ts';
import { isClean, proofLines, prove } from '../forget/proof.ts';
import { finishAll, isUnfinished, removeForGood } from '../forget/unfinished.ts';
import { backupsOf, homeOf } from '../home.ts';
import { openForWriting, type Proof, type Selected, translated } from '../memory.ts';
import { type Style, style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { noteCounts } from '../salvage/damaged-copies.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, isoOf, printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';

export interface ForgetOptions {
  /** Beginnings of ids of turns or sessions. */
  readonly ids: readonly string[];
  /** Words that stand side by side anywhere in the turn. */
  readonly containing: string | undefined;
  readonly filters: Filters;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** What was done. */
interface Outcome {
  readonly turns: readonly Selected[];
  readonly done: 'nothing' | 'shown' | 'declined' | 'forgotten';
  /** What came of the backups. */
  readonly cleaned: Cleaned;
  readonly proof: Proof | undefined;
}

const ID_CHARS_MIN = 4;
const SHOWN_MAX = 20;
const PROMPT_CHARS_MAX = 72;

export async function run(options: ForgetOptions, context: Context): Promise<ExitCode> {
  const turns = await selected(options, context);
  if (!options.dryRun) await finishLast(context);
  const outcome = await carryOut(turns, options, context);
  if (outcome === undefined) return 130;
  if (options.json) context.stdout.write(`${JSON.stringify(documentOf(outcome), null, 2)}\n`);
  else print(outcome, context);
  const { done, cleaned, proof } = outcome;
  if (done === 'shown') return 0;
  return done === 'forgotten' && cleaned.left.length === 0 && proof && isClean(proof) ? 0 : 1;
}

async function selected(options: ForgetOptions, context: Context): Promise<readonly Selected[]> {
  const { ids, containing, project } = options;
  const short = ids.find((id) => id.trim().length < ID_CHARS_MIN);
  if (short !== undefined) {
    throw new MementorError(
      'ID_SHORT',
      `${JSON.stringify(short)} is too short for an id`,
      `give at least ${ID_CHARS_MIN} characters; \`mementor sessions\` and \`mementor query\` show ids`,
    );
  }
  const filter = parseFilters(options.filters, context);
  const named = containing?.trim() ? { containing: containing.trim() } : {};
  const nothing = ids.length === 0 && !('containing' in named) && project === undefined;
  if (nothing && Object.keys(filter).length === 0) {
    throw new MementorError(
      'SELECTION_EMPTY',
      'nothing says which turns to forget',
      'give ids, or a condition such as `--containing "the words"`, `--session`, `--file` or `--project`',
    );
  }
  const memory = await openToRead(context);
  const within = project === undefined ? {} : { project };
  return translated(() =>
    memory.select({ ids: ids.map((id) => id.trim()), filter, ...named, ...within }),
  );
}

/** Returns nothing when the person stopped it before anything was changed. */
async function carryOut(
  turns: readonly Selected[],
  options: ForgetOptions,
  context: Context,
): Promise<Outcome | undefined> {
  const cleaned = { done: [], left: [], masked: [] };
  const unchanged = { turns, cleaned, proof: undefined };
  if (turns.length === 0) return { ...unchanged, done: 'nothing' };
  if (options.dryRun) return { ...unchanged, done: 'shown' };
  const about = () => listOf(turns, style(context.stderr, context.env));
  const question = `Forget ${counted(turns.length, 'turn')} for good?`;
  if (!(await confirm({ question, about, ...options }, context))) {
    return { ...unchanged, done: 'declined' };
  }
  const lock = await acquire(homeOf(context), context, terminalWatch(context));
  if (lock === undefined) return undefined;
  try {
    return { turns, done: 'forgotten', ...(await forget(turns, context)) };
  } finally {
    lock.release();
  }
}

async function forget(turns: readonly Selected[], context: Context) {
  const home = homeOf(context);
  const memory = openForWriting(await openOptions(context));
  const ids = turns.map((turn) => turn.turn);
  const nowMs = +context.now();
  // While they are there: what only they hold is what is looked for afterwards.
  const telltales = translated(() => memory.telltales(ids));
  // First: when it is stopped after that, the turns are still there to be named again.
  await clearBeside(home, turns, nowMs);
  const cleaned = await removeForGood(memory, home, ids, nowMs);
  await noteCounts(memory, home);
  return { cleaned, proof: await prove(home, telltales) };
}

/** What was stopped the last time is finished, whatever is meant now. */
async function finishLast(context: Context): Promise<void> {
  const home = homeOf(context);
  if (!(await isUnfinished(home)) && (await pendingBackups(home)).length === 0) return;
  const lock = await acquire(home, context, terminalWatch(context));
  if (lock === undefined) return;
  try {
    await finishAll(openForWriting(await openOptions(context)), home, +context.now());
  } finally {
    lock.release();
  }
}

function documentOf({ turns, done, cleaned, proof }: Outcome): object {
  return {
    version: 1,
    done,
    turns: turns.map(({ turn, sessions, project, atMs, prompt, because }) => ({
      turn,
      because,
      sessions,
      project,
      at: isoOf(atMs),
      // What is gone is not printed again.
      ...(done === 'forgotten' ? {} : { prompt }),
    })),
    backups: cleaned.done,
    backupsLeft: cleaned.left.map(({ path, reason }) => ({ path, reason })),
    proof: proof ?? null,
  };
}

function print(outcome: Outcome, context: Context): void {
  const { turns, done, cleaned, proof } = outcome;
  const paint = style(context.stdout, context.env);
  const write = (line: string) => context.stdout.write(`${line}\n`);
  if (done === 'nothing') {
    const err = style(context.stderr, context.env);
    context.stderr.write('No stored turn is meant by that.\n');
    context.stderr.write(
      `\n${err.cyan('hint:')} \`mementor query\` and \`mementor sessions\` show what is stored\n`,
    );
  } else if (done === 'declined') write('Nothing was forgotten.');
  else if (done === 'shown') {
    context.stdout.write(listOf(turns, paint));
    write(
      `\n${counted(turns.length, 'turn')} would be forgotten. Nothing was changed (--dry-run).`,
    );
  } else {
    const backups = cleaned.done.length;
    const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
    write(`${paint.green('Forgot')} ${counted(turns.length, 'turn')} in the memory${places}.`);
    write('  They do not come back: not from their transcripts, not by an import.');
    for (const line of leftLines(cleaned.left, homeOf(context))) write(`  ${line}`);
    const unnamed = proof && withoutPending(proof, cleaned.left);
    for (const line of unnamed ? proofLines(unnamed, 'them', cleaned.left.length > 0) : [])
      write(`  ${line}`);
  }
}

/** Says which backups still hold what is forgotten, and what becomes of them. */
export function leftLines(left: readonly Pending[], home: string): string[] {
  if (left.length === 0) return [];
  const where = (path: string) =>
    path === backupsOf(home) ? `any backup that ${path} names` : `the backup ${path}`;
  return [
    ...left.map(
      ({ path, reason }) => `Not done in ${printable(where(path))}: ${printable(reason)}`,
    ),
    'It is tried again by later commands; `mementor doctor` says what to do.',
  ];
}

/** A backup that could not be changed is told once. */
export function withoutPending(proof: Proof, left: readonly Pending[]): Proof {
  const pending = new Set(left.map(({ path }) => path));
  return { ...proof, unchecked: proof.unchecked.filter(({ path }) => !pending.has(path)) };
}

/** Why a turn goes along that was not named. */
const BECAUSE: Readonly<Record<string, string>> = {
  part: 'part of the same turn',
  subagent: 'of its subagent',
};

function listOf(turns: readonly Selected[], paint: Style): string {
  const lines = turns.slice(0, SHOWN_MAX).map(({ turn, project, atMs, prompt, because }) => {
    const when = (localTime(atMs) ?? 'unknown').padEnd(16);
    const text = oneLine(prompt, PROMPT_CHARS_MAX) || paint.dim('(no prompt)');
    const why = BECAUSE[because] === undefined ? '' : `  ${paint.dim(`(${BECAUSE[because]})`)}`;
    return `${paint.bold(shortId(turn))}  ${paint.dim(when)}  ${printable(project)}  ${text}${why}\n`;
  });
  const more = turns.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${counted(more, 'turn')} more\n` : '');
}
