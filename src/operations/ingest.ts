/** Ingests transcripts, then embeds new chunks. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentNamed, agentNames, agents, placeOf, transcriptsFound } from '../agents/find.ts';
import { makeReady, warnOfLosses } from '../database/make-ready.ts';
import { writing } from '../database/writing.ts';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { holdingFile } from '../files/holding-file.ts';
import {
  type Memory,
  type NotTranscript,
  native,
  surroundingsOf,
  type TranscriptsHere,
} from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { salvage } from '../salvage/damaged-copies.ts';
import { resolved } from '../settings/problems.ts';
import { counted, grouped } from '../text/numbers.ts';
import { emptyTotals, type IngestTotals, withReport, withTranscript } from './ingest-totals.ts';

export interface IngestOptions {
  readonly paths: readonly string[];
  readonly all: boolean;
  readonly project: string | undefined;
  /** Only the transcripts of the agent with this name; all agents by default. */
  readonly agent?: string | undefined;
  /** Defaults to the setting. */
  readonly threads?: number | undefined;
}

export type IngestDocument = ReturnType<typeof documentOf>;

/** Returns undefined if the user chose not to wait for the lock. */
export async function ingest(
  options: IngestOptions,
  context: Context,
  watch: Watch,
): Promise<IngestDocument | undefined> {
  const found = await transcriptsNamed(options, context);
  const isNamed = options.paths.length > 0;
  const { paths, refused } = isNamed
    ? sorted(found, options, context)
    : { paths: found, refused: [] };
  const [first] = refused;
  if (paths.length === 0 && first !== undefined && refused.length === 1) throw first.error;
  for (const { error } of refused) watch.fail(error.message);
  const threads = options.threads ?? (await resolved('threads', context)).value;
  return await writing(context, watch, { threads }, async (memory) => {
    // First, because turns forgotten in a damaged database must not come back from a transcript.
    warnOfLosses(await salvage(memory, context), watch);
    // Oldest first: embedding starts with the chunks ingested last, so the newest work becomes
    // searchable by meaning first.
    const isHere = !options.all && !isNamed;
    const here = isHere ? transcriptsHere(memory, options, context) : undefined;
    const all = here?.found.map(({ path }) => path) ?? paths;
    const taken = await takeAll(memory, all.toReversed(), options, context, watch);
    const failed = [...refused.map(({ path }) => path), ...taken.failed];
    memory.noteCounts();
    const embedded = await makeReady(memory, context, watch);
    const others = here?.others ?? 0;
    return documentOf({ ...taken, failed, others, embedded }, memory, context.interrupted.aborted);
  });
}

/** Throws unless an agent has the name that is given. */
export function requireAgent({ agent: name }: Pick<IngestOptions, 'agent'>): void {
  if (name === undefined || agentNamed(name) !== undefined) return;
  throw new MementorError(
    'AGENT_UNKNOWN',
    `no agent is called ${name}`,
    `known are ${agentNames()}`,
  );
}

/** Returns the transcripts of the current project; which they are only the memory knows. */
function transcriptsHere(
  memory: Memory,
  { agent }: IngestOptions,
  context: Context,
): TranscriptsHere {
  return memory.transcriptsHere(surroundingsOf(context), agent ?? null);
}

/** Returns all transcripts, or those that are named. Checks every path before it reads any. */
async function transcriptsNamed(
  options: IngestOptions,
  context: Context,
): Promise<readonly string[]> {
  requireAgent(options);
  if (options.all) {
    const search = options.agent === undefined ? {} : { agent: options.agent };
    return transcriptsFound(context, search).map(({ path }) => path);
  }
  const found = await Promise.all(
    options.paths.map(async (path) => {
      const absolute = resolve(context.cwd, path);
      // One session of a database has a path below the database's.
      const stats = await stat(holdingFile(absolute)).catch(() => undefined);
      if (stats === undefined) {
        throw new MementorError(
          'TRANSCRIPT_UNREADABLE',
          `no such file or folder: ${path}`,
          'give a .jsonl transcript or a folder of them, or `--all` for those that the agents keep',
        );
      }
      if (!stats.isDirectory()) return [absolute];
      return transcriptsFound(context, { under: absolute }).map((each) => each.path);
    }),
  );
  return [...new Set(found.flat())];
}

interface Refused {
  readonly path: string;
  readonly error: MementorError;
}

/**
 * Refuses the files that are no transcripts, so that the memory does not keep their names. What
 * the agent keeps in its own folder is not refused, but counted line by line.
 */
function sorted(found: readonly string[], options: IngestOptions, context: Context) {
  const refused = found.flatMap((path): Refused[] => {
    const agent = readerOf(path, options, context);
    const what = native().notTranscript(path, agent);
    return what === null ? [] : [{ path, error: notTranscript(path, what, agent) }];
  });
  const names = new Set(refused.map(({ path }) => path));
  return { paths: found.filter((path) => !names.has(path)), refused };
}

/** Returns the agent as whose transcript a file is read. */
function readerOf(path: string, { agent }: IngestOptions, context: Context): string {
  return agent ?? placeOf(path, context).agent;
}

function notTranscript(path: string, what: NotTranscript, agent: string): MementorError {
  const [problem, hint] = problemOf(what, agent);
  const message = `${path} is ${problem}`;
  return new MementorError('TRANSCRIPT_UNREADABLE', message, `${hint}. Nothing was stored`);
}

function problemOf(what: NotTranscript, agent: string): readonly [problem: string, hint: string] {
  if (what.is === 'export') {
    return ['an export of Mementor and not a transcript', '`mementor import FILE` takes it in'];
  }
  if (what.is === 'database') {
    return [
      'a database and not a transcript',
      'if it is a backup of Mementor, `mementor import FILE` takes it in',
    ];
  }
  const { lines, like } = what;
  if (like === null) {
    return [
      `not a transcript: ${noneOf(lines)} an entry of ${anyAgent()}`,
      'give a .jsonl file that a coding agent wrote; `mementor import` reads exports and backups',
    ];
  }
  return [
    `not a transcript of ${displayName(agent)}: its lines look like those of ${displayName(like)}`,
    `\`--agent ${like}\` reads it`,
  ];
}

function displayName(agent: string): string {
  return agentNamed(agent)?.displayName ?? agent;
}

function anyAgent(): string {
  const names = agents().map(({ displayName }) => displayName);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

function noneOf(lines: number): string {
  return lines === 1 ? 'its only line is not' : `none of its ${grouped(lines)} lines is`;
}

async function takeAll(
  memory: Memory,
  paths: readonly string[],
  options: IngestOptions,
  context: Context,
  watch: Watch,
): Promise<IngestTotals> {
  const line = watch.progress();
  const sizes = await Promise.all(paths.map(sizeOf));
  const total = sizes.reduce((all, size) => all + size, 0);
  let passed = 0;
  let totals = emptyTotals();
  for (const [index, path] of paths.entries()) {
    if (context.interrupted.aborted) break;
    const before = totals.bytes;
    const show = ({ turns, bytes }: IngestTotals) =>
      line.show(
        `Reading ${grouped(index + 1)}/${counted(paths.length, 'transcript')}, ${counted(turns, 'turn')}`,
        { unit: 'bytes', done: passed + bytes - before, total, worked: bytes },
      );
    try {
      totals = await takeOne(memory, path, options, totals, context, show);
    } catch (error) {
      if (!(error instanceof MementorError) || error.code !== 'TRANSCRIPT_UNREADABLE') throw error;
      totals = { ...totals, failed: [...totals.failed, path] };
      line.clear();
      watch.fail(error.message);
    }
    passed += sizes[index] ?? 0;
  }
  line.clear();
  return totals;
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

async function takeOne(
  memory: Memory,
  path: string,
  options: IngestOptions,
  before: IngestTotals,
  context: Context,
  show: (totals: IngestTotals) => void,
): Promise<IngestTotals> {
  const agent = readerOf(path, options, context);
  const on = surroundingsOf(context);
  let totals = withTranscript(before, agent);
  let isNew = false;
  let kept = 0;
  let unread = 0;
  let excluded = 0;
  while (true) {
    const step = memory.ingest(path, on, options.project ?? null, agent);
    totals = withReport(totals, step, agent);
    isNew ||= step.from === 0;
    kept += step.kept + sum(step.skipped);
    excluded += step.skipped.excluded ?? 0;
    unread += sum(step.problems);
    show(totals);
    // Lets Ctrl-C take effect between two steps, even if each transcript is a single step.
    await sleep(0);
    if (step.done || context.interrupted.aborted) break;
  }
  // For a transcript that was read before, a single bad line at its end is not an error.
  if (isNew && kept === 0 && unread > 0) {
    throw new MementorError(
      'TRANSCRIPT_UNREADABLE',
      unread === 1
        ? `${path} is not a transcript: its only line could not be read`
        : `${path} is not a transcript: none of its ${grouped(unread)} lines could be read`,
      hintFor('TRANSCRIPT_UNREADABLE'),
    );
  }
  if (excluded > 0 && excluded === kept) return { ...totals, excluded: totals.excluded + 1 };
  return totals;
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function documentOf(
  totals: IngestTotals & { readonly others: number; readonly embedded: number },
  memory: Memory,
  interrupted: boolean,
) {
  const stats = memory.stats();
  const { sessions, turns, waiting, chunks, projects } = stats;
  const stored = { projects: projects.length, sessions, turns, pending: waiting, chunks };
  return { version: 1, interrupted, ...totals, stored };
}
