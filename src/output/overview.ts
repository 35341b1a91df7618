/** Renders the state and what to type next, within ten lines. Pure. */

import type { Counts, Overview } from '../operations/overview.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { relativeTime } from './layout/when.ts';
import { cut } from './layout/width.ts';
import { fields } from './layout/wrap.ts';

export function renderOverview(overview: Overview, page: Page): string {
  const { paint, width } = page;
  const facts = overview.all === undefined ? [] : storedRows(overview, page);
  const rows = [
    ...facts,
    ['hooks', hooksText(overview, page)] as const,
    ...waitingRows(overview, page),
  ];
  const first = overview.hooks === 'on' ? FIRST.slice(1) : FIRST;
  const next = overview.all === undefined ? first : NEXT;
  const lines = [
    ...(overview.all === undefined ? ['Nothing is stored yet.'] : []),
    ...fields(rows, { paint, width: Number.POSITIVE_INFINITY }),
    '',
    ...fields(
      next.map(([what, command]) => [what, paint.cyan(command)] as const),
      { paint, width: Number.POSITIVE_INFINITY },
    ),
  ];
  return lines.map((line) => `${cut(line, width)}\n`).join('');
}

const FIRST = [
  ['start', 'mementor enable'],
  ['import', 'mementor ingest --all'],
  ['help', 'mementor --help'],
] as const;

const NEXT = [
  ['search', 'mementor query "which port does staging use"'],
  ['browse', 'mementor browse'],
  ['why', 'mementor why'],
  ['help', 'mementor --help'],
] as const;

function storedRows({ here, all, projects }: Overview, page: Page) {
  const rows: (readonly [string, string])[] = [
    [
      'project',
      here ? `${page.paint.bold(printable(here.name))}, ${countsText(here, page)}` : NONE,
    ],
  ];
  const isOnlyOne = here !== undefined && projects === 1;
  if (all !== undefined && !isOnlyOne) {
    rows.push(['all', `${counted(projects, 'project')}, ${countsText(all, page)}`]);
  }
  return rows;
}

/** What waits for a person: proposed notes, and what the doctor found. */
function waitingRows({ proposed, finding }: Overview, { paint, home }: Page) {
  const rows: (readonly [string, string])[] = [];
  if (proposed > 0) {
    const wait = proposed === 1 ? 'note waits' : 'notes wait';
    rows.push(['notes', `${grouped(proposed)} ${wait}: ${paint.cyan('mementor notes review -a')}`]);
  }
  if (finding !== undefined) {
    const detail = printable(withShortPaths(finding.detail, { home }));
    rows.push(['doctor', `${paint.cyan('mementor doctor')}: ${paint.yellow(detail)}`]);
  }
  return rows;
}

const NONE = 'nothing is stored of this one';

function countsText({ sessions, turns, lastAtMs }: Counts, { nowMs }: Page): string {
  const last = relativeTime(lastAtMs, nowMs);
  return `${counted(sessions, 'session')}, ${counted(turns, 'turn')}, last ${last}`;
}

const HOOKS: Readonly<Record<string, string>> = {
  off: 'off: nothing new is stored',
  unreadable: "not known: Claude Code's settings cannot be read",
};

function hooksText({ hooks, muted }: Overview, { paint }: Page): string {
  const mute = muted.length > 0 ? `, ${paint.yellow('muted here')} (mementor status says how)` : '';
  if (hooks === 'on') return `${paint.green('on')}${mute}`;
  const what = HOOKS[hooks] ?? `${hooks}: some may not run`;
  const fix = hooks === 'off' ? 'mementor enable' : 'mementor doctor';
  return `${paint.yellow(what)}; ${paint.cyan(fix)}${mute}`;
}
