/** Counts what recall did and how the memory grew, since a time. */

import { databaseFile } from '../database/database-file.ts';
import { startOf } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import { homeOf } from '../home/paths.ts';
import { native, type Stats as Stored } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type RecordedPrompt, readHistory } from '../recalls/history.ts';
import { isAddedTo } from '../recalls/lines.ts';
import { KEPT_DAYS } from '../recalls/summary.ts';
import { usageOf } from '../recalls/usage.ts';
import {
  directoryTest,
  projectsMeant,
  type ScopedProjects,
  type Where,
  withinOf,
} from '../reports/project-scope.ts';
import { isoOf } from '../text/numbers.ts';
import { type Bucket, bucketsOf, type Unit, unitFor } from '../text/periods.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface StatsOptions extends Where {
  readonly since: string;
}

export interface PromptCounts {
  /** Prompts that were typed. */
  readonly prompts: number;
  /** Sessions that they were typed in. */
  readonly sessions: number;
  /** Prompts to which past turns or notes were added. */
  readonly added: number;
  /** Of these, the ones to which notes were added. */
  readonly withNotes: number;
  /** Of these, by what their answers show. */
  readonly used: number;
  readonly unused: number;
  readonly unknown: number;
  /** Estimated tokens added; the median is over the prompts that got something. */
  readonly tokens: { readonly total: number; readonly median: number | null };
  /** How long a prompt waited for the hook. */
  readonly hookMs: { readonly median: number | null; readonly p95: number | null };
}

export interface Growth extends Bucket {
  /** Turns that began then. */
  readonly turns: number;
  readonly prompts: number;
  readonly added: number;
}

export interface Stats {
  /** The project's name; undefined for all. */
  readonly project: string | undefined;
  readonly sinceMs: number;
  /** Since when prompts are counted: not before the records begin. */
  readonly promptsSinceMs: number;
  /** Why prompts are counted from later on than asked for. */
  readonly short: 'begins' | 'kept' | undefined;
  readonly counts: PromptCounts;
  /** All that is stored. */
  readonly turns: number;
  readonly sessions: number;
  /** Turns that began since the time. */
  readonly newTurns: number;
  readonly unit: Unit;
  readonly growth: readonly Growth[];
  /** Size of the database, which holds every project. */
  readonly bytes: number;
}

export async function stats(
  options: StatsOptions,
  context: Context,
): Promise<{ readonly document: object; readonly stats: Stats }> {
  const found = await read(options, context);
  return { document: documentOf(found), stats: found };
}

async function read(options: StatsOptions, context: Context): Promise<Stats> {
  const home = homeOf(context);
  const nowMs = context.now().getTime();
  const fromMs = startOf(options.since, nowMs);
  const memory = await openToShow(context);
  const meant = projectsMeant(options, context.cwd, memory);
  const isMeant = directoryTest(options, context.cwd, memory);
  const { prompts, promptsSinceMs, short } = await promptsSince(fromMs, nowMs, isMeant, home);
  const stored = memory.stats({ within: withinOf(options, context.cwd), sinceMs: fromMs });
  const starts = stored.begunMs.filter((atMs) => atMs <= nowMs);
  const plotFromMs = Math.max(fromMs, starts[0] ?? promptsSinceMs);
  const unit = unitFor(plotFromMs, nowMs);
  return {
    project: meant?.name,
    sinceMs: fromMs,
    promptsSinceMs,
    short,
    counts: countsOf(prompts),
    ...totals(meant, stored),
    newTurns: starts.length,
    unit,
    growth: growthOf(bucketsOf(plotFromMs, nowMs, unit), starts, prompts),
    bytes: (await databaseFile(home))?.bytes ?? 0,
  };
}

/** Returns the prompts since a time, or since the records are complete. */
async function promptsSince(
  fromMs: number,
  nowMs: number,
  isMeant: (directory: string) => boolean,
  home: string,
) {
  // Before this time, records of sessions that ended are deleted.
  const completeMs = nowMs - KEPT_DAYS * DAY_MS;
  const prompts = readHistory(home, Math.max(fromMs, completeMs));
  const beginsMs = native().recordedPrompts(home, nowMs).beginsMs ?? nowMs;
  const promptsSinceMs = Math.max(fromMs, beginsMs, completeMs);
  return {
    prompts: prompts.filter(({ line }) => isMeant(line.directory)),
    promptsSinceMs,
    short: shortness(fromMs, beginsMs, completeMs),
  };
}

function shortness(fromMs: number, beginsMs: number, completeMs: number): Stats['short'] {
  if (beginsMs > Math.max(fromMs, completeMs)) return 'begins';
  return completeMs > fromMs ? 'kept' : undefined;
}

/** Counts all that is stored of some projects, as `mementor status` does. */
function totals(
  meant: ScopedProjects | undefined,
  { turns, sessions, projects }: Stored,
): Pick<Stats, 'turns' | 'sessions'> {
  if (meant === undefined) return { turns, sessions };
  const rows = projects.filter(({ key }) => meant.keys.has(key));
  return {
    turns: rows.reduce((sum, row) => sum + row.turns, 0),
    sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
  };
}

/** Counts some prompts. Pure. */
export function countsOf(prompts: readonly RecordedPrompt[]): PromptCounts {
  const added = prompts.filter(({ line }) => isAddedTo(line));
  const usages = added.map(({ used }) => usageOf(used));
  const tokens = added.map(({ line }) => line.tokens);
  const hookMs = prompts.map(({ line }) => line.hookMs).filter((ms) => ms > 0);
  return {
    prompts: prompts.length,
    sessions: new Set(prompts.map(({ session }) => session)).size,
    added: added.length,
    withNotes: added.filter(({ line }) => line.notes.length > 0).length,
    used: usages.filter((usage) => usage === 'used').length,
    unused: usages.filter((usage) => usage === 'unused').length,
    unknown: usages.filter((usage) => usage === 'unknown').length,
    tokens: { total: tokens.reduce((sum, each) => sum + each, 0), median: quantile(tokens, 0.5) },
    hookMs: { median: quantile(hookMs, 0.5), p95: quantile(hookMs, 0.95) },
  };
}

/** Returns the smallest value that so large a share of the values does not exceed; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function growthOf(
  buckets: readonly Bucket[],
  starts: readonly number[],
  prompts: readonly RecordedPrompt[],
): Growth[] {
  const within = (atMs: number, { fromMs, toMs }: Bucket) => fromMs <= atMs && atMs < toMs;
  return buckets.map((bucket) => {
    const typed = prompts.filter(({ line }) => within(line.atMs, bucket));
    return {
      ...bucket,
      turns: starts.filter((atMs) => within(atMs, bucket)).length,
      prompts: typed.length,
      added: typed.filter(({ line }) => isAddedTo(line)).length,
    };
  });
}

function documentOf(found: Stats) {
  const { counts, growth, ...others } = found;
  return {
    version: 1,
    project: others.project ?? null,
    since: isoOf(others.sinceMs),
    promptsSince: isoOf(others.promptsSinceMs),
    ...counts,
    stored: {
      turns: others.turns,
      sessions: others.sessions,
      newTurns: others.newTurns,
      databaseBytes: others.bytes,
    },
    growth: {
      unit: others.unit,
      periods: growth.map(({ fromMs, toMs, turns, prompts, added }) => ({
        from: isoOf(fromMs),
        to: isoOf(toMs),
        turns,
        prompts,
        added,
      })),
    },
  };
}
