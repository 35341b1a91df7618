/** The totals of an `ingest` run over all its steps. */

import type { IngestReport } from '../memory.ts';

export interface IngestTotals {
  readonly transcripts: number;
  /** How many of them are of which agent, by its name. */
  readonly agents: Readonly<Record<string, number>>;
  readonly unchanged: number;
  /** Transcripts that `exclude` keeps out. */
  readonly excluded: number;
  readonly bytes: number;
  readonly kept: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: Readonly<Record<string, number>>;
  /** Sessions that newer clients keep in a form that is not known, by the agent's name. */
  readonly newer: Readonly<Record<string, number>>;
  /** New turns, without those of subagents. */
  readonly turns: number;
  /** New turns of subagents. */
  readonly agentTurns: number;
  /** Turns that were stored before and got more; a turn counts again in each step. */
  readonly changed: number;
  /** Files that could not be read. */
  readonly failed: readonly string[];
}

export function emptyTotals(): IngestTotals {
  return {
    transcripts: 0,
    agents: {},
    unchanged: 0,
    excluded: 0,
    bytes: 0,
    kept: 0,
    skipped: {},
    problems: {},
    newer: {},
    turns: 0,
    agentTurns: 0,
    changed: 0,
    failed: [],
  };
}

/** Counts a transcript that is about to be read. */
export function withTranscript(totals: IngestTotals, agent: string): IngestTotals {
  const transcripts = totals.transcripts + 1;
  return { ...totals, transcripts, agents: added(totals.agents, { [agent]: 1 }) };
}

/** Adds the report of one step of a transcript of an agent. */
export function withReport(totals: IngestTotals, step: IngestReport, agent: string): IngestTotals {
  return {
    ...totals,
    unchanged: totals.unchanged + (step.unchanged ? 1 : 0),
    bytes: totals.bytes + step.bytes,
    kept: totals.kept + step.kept,
    skipped: added(totals.skipped, step.skipped),
    problems: added(totals.problems, step.problems),
    newer: step.newer === 0 ? totals.newer : added(totals.newer, { [agent]: step.newer }),
    turns: totals.turns + step.turns,
    agentTurns: totals.agentTurns + step.agentTurns,
    changed: totals.changed + step.changed,
  };
}

function added(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums = { ...a };
  for (const [reason, count] of Object.entries(b)) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}
