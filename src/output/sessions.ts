/** Renders the sessions. Pure. */

import { agentShown } from '../agents/find.ts';
import type { SessionShown, SessionsAnswer, SessionsOptions } from '../operations/sessions.ts';
import type { Style } from '../process/style.ts';
import { oneLine, shortId, shortIds, typedLine } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { localDay, localTime } from '../text/times.ts';
import { branchesHint } from './branches.ts';
import { gistText } from './digest.ts';
import type { Page } from './layout/page.ts';
import { type Column, roomBeside, table } from './layout/table.ts';
import { relativeTime } from './layout/when.ts';
import { cut, visibleWidth } from './layout/width.ts';

/** Names and branches may be long; what was asked says more. */
const NAME_COLUMNS_MAX = 24;
/** Beside names of projects on a narrow terminal, a prompt needs the room. */
const NAME_COLUMNS_NARROW = 16;

/** Renders one line for each session: id, times, turns, project and branch, what was asked and how it ended. */
export function renderSessions(
  answer: SessionsAnswer,
  { everything }: SessionsOptions,
  page: Page,
): string {
  const { rows } = answer;
  const { ids = shortIds(rows.map(({ session }) => session)) } = answer;
  const columns = columnsOf(everything, rows, ids, page);
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const room = roomBeside(cells, columns, page.width);
  const whole = rows.map((row, index) => [...(cells[index] ?? []), titleText(row, room, page)]);
  return [...table(whole, [...columns, { flexible: true }], page.width), ...moreLines(answer, page)]
    .map((line) => `${line}\n`)
    .join('');
}

/** A person is told of those that the list leaves out; in a pipe, each line is a session. */
function moreLines({ rows, total }: SessionsAnswer, { paint, width }: Page): string[] {
  const more = total - rows.length;
  if (more <= 0 || !Number.isFinite(width)) return [];
  const rest = paint.dim(`… and ${counted(more, 'more session')}:`);
  return [cut(`${rest} ${paint.cyan(`-n ${total}`)}`, width)];
}

interface SessionColumn extends Column {
  readonly cell: (row: SessionShown) => string;
}

/** The narrower the terminal, the fewer columns: what was asked needs room. */
function columnsOf(
  named: boolean,
  rows: readonly SessionShown[],
  ids: ReadonlyMap<string, string>,
  page: Page,
): readonly SessionColumn[] {
  const { paint, nowMs } = page;
  const wide = named ? 24 : 0;
  const isNarrow = named && page.width < 100;
  const name = { widthMax: isNarrow ? NAME_COLUMNS_NARROW : NAME_COLUMNS_MAX };
  return [
    { cell: ({ session }) => paint.bold(ids.get(session) ?? shortId(session)) },
    { cell: ({ endedAtMs }) => relativeTime(endedAtMs, nowMs) },
    {
      cell: ({ endedAtMs }) => paint.dim(localDay(endedAtMs) ?? ''),
      from: 90 + wide,
    },
    { cell: ({ endedAtMs }) => paint.dim(localTime(endedAtMs)?.slice(11) ?? ''), from: 100 + wide },
    // The turns with which a fork begins are shown at its parent.
    {
      cell: ({ turns, sharedTurns }) => counted(turns - sharedTurns, 'turn'),
      align: 'right',
      from: named ? 100 : 0,
    },
    // A single project would be the same on every line.
    ...(named
      ? [{ cell: ({ project }: SessionShown) => oneLine(project), from: 60, ...name }]
      : []),
    // Agents are named where there are several.
    { cell: (row) => agentText(row, rows, page), ...name },
    { cell: ({ branch }) => (branch ? paint.dim(oneLine(branch)) : ''), from: 110 + wide, ...name },
  ];
}

/** Colours around nothing would be a column of their own. */
function agentText(
  { codingAgent }: SessionShown,
  rows: readonly SessionShown[],
  { paint }: Page,
): string {
  const name = agentShown(codingAgent, rows);
  return name ? paint.dim(name) : '';
}

function titleText(row: SessionShown, room: number, page: Page): string {
  const { paint } = page;
  const isAsked = row.title.trim() !== '';
  if (!isAsked && row.ended === undefined) return paint.dim('(no prompt)');
  const fork = row.sharedWith ? `${paint.dim(`begins as ${shortId(row.sharedWith)}`)} ` : '';
  const clock = row.clockAhead ? `${paint.yellow('(its clock was ahead)')} ` : '';
  const before = `${clock}${fork}${isAsked ? `${paint.green('>')} ` : ''}`;
  const after = row.times > 1 ? paint.dim(` (${row.times} times)`) : '';
  return before + gistText(row, room - visibleWidth(before + after), page) + after;
}

/** Renders the message for when there is no session. */
export function renderNoSession(
  { branches }: SessionsAnswer,
  options: SessionsOptions,
  paint: Style,
): string {
  const { everything, project, id } = options;
  if (id !== undefined) {
    const hint = '`mementor sessions --all-projects` and `mementor query` show ids';
    return `No session or turn has an id that begins with ${typedLine(id)}.\n\n${paint.cyan('hint:')} ${hint}\n`;
  }
  const where = everything ? '' : ' of this project';
  const which = project === undefined ? where : ` of project ${oneLine(project)}`;
  const isFiltered = [
    options.since,
    options.until,
    options.branch,
    options.headless === false,
  ].some(Boolean);
  // Sessions without text are stored and counted too, and not listed.
  const nothing = `No session with text${which} ${isFiltered ? 'matches' : 'is stored'}.\n`;
  if (isFiltered) {
    const meant = branches && branchesHint(branches);
    return `${nothing}\n${paint.cyan('hint:')} ${meant ?? 'leave a filter out'}\n`;
  }
  if (everything) return nothing;
  const hint = '`mementor status` lists the projects, `--all-projects` the sessions of them all';
  return `${nothing}\n${paint.cyan('hint:')} ${hint}\n`;
}
