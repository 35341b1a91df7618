/** Checks the memory: the database, its contents, and the transcripts not read yet. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import { agents, transcriptsFound } from '../agents/find.ts';
import { type DatabaseFile, databaseFile } from '../database/database-file.ts';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { homeOf, modelsFolder } from '../home/paths.ts';
import {
  type FoundTranscript,
  type Ledger,
  type Memory,
  native,
  openForReading,
  type Soundness,
  type Stats,
  surroundingsOf,
} from '../memory.ts';
import { type Check, fail, failure, minor, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { ALL_PROJECTS } from '../reports/project-scope.ts';
import { lossText, recoveryHint } from '../salvage/lost.ts';
import { counted, grouped, percentOf, sized } from '../text/numbers.ts';
import { projectChecks } from './project.ts';
import { retentionCheck } from './retention.ts';
import { type Ends, transcriptsChecks, uncomparedCheck } from './transcripts.ts';
import { unwrittenChecks } from './unwritten.ts';

const BUSY_MS = 1_000;
const PROJECTS_SHOWN_MAX = 5;

export async function memoryChecks(context: Context, system?: readonly string[]): Promise<Check[]> {
  // Without the addon nothing can be compared.
  return await comparedWithDisk(context, system).catch((error) => [failure('database', error)]);
}

async function comparedWithDisk(context: Context, system?: readonly string[]): Promise<Check[]> {
  const home = homeOf(context);
  // Must come first: reading a database in WAL mode makes SQLite create its side files (-wal,
  // -shm) beside it, and merge them when it closes. No check leaves any other trace.
  const file = await databaseFile(home);
  const ledgerOf = (memory?: Memory) =>
    native().ledger(memory, surroundingsOf(context), { rows: true });
  const times = {
    agent: agents()[0].displayName,
    days: await INSTALLATIONS[0].retentionDays(context, system),
    nowMs: +context.now(),
  };
  const known = (ledger: Ledger, ends: Ends = new Map()) => [
    ...transcriptsChecks(ledger, ends, times.nowMs),
    ...unwrittenChecks(home, ledger.transcripts, times.nowMs),
    retentionCheck(
      ledger.transcripts.filter(({ agent }) => agent === agents()[0].name),
      times,
    ),
  ];
  const unknown = (transcripts: readonly FoundTranscript[]) =>
    transcripts.length === 0
      ? known(ledgerOf())
      : [uncomparedCheck(transcripts), retentionCheck('unknown', times)];
  let transcripts: readonly FoundTranscript[] = [];
  try {
    transcripts = transcriptsFound(context);
    const models = modelsFolder(context);
    const memory = openForReading({ home, models, busyMs: BUSY_MS, nowMs: +context.now() });
    const { problems, newer } = soundnessOf(memory);
    const database = databaseCheck(problems, file);
    if (database.status === 'fail') return [database, ...unknown(transcripts)];
    const compared = comparedChecks(() => known(ledgerOf(memory), endsIn(memory)));
    const stored = storedChecks(memory, newer, transcripts.length > 0);
    return [database, ...stored, ...projectChecks(memory, context), ...compared];
  } catch (error) {
    const missing = error instanceof MementorError && error.code === 'DATABASE_MISSING';
    const compared = missing ? known(ledgerOf()) : unknown(transcripts);
    return [missing ? await missingCheck(context) : failure('database', error), ...compared];
  }
}

function comparedChecks(checks: () => Check[]): Check[] {
  try {
    return checks();
  } catch (error) {
    return [failure('transcripts', error)];
  }
}

function endsIn(memory: Memory): Ends {
  const { sessions: rows } = memory.sessions({ within: ALL_PROJECTS, runs: true, bare: true });
  return new Map(rows.map(({ session, endedAtMs }) => [session, endedAtMs]));
}

const INSTALLED: ReadonlySet<string> = new Set(['on', 'partly', 'stale']);

/** Right after enable there is nothing to repair: the next conversation is stored. */
async function missingCheck(context: Context): Promise<Check> {
  const home = homeOf(context);
  const { lost } = native().homeReport(home);
  if (lost !== null) return fail('database', lossText(lost), recoveryHint(home));
  const running = INSTALLATIONS.map(async ({ states, trouble }) => {
    const isInstalled = Object.values(await states(context)).some((state) => INSTALLED.has(state));
    // Edited hooks and those of an older version run too.
    return isInstalled && (await trouble(context)) === undefined;
  });
  const runs = (await Promise.all(running)).includes(true);
  if (runs) return ok('database', 'none yet: the next conversation starts it');
  return warn('database', 'there is no memory yet', hintFor('DATABASE_MISSING'));
}

function databaseCheck(problems: readonly string[], file: DatabaseFile | undefined): Check {
  const [first] = problems;
  const path = file?.path ?? '';
  if (first === undefined) {
    const { schema } = native().about();
    return ok('database', `${path} (schema ${schema}, ${sized(file?.bytes ?? 0)}, intact)`);
  }
  const fix = hintFor('DATABASE_CORRUPT');
  return fail(
    'database',
    `${path} is not sound (${counted(problems.length, 'problem')}): ${first}`,
    fix,
  );
}

/** The damage may prevent the check itself from finishing. */
function soundnessOf(memory: Memory): Soundness {
  try {
    return memory.soundness();
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'DATABASE_CORRUPT') throw error;
    return { problems: [error.message], newer: 0 };
  }
}

function storedChecks(memory: Memory, newer: number, hasTranscripts: boolean): Check[] {
  try {
    const stats = memory.stats();
    return [
      storedCheck(stats, hasTranscripts),
      ...newerCheck(newer),
      ...clockChecks(stats),
      ...keptByHooksChecks(stats),
      ...rebuildChecks(stats),
      vectorsCheck(stats),
    ];
  } catch (error) {
    return [failure('stored', error)];
  }
}

function storedCheck({ sessions, turns, notes, projects }: Stats, hasTranscripts: boolean): Check {
  if (turns === 0 && notes > 0) return ok('stored', `no turn yet, ${counted(notes, 'note')}`);
  if (turns === 0) {
    // Without transcripts there is nothing to ingest, and the hooks have their own check.
    if (!hasTranscripts) return ok('stored', 'no turn yet');
    return warn('stored', 'no turn yet', hintFor('DATABASE_MISSING'));
  }
  const shown = projects.slice(0, PROJECTS_SHOWN_MAX);
  const rest = projects.length - shown.length;
  const names = shown.map(({ label, turns }) => `${label} ${grouped(turns)}`);
  if (rest > 0) names.push(`${grouped(rest)} more`);
  const ofNotes = notes === 0 ? '' : `, ${counted(notes, 'note')}`;
  const totals = `${counted(turns, 'turn')} in ${counted(sessions, 'session')}${ofNotes}`;
  return ok('stored', `${totals}: ${names.join(', ')}`);
}

/** Reports the progress of a rebuild of an older build's data; nothing if there is none. */
function rebuildChecks({ turns, agentTurns, rebuilding }: Stats): Check[] {
  if (rebuilding === null) return [];
  const all = Math.max(turns + agentTurns, rebuilding);
  const fix = 'it goes on at the next hook; `mementor ingest` does all of it now';
  const what = `derived again up to turn ${grouped(rebuilding)} of ${grouped(all)}; search goes on with what was there before`;
  return [warn('index', what, fix)];
}

/** Returns no check if there are none, which is the usual case. */
function newerCheck(entries: number): Check[] {
  if (entries === 0) return [];
  const what = `${counted(entries, 'record')} of a newer version: kept as they stand, known in part`;
  return [warn('newer', what, 'update Mementor: a newer version wrote them')];
}

/** A client that stopped writing a transcript still calls its hooks. */
function keptByHooksChecks({ unwritten }: Stats): Check[] {
  if (unwritten === 0) return [];
  const what = `${counted(unwritten, 'prompt')} with an answer that no transcript has: the client stopped writing one, and only what its hooks said is kept`;
  return [
    warn('written', what, 'restart the client; `mementor sessions` shows which session it was'),
  ];
}

/** No line is written after it is read: a clock says so that was ahead. */
function clockChecks({ ahead }: Stats): Check[] {
  if (ahead === 0) return [];
  const what = `${counted(ahead, 'turn')} with a time in the future, from a clock that was ahead`;
  return [minor('clock', `${what}: they count as written when they were read`)];
}

function vectorsCheck({ chunks, waiting, otherVectors }: Stats): Check {
  if (waiting === 0) {
    const others =
      otherVectors === 0
        ? ''
        : `; what was prepared for other models is kept, \`mementor repair --indexes\` drops it`;
    return minor(
      'vectors',
      `${chunks === 0 ? 'nothing to prepare yet' : 'all is searchable by meaning'}${others}`,
    );
  }
  // What was just written is prepared by the next hook.
  if (waiting * 100 < chunks) {
    const few = `${counted(waiting, 'passage')} of ${grouped(chunks)} ${waiting === 1 ? 'waits' : 'wait'}`;
    return minor('vectors', `${few} for the next hook to be searchable by meaning`);
  }
  const fix = 'the next hook goes on with it; `mementor ingest` does it now';
  const what = `${percentOf(waiting, chunks)} of the text is not yet searchable by meaning, only by words`;
  return warn('vectors', what, fix);
}
