/** `mementor forget`: removes turns for good, after showing which. */

import { confirm } from '../confirm.ts';
import type { Context, ExitCode } from '../context.ts';
import { noteCounts } from '../damaged-copies.ts';
import { counted, isoOf, printable } from '../doctor/text.ts';
import { MementorError } from '../errors.ts';
import { type Filters, parseFilters } from '../filters.ts';
import { clearBeside } from '../forget/files.ts';
import { onlyTheirs, type Proof, piecesOf, prove } from '../forget/proof.ts';
import { finishRemoval, isUnfinished, removeForGood } from '../forget/unfinished.ts';
import { homeOf } from '../home.ts';
import { acquire } from '../ingest-lock.ts';
import { openForReading, openForWriting, type Selected, translated } from '../memory.ts';
import { openOptions } from '../open.ts';
import { shortId } from '../output/hits.ts';
import { type Style, style } from '../output/style.ts';
import { oneLine } from '../output/text.ts';
import { localTime } from '../times.ts';

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
  readonly backups: readonly string[];
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
  if (outcome.proof !== undefined && outcome.proof.found.length > 0) return 2;
  return outcome.done === 'nothing' || outcome.done === 'declined' ? 1 : 0;
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
  const memory = openForReading(await openOptions(context));
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
  const unchanged = { turns, backups: [], proof: undefined };
  if (turns.length === 0) return { ...unchanged, done: 'nothing' };
  if (options.dryRun) return { ...unchanged, done: 'shown' };
  const about = () => listOf(turns, style(context.stderr, context.env));
  const question = `Forget ${counted(turns.length, 'turn')} for good?`;
  if (!(await confirm({ question, about, ...options }, context))) {
    return { ...unchanged, done: 'declined' };
  }
  const lock = await acquire(homeOf(context), context);
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
  // First: when it is stopped after that, the turns are still there to be named again.
  await clearBeside(home, turns);
  const backups = await removeForGood(memory, home, ids);
  await noteCounts(memory, home);
  const pieces = onlyTheirs(memory, piecesOf(turns));
  return { backups, proof: await prove(home, pieces) };
}

/** What was stopped the last time is finished, whatever is meant now. */
async function finishLast(context: Context): Promise<void> {
  const home = homeOf(context);
  if (!(await isUnfinished(home))) return;
  const lock = await acquire(home, context);
  if (lock === undefined) return;
  try {
    await finishRemoval(openForWriting(await openOptions(context)), home);
  } finally {
    lock.release();
  }
}

function documentOf({ turns, done, backups, proof }: Outcome): object {
  return {
    version: 1,
    done,
    turns: turns.map(({ turn, sessions, project, atMs, prompt }) => ({
      turn,
      sessions,
      project,
      at: isoOf(atMs),
      // What is gone is not printed again.
      ...(done === 'forgotten' ? {} : { prompt }),
    })),
    backups,
    proof: proof ?? null,
  };
}

function print(outcome: Outcome, context: Context): void {
  const { turns, done, backups, proof } = outcome;
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
    const places = backups.length === 0 ? '' : ` and ${counted(backups.length, 'backup')}`;
    write(`${paint.green('Forgot')} ${counted(turns.length, 'turn')} in the memory${places}.`);
    write('  They do not come back: not from their transcripts, not by an import.');
    for (const line of proofLines(proof)) write(`  ${line}`);
  }
}

function proofLines(proof: Proof | undefined): string[] {
  if (proof === undefined) return [];
  if (proof.found.length === 0) {
    return [
      `Looked through the bytes of ${counted(proof.files, 'file')}: nothing of them is left.`,
    ];
  }
  return ['Something of them is still in:', ...proof.found.map((path) => `  ${printable(path)}`)];
}

function listOf(turns: readonly Selected[], paint: Style): string {
  const lines = turns.slice(0, SHOWN_MAX).map(({ turn, project, atMs, prompt }) => {
    const when = (localTime(atMs) ?? 'unknown').padEnd(16);
    const text = oneLine(prompt, PROMPT_CHARS_MAX) || paint.dim('(no prompt)');
    return `${paint.bold(shortId(turn))}  ${paint.dim(when)}  ${printable(project)}  ${text}\n`;
  });
  const more = turns.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${counted(more, 'turn')} more\n` : '');
}
