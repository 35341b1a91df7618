/** Reports what is stored, what was read, and whether more will follow. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import type { HookStates, Trouble } from '../agents/installation.ts';
import { inboxNow } from '../capture/inbox.ts';
import { type DatabaseFile, databaseFile } from '../database/database-file.ts';
import { homeProblems } from '../doctor/home-files.ts';
import { MementorError } from '../errors/errors.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import {
  type LedgerSummary,
  type ListedSession,
  type LostMemory,
  type Memory,
  native,
  openForReading,
  type RecordedPrompts,
  type Stats,
  surroundingsOf,
} from '../memory.ts';
import { enginesProblem } from '../models/engines.ts';
import type { Check } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { KEPT_DAYS, recallSummary } from '../recalls/summary.ts';
import { type KeptApart, keptApart } from '../reports/kept-apart.ts';
import { type Muting, mutings } from '../reports/mutings.ts';
import { ALL_PROJECTS } from '../reports/project-scope.ts';
import { whyUnusable } from '../reports/unusable-home.ts';
import { recoveryHint } from '../salvage/lost.ts';
import { reasonNothingIsStored } from '../settings/problems.ts';
import { readSettings, settingsInHook, unknownKeys } from '../settings/read.ts';
import { isoOf } from '../text/numbers.ts';
import { dated } from './dated.ts';

export interface Status {
  readonly home: string;
  /** Undefined if nothing was ever stored. */
  readonly database: DatabaseFile | undefined;
  /** What was stored in a database that is empty or gone now, and how it may come back. */
  readonly lost: (LostMemory & { readonly hint: string }) | undefined;
  readonly stats: Stats;
  readonly ledger: LedgerSummary;
  readonly hooks: HookStates;
  /** Where hooks are, if not for this directory. */
  readonly elsewhere: readonly string[];
  /** Why settings files of the agent cannot be read. */
  readonly unreadable: readonly string[];
  /** Why hooks do not run, by the names of agents whose hooks should. */
  readonly troubles: readonly (Trouble & { readonly agent: string })[];
  /** What is wrong with the files of the home. */
  readonly problems: readonly Check[];
  /** Why nothing can be written to the home; undefined if something can. */
  readonly unusable: string | undefined;
  /** Hook payloads in the inbox. */
  readonly inbox: number;
  /** Why nothing is stored: the settings that exclude or mask data are invalid. */
  readonly notStoring: string | undefined;
  /** Unknown keys in config.json, which have no effect. */
  readonly unknownKeys: readonly string[];
  /** The mutings that apply to this directory. */
  readonly muted: readonly Muting[];
  /** How often recall added something recently, how often it was used, and when it did last. */
  readonly recall: RecordedPrompts;
  /** The model that searches by meaning, and what runs it. */
  readonly model: ModelStatus;
  /** The session that was active last, of all projects. */
  readonly last: ListedSession | undefined;
  /** The project that this directory names but is kept apart from. */
  readonly apart: KeptApart | undefined;
}

const NOTHING: Stats = {
  sessions: 0,
  turns: 0,
  agentTurns: 0,
  ahead: 0,
  unwritten: 0,
  actions: 0,
  chunks: 0,
  waiting: 0,
  otherVectors: 0,
  notes: 0,
  proposed: 0,
  transcripts: 0,
  rebuilding: null,
  projects: [],
  begunMs: [],
};

export async function status(context: Context) {
  const found = await read(context);
  return { document: documentOf(found), status: found };
}

async function read(context: Context): Promise<Status> {
  const home = homeOf(context);
  const { ready, held, superseded, broken } = inboxNow(context);
  const inbox = ready.length + held.length + superseded.length + broken.length;
  const hooks = await hookStates(context);
  const troubles = await hookTroubles(context);
  const problems = await homeProblems(context);
  const file = await databaseFile(home);
  const memory = opened(home, context);
  const stats = memory?.stats();
  const ledger = native().ledger(memory, surroundingsOf(context), {}).summary;
  const muted = mutings(context);
  const recall = recallSummary(home, context.now().getTime());
  const notStoring = await reasonNothingIsStored(context);
  const last = memory && lastSession(memory);
  const apart = memory && keptApart(memory.belonging(context.cwd));
  const unreadable = await INSTALLATIONS[0].unreadable(context);
  const elsewhere = (await INSTALLATIONS[0].elsewhere?.(context)) ?? [];
  const known = {
    home,
    elsewhere,
    unreadable,
    database: stats && file,
    lost: memory === undefined ? lostIn(home) : undefined,
    stats: stats ?? NOTHING,
    ledger,
    hooks,
    troubles,
    problems,
    unusable: whyUnusable(home),
  };
  const model = modelStatus(context);
  const more = {
    unknownKeys: unknownKeys(readSettings(context)),
    muted,
    recall,
    last,
    apart,
    model,
  };
  return { ...known, inbox, notStoring, ...more };
}

function lostIn(home: string): Status['lost'] {
  const { lost } = native().homeReport(home);
  return lost === null ? undefined : { ...lost, hint: recoveryHint(home) };
}

/** A model, and what runs it; or why there is none. */
export type ModelStatus =
  | { readonly id: string; readonly engine: string; readonly problem?: undefined }
  | { readonly problem: string };

/** Looks at the sizes of the model's files only. */
function modelStatus(context: Context): ModelStatus {
  const wanted = settingsInHook(context)('model') || undefined;
  try {
    const folder = modelsFolder(context);
    const found = native().model(homeOf(context), folder, wanted ?? null);
    const missing = found.needsEngines ? enginesProblem(context) : undefined;
    const problem = found.problem ?? missing;
    if (problem) return { problem: problem.message };
    return { id: found.id, engine: found.engine };
  } catch (error) {
    if (error instanceof MementorError) return { problem: error.message };
    throw error;
  }
}

/** Returns the states of the default agent's hooks by place, and of others' by agent. */
async function hookStates(context: Context): Promise<HookStates> {
  const [first, ...others] = INSTALLATIONS;
  const rest = others.map(async ({ agent, states }) => [agent, (await states(context)).user]);
  const named = Object.fromEntries(await Promise.all(rest)) as Record<string, string>;
  return { ...(await first.states(context)), ...named };
}

/** One look at a receipt for each agent, and at its files where there is one. */
async function hookTroubles(context: Context): Promise<Status['troubles']> {
  const each = INSTALLATIONS.map(async ({ agent, trouble }) => {
    const found = await trouble(context);
    return found === undefined ? [] : [{ ...found, agent }];
  });
  return (await Promise.all(each)).flat();
}

function lastSession(memory: Memory): ListedSession | undefined {
  return memory.sessions({ within: ALL_PROJECTS, limit: 1, runs: true }).sessions[0];
}

/** Opens the memory; undefined if nothing was stored yet, which is not an error. */
export function opened(home: string, context: Context): Memory | undefined {
  try {
    const models = modelsFolder(context);
    return openForReading({ home, models, nowMs: context.now().getTime() });
  } catch (error) {
    if (error instanceof MementorError && error.code === 'DATABASE_MISSING') return undefined;
    throw error;
  }
}

function documentOf(status: Status) {
  const { home, database, stats, ledger, hooks, inbox, notStoring, muted, recall, apart } = status;
  const { sessions, turns, agentTurns, actions, notes, proposed } = stats;
  const { chunks, waiting, transcripts } = stats;
  const projects = stats.projects.map(({ label: _, ...project }) => dated(project));
  return {
    version: 1,
    home,
    database: database ?? null,
    lost: status.lost ? { turns: status.lost.turns } : null,
    sessions,
    turns,
    agentTurns,
    actions,
    notes,
    proposedNotes: proposed,
    chunks,
    pending: waiting + inbox,
    transcripts,
    ledger: ledgerDocument(ledger),
    projects,
    hooks,
    hooksElsewhere: status.elsewhere,
    unreadable: status.unreadable,
    trouble: status.troubles[0] ?? null,
    troubles: status.troubles,
    unusable: status.unusable ?? null,
    problems: status.problems,
    inbox,
    notStoring: notStoring ?? null,
    unknownKeys: status.unknownKeys,
    muted,
    recall: recallDocument(recall),
    model: modelDocument(status.model),
    keptApart: apart?.from ?? null,
    lastSession: status.last ? lastSessionDocument(status.last) : null,
  };
}

function recallDocument({ prompts, spoken, answers, used, lastAddedMs }: RecordedPrompts) {
  const lastAddedAt = isoOf(lastAddedMs ?? 0);
  return { days: KEPT_DAYS, prompts, spoken, answers, used, lastAddedAt };
}

function modelDocument(model: ModelStatus) {
  if (model.problem !== undefined) {
    return { id: null, engine: null, problem: model.problem };
  }
  const { id, engine } = model;
  return { id, engine, problem: null };
}

function lastSessionDocument(row: ListedSession) {
  const { session, project, projectKey, endedAtMs, prompt, title, asked, ended } = row;
  return {
    session,
    project,
    projectKey,
    endedAt: isoOf(endedAtMs),
    prompt,
    title,
    asked,
    ended,
  };
}

function ledgerDocument(ledger: LedgerSummary) {
  const { known, states, waiting, waitingSinceMs, unread, kept, skipped, problems, newer } = ledger;
  return {
    known,
    ...states,
    behindBytes: waiting,
    behindSince: waitingSinceMs === null ? null : isoOf(waitingSinceMs),
    unreadBytes: unread,
    newerSessions: newer,
    lines: { kept, skipped, problems },
  };
}
