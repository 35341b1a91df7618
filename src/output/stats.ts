/** Renders what recall did and how the memory grew. Pure. */

import type { Growth, Stats } from '../operations/stats.ts';
import { KEPT_DAYS } from '../recalls/summary.ts';
import { calendarDay } from '../text/days.ts';
import { oneLine } from '../text/lines.ts';
import { counted, grouped, sized } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import { bar, columnChart } from './bars.ts';
import type { Page } from './layout/page.ts';
import { table } from './layout/table.ts';
import { hanging } from './layout/wrap.ts';

/** The text beside a bar. */
const BESIDE_COLUMNS = 46;
const BAR_COLUMNS_MIN = 6;
const BAR_COLUMNS_MAX = 24;
const CHART_ROWS = 4;
const BAR_WIDTH_MAX = 3;
const INSET = '  ';

/** In a pipe, the width is infinite: then there are numbers instead of plots. */
export function renderStats(stats: Stats, page: Page): string {
  const lines = [
    ...heading(stats, page),
    '',
    ...factLines(stats, page),
    ...growthLines(stats, page),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function heading({ project, promptsSinceMs, short }: Stats, { width, paint, nowMs }: Page) {
  const where = project === undefined ? 'all projects' : `project ${oneLine(project)}`;
  const why =
    short === 'begins'
      ? ', when the records begin'
      : short === 'kept'
        ? `: prompts are kept for ${KEPT_DAYS} days`
        : '';
  const since = `Prompts since ${calendarDay(promptsSinceMs, nowMs)}${why}`;
  return hanging('', `${paint.bold(since)} · ${where}`, width);
}

type Line = readonly [name: string, value: string, note: string];

/** Two groups of lines, in the same columns. */
function factLines(stats: Stats, page: Page): string[] {
  const prompts = promptRows(stats, page);
  const lines = aligned([...prompts, ...storedRows(stats, page)], page);
  return [...lines.slice(0, prompts.length), '', ...lines.slice(prompts.length)];
}

function promptRows(stats: Stats, page: Page): Line[] {
  const { prompts, added, withNotes, hookMs, sessions } = stats.counts;
  if (prompts === 0) return [['prompts', '0', 'none yet: the hooks count them']];
  const notes = withNotes === 0 ? '' : `, ${grouped(withNotes)} with a note`;
  const bars = (value: number) => plotted(value, prompts, page);
  const ms = (value: number | null) => (value === null ? '–' : `${grouped(value)} ms`);
  const times = hookMs.median === null ? '' : `, 95 % within ${ms(hookMs.p95)}`;
  return [
    ['prompts', grouped(prompts), `${bars(prompts)}${INSET}in ${counted(sessions, 'session')}`],
    ['added to', grouped(added), `${bars(added)}${INSET}${share(added, prompts)} of them${notes}`],
    ...(added === 0 ? [] : usedRows(stats, page)),
    ['time', ms(hookMs.median), `median of the hook${times}`],
  ];
}

/** What became of what was added. */
function usedRows({ counts }: Stats, page: Page): Line[] {
  const { prompts, used, unused, tokens } = counts;
  const median = tokens.median === null ? '' : `, median ${grouped(tokens.median)}`;
  return [
    [
      'used',
      grouped(used),
      `${plotted(used, prompts, page)}${INSET}of ${counted(used + unused, 'answer')} checked, by a weak sign`,
    ],
    ['tokens', grouped(tokens.total), `added${median}`],
  ];
}

/** Returns a bar, padded; nothing in a pipe. */
function plotted(value: number, largest: number, { width, paint }: Page): string {
  if (!Number.isFinite(width)) return '';
  const columns = Math.min(BAR_COLUMNS_MAX, Math.max(BAR_COLUMNS_MIN, width - BESIDE_COLUMNS));
  const drawn = bar(value, largest, columns);
  return paint.green(drawn) + ' '.repeat(columns - drawn.length);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}

function storedRows({ turns, sessions, newTurns, sinceMs, bytes }: Stats, { nowMs }: Page): Line[] {
  const since = `${grouped(newTurns)} since ${calendarDay(sinceMs, nowMs)}`;
  return [
    ['turns', grouped(turns), `stored in ${counted(sessions, 'session')}; ${since}`],
    ['disk', sized(bytes), 'for all projects'],
  ];
}

function aligned(rows: readonly Line[], { width, paint }: Page): string[] {
  const cells = rows.map(([name, value, note]) => [
    paint.dim(name),
    paint.bold(value),
    note.trim(),
  ]);
  return table(cells, [{}, { align: 'right' }, { flexible: true }], width);
}

function growthLines({ growth, unit }: Stats, page: Page): string[] {
  const most = growth.reduce<Growth | undefined>(
    (best, each) => (each.turns > (best?.turns ?? 0) ? each : best),
    undefined,
  );
  // One part of the time is no growth: the totals say it.
  const busy = growth.filter(({ turns, prompts }) => turns + prompts > 0);
  if (most === undefined || busy.length < 2) return [];
  const title = page.paint.bold(`Turns a ${unit}`);
  if (!Number.isFinite(page.width)) return ['', title, ...numbers(busy)];
  const busiest = `at most ${grouped(most.turns)}, on ${calendarDay(most.fromMs, page.nowMs)}`;
  return [
    '',
    `${title}  ${page.paint.dim(unit === 'day' ? busiest : `at most ${grouped(most.turns)}`)}`,
    ...chart(growth, page),
  ];
}

/** One line for each part of the time in which something was: its first day, turns, prompts, prompts added to. */
function numbers(growth: readonly Growth[]): string[] {
  const rows = growth.map(({ fromMs, turns, prompts, added }) => [
    localDay(fromMs) ?? '',
    grouped(turns),
    grouped(prompts),
    grouped(added),
  ]);
  const right = { align: 'right' } as const;
  const head = ['from', 'turns', 'prompts', 'added to'];
  return table([head, ...rows], [{}, right, right, right], Number.POSITIVE_INFINITY);
}

function chart(growth: readonly Growth[], { width, paint, nowMs }: Page): string[] {
  // The newest parts of a time that is too long for the terminal.
  const shown = growth.slice(-Math.max(1, width - INSET.length));
  const room = Math.floor((width - INSET.length) / shown.length);
  const barWidth = Math.max(1, Math.min(BAR_WIDTH_MAX, room));
  const lines = columnChart(
    shown.map(({ turns }) => turns),
    { height: CHART_ROWS, barWidth },
  );
  const first = calendarDay(shown[0]?.fromMs ?? nowMs, nowMs);
  const last = calendarDay(shown.at(-1)?.fromMs ?? nowMs, nowMs);
  const gap = shown.length * barWidth - first.length - last.length;
  const axis = gap > 0 ? `${first}${' '.repeat(gap)}${last}` : `${first} – ${last}`;
  return [...lines.map((line) => INSET + paint.cyan(line)), INSET + paint.dim(axis)];
}
