/** Renders what is stored and what was read. Pure. */

import type { Status } from '../answers/status.ts';
import { type LedgerSummary, total } from '../capture/ledger.ts';
import type { DatabaseFile } from '../database/database-file.ts';
import type { Stats } from '../memory.ts';
import { type RecallSummary, SUMMARY_DAYS, USED_WORDS_MIN } from '../recalls/summary.ts';
import { mutingText } from '../state/mutings.ts';
import { projectNames } from '../state/project-names.ts';
import { ago, counted, grouped, printable, sized } from '../text/numbers.ts';
import type { Style } from './style.ts';

export function renderStatus(status: Status, nowMs: number, paint: Style): string {
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
  const { sessions, turns, agentTurns, actions, notes, chunks, waiting } = stats;
  const vectors = waiting === 0 ? '' : ` (${grouped(waiting)} waiting for their vector)`;
  return [
    `stored    ${counted(turns, 'turn')} in ${counted(sessions, 'session')}, ${counted(agentTurns, 'turn')} of subagents, ${counted(actions, 'action')}`,
    ...(notes === 0 ? [] : [`notes     ${grouped(notes)}`]),
    `searched  ${counted(chunks, 'chunk')}${vectors}`,
    `database  ${sized(database.bytes)}`,
  ];
}

/** Renders which transcripts were read, and which were not. */
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

/** Does not claim that recall helped: recurring rare words are only a weak sign. */
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

/** Left-aligns names and times, right-aligns numbers. */
function aligned(rows: readonly string[][]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [widthOf(0), widthOf(1), widthOf(2)] as const;
  return rows.map(([name = '', sessions = '', turns = '', last = '']) =>
    [name.padEnd(widths[0]), sessions.padStart(widths[1]), turns.padStart(widths[2]), last].join(
      '  ',
    ),
  );
}
