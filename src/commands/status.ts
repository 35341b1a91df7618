/** `mementor status`: what is stored, by project, and whether more will come. */

import type { Context, ExitCode } from '../context.ts';
import { type DatabaseFile, databaseFile } from '../doctor/database-file.ts';
import { type HooksState, hooksPerScope } from '../doctor/hook-state.ts';
import { waitingPayloads } from '../doctor/inbox.ts';
import { type Muting, mutings, mutingText } from '../doctor/muted.ts';
import { type PluginState, pluginState, pluginsPerScope } from '../doctor/plugin-state.ts';
import { ago, counted, grouped, isoOf, printable, sized } from '../doctor/text.ts';
import { MementorError } from '../errors.ts';
import { homeOf, modelsFolder } from '../home.ts';
import { openForReading, type Stats, translated } from '../memory.ts';
import { type Style, style } from '../output/style.ts';

export interface StatusOptions {
  readonly json: boolean;
}

interface Status {
  readonly home: string;
  /** Undefined when nothing was ever stored. */
  readonly database: DatabaseFile | undefined;
  readonly stats: Stats;
  readonly hooks: Readonly<
    Record<'user' | 'project' | 'local', HooksState> & { readonly plugin: PluginState }
  >;
  /** Payloads of hooks that wait. */
  readonly inbox: number;
  /** What mutes the prompts of this directory. */
  readonly muted: readonly Muting[];
}

const NOTHING: Stats = {
  sessions: 0,
  turns: 0,
  agentTurns: 0,
  actions: 0,
  chunks: 0,
  waiting: 0,
  transcripts: 0,
  projects: [],
};

export async function run(options: StatusOptions, context: Context): Promise<ExitCode> {
  const status = await read(context);
  const text = options.json
    ? `${JSON.stringify(documentOf(status), null, 2)}\n`
    : render(status, context.now().getTime(), style(context.stdout, context.env));
  context.stdout.write(text);
  return 0;
}

async function read(context: Context): Promise<Status> {
  const home = homeOf(context);
  const inbox = (await waitingPayloads(home)).length;
  const scopes = await hooksPerScope(context);
  const { user, project, local } = scopes;
  const plugin = pluginState(await pluginsPerScope(context, scopes));
  const hooks = { user: user.state, project: project.state, local: local.state, plugin };
  const file = await databaseFile(home);
  const stats = storedIn(home, file, context);
  const muted = await mutings(context);
  return { home, database: stats && file, stats: stats ?? NOTHING, hooks, inbox, muted };
}

/** Returns the counts; undefined when nothing was stored yet, which is no error. */
function storedIn(
  home: string,
  file: DatabaseFile | undefined,
  context: Context,
): Stats | undefined {
  try {
    const models = modelsFolder(context);
    const memory = openForReading({ home, models, nowMs: context.now().getTime() });
    return translated(() => memory.stats());
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

function documentOf({ home, database, stats, hooks, inbox, muted }: Status) {
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
    projects,
    hooks,
    inbox,
    muted,
  };
}

function render(status: Status, nowMs: number, paint: Style): string {
  const { home, stats, hooks, inbox, muted } = status;
  const states = Object.entries(hooks).map(([scope, state]) => `${scope} ${state}`);
  const lines = [
    ...(status.database ? storedLines(status.database, stats) : firstSteps(paint)),
    '',
    `home      ${paint.cyan(printable(home))}`,
    `hooks     ${states.join(', ')}`,
    `inbox     ${inbox === 0 ? 'empty' : `${counted(inbox, 'payload')} waiting`}`,
    ...muted.map(
      (each) =>
        `recall    ${printable(mutingText(each))}; ${paint.cyan(printable(each.undo))} undoes it`,
    ),
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
  const { sessions, turns, agentTurns, actions, chunks, waiting, transcripts } = stats;
  const vectors = waiting === 0 ? '' : ` (${grouped(waiting)} waiting for their vector)`;
  return [
    `stored    ${counted(turns, 'turn')} in ${counted(sessions, 'session')}, ${counted(agentTurns, 'turn')} of subagents, ${counted(actions, 'action')}`,
    `searched  ${counted(chunks, 'chunk')}${vectors}`,
    `read      ${counted(transcripts, 'transcript')}`,
    `database  ${sized(database.bytes)}`,
  ];
}

function projectLines({ projects }: Stats, nowMs: number, paint: Style): string[] {
  if (projects.length === 0) return [];
  const rows = projects.map(({ name, sessions, turns, lastAtMs }) => [
    printable(name),
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
