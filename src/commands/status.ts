/** `mementor status`: what is stored, by project, and whether more will come. */

import { type HooksState, hooksPerScope } from '../agents/claude-code/install/hook-state.ts';
import {
  type PluginState,
  pluginState,
  pluginsPerScope,
} from '../agents/claude-code/install/plugin-state.ts';
import { allTranscripts } from '../agents/find.ts';
import { type LedgerSummary, summaryOf, total, turnsOf } from '../capture/ledger.ts';
import { type DatabaseFile, databaseFile } from '../database/database-file.ts';
import { homeOf, modelsFolder } from '../home.ts';
import { type Memory, openForReading, type Stats, translated } from '../memory.ts';
import { type Style, style } from '../output/style.ts';
import { type TrackedTurns, transcriptsDocument, transcriptsText } from '../output/transcripts.ts';
import { whyNothingIsStored } from '../privacy/kept-out.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import {
  type RecallSummary,
  recallSummary,
  SUMMARY_DAYS,
  USED_WORDS_MIN,
} from '../recalls/summary.ts';
import { unknownKeys } from '../settings/file.ts';
import { type KeptApart, keptApart } from '../state/kept-apart.ts';
import { type Muting, mutings, mutingText } from '../state/mutings.ts';
import { projectNames } from '../state/project-names.ts';
import { trackedIn } from '../state/tracked.ts';
import { waitingPayloads } from '../state/waiting-payloads.ts';
import { ago, counted, grouped, isoOf, printable, sized } from '../text/numbers.ts';

export interface StatusOptions {
  readonly json: boolean;
  /** Each transcript instead of the whole. */
  readonly transcripts?: boolean;
}

interface Status {
  readonly home: string;
  /** Undefined when nothing was ever stored. */
  readonly database: DatabaseFile | undefined;
  readonly stats: Stats;
  readonly ledger: LedgerSummary;
  readonly hooks: Readonly<
    Record<'user' | 'project' | 'local', HooksState> & { readonly plugin: PluginState }
  >;
  /** Payloads of hooks that wait. */
  readonly inbox: number;
  /** Why nothing is stored: what must not be stored cannot be understood. */
  readonly notStoring: string | undefined;
  /** Keys of config.json that change nothing. */
  readonly unknownKeys: readonly string[];
  /** What mutes the prompts of this directory. */
  readonly muted: readonly Muting[];
  /** How often recall spoke of late, and what came of it. */
  readonly recall: RecallSummary;
  /** The project that this directory names and is kept apart from. */
  readonly apart: KeptApart | undefined;
}

const NOTHING: Stats = {
  sessions: 0,
  turns: 0,
  agentTurns: 0,
  actions: 0,
  chunks: 0,
  waiting: 0,
  otherVectors: 0,
  transcripts: 0,
  projects: [],
};

export async function run(options: StatusOptions, context: Context): Promise<ExitCode> {
  const paint = style(context.stdout, context.env);
  const nowMs = context.now().getTime();
  if (options.transcripts === true) {
    const tracked = await trackedTurns(context);
    context.stdout.write(
      options.json
        ? `${JSON.stringify(transcriptsDocument(tracked), null, 2)}\n`
        : transcriptsText(tracked, nowMs, paint),
    );
    return 0;
  }
  const status = await read(context);
  const text = options.json
    ? `${JSON.stringify(documentOf(status), null, 2)}\n`
    : render(status, nowMs, paint);
  context.stdout.write(text);
  return 0;
}

async function trackedTurns(context: Context): Promise<TrackedTurns[]> {
  const home = homeOf(context);
  const memory = opened(home, await databaseFile(home), context);
  const ledger = await trackedIn(memory, await allTranscripts(context));
  return ledger.map((each) => ({
    ...each,
    turns: memory === undefined ? 0 : translated(() => turnsOf(memory, each, context)),
  }));
}

async function read(context: Context): Promise<Status> {
  const home = homeOf(context);
  const inbox = (await waitingPayloads(home)).length;
  const scopes = await hooksPerScope(context);
  const { user, project, local } = scopes;
  const plugin = pluginState(await pluginsPerScope(context, scopes));
  const hooks = { user: user.state, project: project.state, local: local.state, plugin };
  const file = await databaseFile(home);
  const memory = opened(home, file, context);
  const stats = memory && translated(() => memory.stats());
  const ledger = summaryOf(await trackedIn(memory, await allTranscripts(context)));
  const muted = await mutings(context);
  const recall = await recallSummary(home, context.now().getTime());
  const notStoring = whyNothingIsStored(context);
  const apart = memory && keptApart(translated(() => memory.belonging(context.cwd)));
  const known = { home, database: stats && file, stats: stats ?? NOTHING, ledger, hooks };
  return { ...known, inbox, notStoring, unknownKeys: unknownKeys(home), muted, recall, apart };
}

/** Opens the memory; undefined when nothing was stored yet, which is no error. */
function opened(
  home: string,
  file: DatabaseFile | undefined,
  context: Context,
): Memory | undefined {
  try {
    const models = modelsFolder(context);
    return openForReading({ home, models, nowMs: context.now().getTime() });
  } catch (error) {
    if (error instanceof MementorError && isNothing(error.code, file)) return undefined;
    throw error;
  }
}

/** SQLite writes its first page before the schema: then another process is just creating it. */
const BLANK_BYTES_MAX = 4_096;

function isNothing(code: string, file: DatabaseFile | undefined): boolean {
  if (code === 'DATABASE_MISSING') return true;
  return code === 'DATABASE_OLDER' && (file?.bytes ?? 0) <= BLANK_BYTES_MAX;
}

function documentOf(status: Status) {
  const { home, database, stats, ledger, hooks, inbox, notStoring, muted, recall, apart } = status;
  const { sessions, turns, agentTurns, actions, chunks, waiting, transcripts } = stats;
  const projects = stats.projects.map(({ name, key, sessions, turns, lastAtMs }) => ({
    name,
    key,
    sessions,
    turns,
    lastAt: isoOf(lastAtMs),
  }));
  return {
    version: 1,
    home,
    database: database ?? null,
    sessions,
    turns,
    agentTurns,
    actions,
    chunks,
    pending: waiting + inbox,
    transcripts,
    ledger: ledgerDocument(ledger),
    projects,
    hooks,
    inbox,
    notStoring: notStoring ?? null,
    unknownKeys: status.unknownKeys,
    muted,
    recall: { days: SUMMARY_DAYS, ...recall },
    keptApart: apart?.from ?? null,
  };
}

function ledgerDocument(ledger: LedgerSummary) {
  const { known, states, waiting, waitingSinceMs, unread, kept, skipped, problems } = ledger;
  return {
    known,
    ...states,
    behindBytes: waiting,
    behindSince: waitingSinceMs === undefined ? null : isoOf(waitingSinceMs),
    unreadBytes: unread,
    lines: { kept, skipped, problems },
  };
}

function render(status: Status, nowMs: number, paint: Style): string {
  const { home, stats, ledger, hooks, inbox, notStoring, muted, recall, apart } = status;
  const states = Object.entries(hooks).map(([scope, state]) => `${scope} ${state}`);
  const lines = [
    ...(status.database ? storedLines(status.database, stats) : firstSteps(paint)),
    ...ledgerLines(ledger, nowMs, paint),
    '',
    `home      ${paint.cyan(printable(home))}`,
    `hooks     ${states.join(', ')}`,
    `inbox     ${inbox === 0 ? 'empty' : `${counted(inbox, 'payload')} waiting`}`,
    ...(notStoring === undefined
      ? []
      : [
          `settings  ${paint.red('nothing is stored')} until this is repaired: ${printable(notStoring)}`,
        ]),
    ...status.unknownKeys.map(
      (key) =>
        `settings  ${paint.yellow('unknown key')} ${printable(JSON.stringify(key))}: it changes nothing`,
    ),
    ...recallLines(recall),
    ...muted.map(
      (each) =>
        `recall    ${printable(mutingText(each))}; ${paint.cyan(printable(each.undo))} undoes it`,
    ),
    ...(apart === undefined
      ? []
      : [`apart     ${printable(apart.detail)}`, `          ${printable(apart.fix)}`]),
    ...projectLines(stats, nowMs, paint),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function firstSteps(paint: Style): string[] {
  return [
    'Nothing is remembered yet.',
    `  ${paint.cyan('mementor enable')}        remembers conversations from now on`,
    `  ${paint.cyan('mementor ingest --all')}  takes in the transcripts that Claude Code keeps`,
  ];
}

function storedLines(database: DatabaseFile, stats: Stats): string[] {
  const { sessions, turns, agentTurns, actions, chunks, waiting } = stats;
  const vectors = waiting === 0 ? '' : ` (${grouped(waiting)} waiting for their vector)`;
  return [
    `stored    ${counted(turns, 'turn')} in ${counted(sessions, 'session')}, ${counted(agentTurns, 'turn')} of subagents, ${counted(actions, 'action')}`,
    `searched  ${counted(chunks, 'chunk')}${vectors}`,
    `database  ${sized(database.bytes)}`,
  ];
}

/** What was read of the transcripts, and what was not. */
function ledgerLines(ledger: LedgerSummary, nowMs: number, paint: Style): string[] {
  const { known, states, waiting, waitingSinceMs = 0, unread, problems } = ledger;
  const lines = total(problems);
  const parts: readonly [number, string][] = [
    [known, `${counted(known, 'transcript')}, ${grouped(states.complete)} complete`],
    [
      states.behind,
      `${grouped(states.behind)} behind by ${sized(waiting)} (changed ${ago(waitingSinceMs, nowMs)}): the next hook takes that in`,
    ],
    [
      states.unread,
      `${grouped(states.unread)} never taken in (${sized(unread)}): ${paint.cyan('mementor ingest --all')}`,
    ],
    [states.gone, `${grouped(states.gone)} gone from the disk: the turns stay`],
    [
      states.unreadable,
      `${grouped(states.unreadable)} unreadable: ${paint.cyan('mementor doctor')}`,
    ],
    [
      lines,
      `${counted(lines, 'line')} could not be read: ${paint.cyan('mementor status --transcripts')}`,
    ],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([, text], index) => `${(index === 0 ? 'read' : '').padEnd(10)}${text}`);
}

/** Never that recall helped: that rare words come back is a weak sign of it. */
function recallLines({ prompts, spoken, answers, used }: RecallSummary): string[] {
  if (prompts === 0) return [];
  const spoke = `spoke at ${grouped(spoken)} of ${counted(prompts, 'recorded prompt')} in ${SUMMARY_DAYS} days`;
  const cameBack = `${USED_WORDS_MIN} or more rare words of the turns it brought back came back in ${grouped(used)} of ${counted(answers, 'answer')} (a weak sign)`;
  return [`recall    ${[spoke, ...(answers > 0 ? [cameBack] : [])].join('; ')}`];
}

function projectLines({ projects }: Stats, nowMs: number, paint: Style): string[] {
  if (projects.length === 0) return [];
  const names = projectNames(projects);
  const rows = projects.map(({ name, key, sessions, turns, lastAtMs }) => [
    printable(names.get(key) ?? name),
    grouped(sessions),
    grouped(turns),
    ago(lastAtMs, nowMs),
  ]);
  const [heading = '', ...body] = aligned([['project', 'sessions', 'turns', 'last'], ...rows]);
  return ['', paint.bold(heading), ...body];
}

/** Names and times to the left, numbers to the right. */
function aligned(rows: readonly string[][]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [widthOf(0), widthOf(1), widthOf(2)] as const;
  return rows.map(([name = '', sessions = '', turns = '', last = '']) =>
    [name.padEnd(widths[0]), sessions.padStart(widths[1]), turns.padStart(widths[2]), last].join(
      '  ',
    ),
  );
}
