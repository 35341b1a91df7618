/** `mementor why`: explains what a prompt brought back, or why nothing. */

import { openOptions } from '../database/open.ts';
import { homeOf } from '../home.ts';
import { type Hit, type Memory, openForReading, translated, type WholeTurn } from '../memory.ts';
import { shortId } from '../output/hits.ts';
import { style } from '../output/style.ts';
import {
  type Explanation,
  explanationDocument,
  type Match,
  renderExplanation,
} from '../output/why.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { type Asked, search, whySkipped } from '../recalls/bring-back.ts';
import { newestIn, recordOf, type SessionRecord, sessionMeant } from '../recalls/find.ts';
import {
  type CandidateLine,
  HELD_NOTHING,
  type Held,
  heldAfter,
  type PromptLine,
  usedOf,
} from '../recalls/lines.ts';
import { promptLine } from '../recalls/prompt-line.ts';
import { settingsInHook } from '../settings/in-hook.ts';
import { resolved } from '../settings/value.ts';
import { type KeptApart, keptApart } from '../state/kept-apart.ts';
import { printable } from '../text/numbers.ts';

export interface WhyOptions {
  /** The last prompt when left out. */
  readonly prompt: string | undefined;
  /** The session, or the beginning of its id. */
  readonly session: string | undefined;
  /** Another than the setting's; the last prompt is tried out again with it. */
  readonly rate: number | undefined;
  readonly json: boolean;
}

export async function run(options: WhyOptions, context: Context): Promise<ExitCode> {
  const explanation =
    options.prompt === undefined
      ? await explainLast(options, context)
      : await tryOut(await askedHere(options.prompt, options.session, context), options, context);
  if (options.json) {
    context.stdout.write(`${JSON.stringify(explanationDocument(explanation), null, 2)}\n`);
  } else if (explanation === undefined) {
    const err = style(context.stderr, context.env);
    const whose = options.session === undefined ? context.cwd : `session ${options.session}`;
    const hint = '`mementor why "some prompt"` tries one out';
    context.stderr.write(`No prompt of ${printable(whose)} is recorded.\n`);
    context.stderr.write(`\n${err.cyan('hint:')} ${hint}\n`);
  } else {
    context.stdout.write(renderExplanation(explanation, style(context.stdout, context.env)));
  }
  return explanation === undefined ? 1 : 0;
}

/** A prompt, and what its session's context held when it was sent. */
interface AskedThen extends Asked {
  readonly held: Held;
}

async function explainLast(
  options: WhyOptions,
  context: Context,
): Promise<Explanation | undefined> {
  const record = await recordMeant(options.session, context);
  if (record === undefined) return undefined;
  const { session, lines, last } = record;
  if (options.rate !== undefined) {
    const held = heldAfter(lines.slice(0, lines.lastIndexOf(last)));
    const { prompt, directory } = last;
    if (prompt === '') throw notKept(session);
    return await tryOut(
      { prompt, directory, session, transcriptPath: undefined, held },
      options,
      context,
    );
  }
  const memory = await memoryIfAny(context);
  const matches = last.candidates.map((line) => storedMatch(line, memory));
  const apart = memory && apartIn(memory, last.directory);
  const used = usedOf(lines, last);
  return { line: last, session, tried: false, skipped: undefined, used, matches, apart };
}

function notKept(session: string): MementorError {
  return new MementorError(
    'PROMPT_NOT_KEPT',
    `the last prompt of session ${shortId(session)} was not kept: the session had not been written yet`,
    'give the prompt: `mementor why "the prompt" --rate PERCENT`',
  );
}

/** The session that this process runs in may have no prompt recorded. */
async function recordMeant(
  id: string | undefined,
  context: Context,
): Promise<SessionRecord | undefined> {
  const home = homeOf(context);
  const session = await sessionMeant(id, context);
  const record = session === undefined ? undefined : await recordOf(home, session);
  return record ?? (id === undefined ? await newestIn(home, context.cwd) : undefined);
}

async function askedHere(
  prompt: string,
  id: string | undefined,
  context: Context,
): Promise<AskedThen> {
  const asked = { prompt, directory: context.cwd, transcriptPath: undefined };
  // Without a session it is the first prompt of a new one.
  if (id === undefined) return { ...asked, session: undefined, held: HELD_NOTHING };
  const session = await sessionMeant(id, context);
  const record = session === undefined ? undefined : await recordOf(homeOf(context), session);
  if (record === undefined) return { ...asked, session, held: HELD_NOTHING };
  const { directory } = record.last;
  return { ...asked, directory, session, held: heldAfter(record.lines) };
}

/** Asks as the prompt hook would, even where that one keeps silent. Records nothing. */
async function tryOut(
  asked: AskedThen,
  options: WhyOptions,
  context: Context,
): Promise<Explanation> {
  const rate = options.rate ?? (await resolved('rate', context)).value;
  const skipped = whySkipped(asked, asked.held, settingsInHook(context), context);
  const memory = openForReading(await openOptions(context));
  const startedMs = context.uptimeMs();
  const found = translated(() => search(memory, asked, asked.held, rate, context));
  const recallMs = context.uptimeMs() - startedMs;
  const { prompt, directory, session } = asked;
  const about = {
    atMs: context.now().getTime(),
    prompt,
    directory,
    dismissed: found.dismissed ?? null,
    rate,
    chars: found.said.length,
    recallMs,
    hookMs: 0,
  };
  // It is the person's own, just typed: nothing needs to be masked.
  const line = promptLine(about, found, (text) => text);
  const hits = new Map(found.candidates.map(({ hit }) => [hit.turn, hit]));
  const matches = line.candidates.map((each) => foundMatch(each, hits.get(each.turn)));
  return { line, session, tried: true, skipped, matches, apart: apartIn(memory, directory) };
}

/** A memory that cannot be asked is told of by other means. */
function apartIn(memory: Memory, directory: string): KeptApart | undefined {
  try {
    return keptApart(translated(() => memory.belonging(directory)));
  } catch (error) {
    if (error instanceof MementorError) return undefined;
    throw error;
  }
}

function foundMatch(line: CandidateLine, hit: Hit | undefined): Match {
  return { line, turn: hit };
}

/** The turn may be gone, and the database too; its scores are told all the same. */
function storedMatch(line: PromptLine['candidates'][number], memory: Memory | undefined): Match {
  const turn = turnIfAny(line.turn, memory);
  if (turn === undefined) return { line, turn: undefined };
  const { startedAtMs: atMs, branch, sessions, steps } = turn;
  const prompt = steps.find((step) => step.kind === 'prompt')?.text ?? '';
  return {
    line,
    turn: { atMs, session: sessions[0] ?? '', prompt, ...(branch ? { branch } : {}) },
  };
}

function turnIfAny(id: string, memory: Memory | undefined): WholeTurn | undefined {
  try {
    return memory && translated(() => memory.show(id)).find(({ turn }) => turn === id);
  } catch (error) {
    if (error instanceof MementorError) return undefined;
    throw error;
  }
}

async function memoryIfAny(context: Context): Promise<Memory | undefined> {
  try {
    return openForReading(await openOptions(context));
  } catch (error) {
    if (error instanceof MementorError) return undefined;
    throw error;
  }
}
