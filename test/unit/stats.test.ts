/** `mementor status --usage`: what recall did, what it cost, and how the memory grew. */

import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home/paths.ts';
import type { RecordLine as Line, PromptLine, UsedLine } from '../../src/memory.ts';
import { countsOf, quantile } from '../../src/operations/stats.ts';
import { bar, columnChart } from '../../src/output/bars.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { runProgram } from '../../src/program/program.ts';
import type { RecordedPrompt } from '../../src/recalls/history.ts';
import { calendarDay, dayName } from '../../src/text/days.ts';
import { bucketsOf, unitFor } from '../../src/text/periods.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';
import { appendLine, promptLine, recordPath } from '../helpers/record.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';

let context: FakeContext;
let nowMs: number;

beforeEach(() => {
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  nowMs = context.now().getTime();
});

function prompt(daysAgo: number, injected: readonly string[], more: Partial<PromptLine> = {}) {
  const atMs = nowMs - daysAgo * DAY_MS;
  const about = { atMs, prompt: 'which port?', directory: context.cwd, dismissed: null };
  const costs = { rate: 2, chars: 400, recallMs: 1, hookMs: 100 };
  return { ...promptLine({ ...about, ...costs }, found([])), injected, ...more };
}

function usedLine(promptAtMs: number, used: number): UsedLine {
  return { atMs: promptAtMs + 9_000, promptAtMs, turn: 'answer', brought: 9, used };
}

function record(line: Line, session = SESSION): void {
  appendLine(recordPath(homeOf(context), session), line);
}

function rememberTurns(project: string, session: string, at: string, count: number): void {
  const prompts = Array.from({ length: count }, (_, index) => `prompt ${index}`);
  remember(context, writeTranscript(context, { project, session, prompts, at }));
}

async function run(args: readonly string[], columns?: number) {
  const stdout = fakeOutput(columns !== undefined, columns);
  const fresh = { ...context, stdout, stderr: fakeOutput() };
  const exitCode = await runProgram(['status', '--usage', ...args], fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

/** The day's name, in whatever time zone. */
function daysAgo(days: number): string {
  return calendarDay(nowMs - days * DAY_MS, nowMs);
}

async function document(...args: string[]) {
  return JSON.parse((await run([...args, '--json'])).stdout);
}

describe('the counts', () => {
  const recorded = (line: PromptLine, used?: UsedLine, session = 's'): RecordedPrompt => ({
    session,
    line,
    used,
  });

  it('are of prompts, of what was added, and of what was used', () => {
    const prompts = [
      recorded(prompt(1, ['a'], { tokens: 100, hookMs: 120 }), usedLine(0, 2)),
      recorded(prompt(1, ['a'], { tokens: 300, hookMs: 80 }), usedLine(0, 1)),
      recorded(prompt(1, ['a', 'b'], { tokens: 50, hookMs: 200 })),
      recorded(prompt(1, [], { tokens: 0, hookMs: 60 }), undefined, 'other'),
      recorded(prompt(1, [], { notes: ['n'], tokens: 30, hookMs: 70 }), undefined, 'other'),
    ];
    expect(countsOf(prompts)).toEqual({
      prompts: 5,
      sessions: 2,
      added: 4,
      withNotes: 1,
      used: 1,
      unused: 1,
      unknown: 2,
      tokens: { total: 480, median: 50 },
      hookMs: { median: 80, p95: 200 },
    });
  });

  it('of nothing are nothing', () => {
    expect(countsOf([])).toMatchObject({
      prompts: 0,
      tokens: { total: 0, median: null },
      hookMs: { median: null, p95: null },
    });
  });

  it('name the value that a share of the others does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.5, 0.95, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 95, 100]);
    expect(quantile([7], 0.95)).toBe(7);
  });
});

describe('status', '--usage', () => {
  beforeEach(() => {
    rememberTurns('project', 's1', '2025-12-30T09:00:00Z', 3);
    rememberTurns('project', 's2', '2025-12-28T09:00:00Z', 1);
    rememberTurns('project', 's0', '2025-06-01T09:00:00Z', 2);
    rememberTurns('farm', 's3', '2025-12-31T09:00:00Z', 5);
    record(prompt(2.75, ['a']));
    record(usedLine(nowMs - 2.75 * DAY_MS, 4));
    record(prompt(1.75, []));
    record(prompt(1.75, [], { prompt: '<task-notification>\n<summary>done' }));
    record(prompt(1, ['b'], { directory: '/elsewhere' }), 'another');
  });

  it('counts this project, since the log begins', async () => {
    const found = await document();
    expect(found).toMatchObject({
      version: 1,
      project: 'project',
      since: new Date(nowMs - 30 * DAY_MS).toISOString(),
      promptsSince: new Date(nowMs - 2.75 * DAY_MS).toISOString(),
      prompts: 2,
      sessions: 1,
      added: 1,
      used: 1,
      unused: 0,
      unknown: 0,
      tokens: { total: 100, median: 100 },
      hookMs: { median: 100, p95: 100 },
      stored: { turns: 6, sessions: 3, newTurns: 4, databaseBytes: expect.any(Number) },
      growth: { unit: 'day' },
    });
    const days = found.growth.periods.filter(({ turns }: { turns: number }) => turns > 0);
    expect(days).toMatchObject([
      { turns: 1, prompts: 0 },
      { turns: 3, prompts: 1, added: 1 },
    ]);
    expect((await run([])).stdout).toContain(
      `Prompts since ${daysAgo(2.75)}, when the records begin · project project\n`,
    );
  });

  it('counts another project, or all', async () => {
    expect(await document('--project', 'farm')).toMatchObject({
      project: 'farm',
      prompts: 0,
      stored: { turns: 5, newTurns: 5 },
    });
    expect(await document('--all-projects')).toMatchObject({
      project: null,
      prompts: 3,
      added: 2,
      stored: { turns: 11, sessions: 4, newTurns: 9 },
    });
    const { exitCode, stderr } = await run(['--project', 'nosuch']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no project is called nosuch');
  });

  it('says that prompts are kept for 30 days, and counts turns since ever', async () => {
    record(prompt(40, ['old']));
    const { stdout } = await run(['--since', '1y']);
    expect(stdout).toContain(`Prompts since ${daysAgo(30)}: prompts are kept for 30 days · `);
    expect(await document('--since', '1y')).toMatchObject({
      prompts: 2,
      stored: { newTurns: 6 },
      growth: { unit: 'week' },
    });
    expect((await run(['--since', '1d'])).stdout).toContain(`Prompts since ${daysAgo(1)} · `);
    expect((await run(['--since', 'soon'])).exitCode).toBe(2);
  });

  it('is numbers in a pipe', async () => {
    const { stdout } = await run([]);
    const [text = '', days = ''] = stdout
      .replace(/[\d.]+ kB/, ' SIZE')
      .replaceAll(/[A-Z][a-z][a-z] \d+(, 2025)?/g, 'DAY')
      .split('\nTurns a day\n');
    expect(text).toMatchInlineSnapshot(`
      "Prompts since DAY, when the records begin · project project

      prompts          2  in 1 session
      added to         1  50 % of them
      used             1  of 1 answer checked, by a weak sign
      tokens         100  added, median 100
      time        100 ms  median of the hook, 95 % within 100 ms

      turns            6  stored in 3 sessions; 4 since DAY
      disk       SIZE  for all projects
      "
    `);
    // The day between the two has no line.
    expect(days).toMatch(
      /^from +turns +prompts +added to\n2025-12-\d\d +1 +0 +0\n2025-12-\d\d +3 +1 +1\n2025-12-31 +0 +1 +0\n$/,
    );
    expect(stdout).not.toMatch(/[▁▂▃▄▅▆▇█▉▊▋▌▍▎▏]/u);
  });

  it('says nothing of zeros on the first day', async () => {
    context = fakeContext({ env: { ...context.env, NO_COLOR: '1' } });
    rememberTurns('project', 's1', '2025-12-10T09:00:00Z', 3);
    record(prompt(0, []));
    for (const columns of [undefined, 80]) {
      const { stdout } = await run([], columns);
      expect(stdout).toMatch(/^added to +0 /m);
      expect(stdout).not.toMatch(/^(used|tokens) /m);
    }
    const { stdout } = await run([]);
    expect(stdout).toMatch(/\nTurns a day\nfrom.*\n2025-12-10 +3 +0 +0\n2026-01-02 +0 +1 +0\n$/);
    expect((await document()).growth.periods).toHaveLength(24);
  });

  it('has plots on a terminal, of any width', async () => {
    context = { ...context, env: { ...context.env, NO_COLOR: '1' } };
    for (const columns of [40, 60, 80, 160]) {
      const { stdout } = await run(['--since', '1y'], columns);
      const bar = '█'.repeat(Math.max(6, Math.min(24, columns - 46)));
      expect(stdout).toMatch(new RegExp(`prompts +2 {2}${bar} {2}in`));
      expect(stdout).toMatch(new RegExp(`added to +1 {2}${bar.slice(bar.length / 2)} +50 %`));
      expect(stdout).toContain('Turns a week  at most 3\n');
      const widths = stdout.split('\n').map(visibleWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });

  it('needs a memory', async () => {
    context = fakeContext();
    const { exitCode, stderr } = await run([]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('hint: run `mementor ingest --all`');
  });
});

describe('plots', () => {
  it('have bars as long as their share; what is not nothing can be seen', () => {
    expect([0, 1, 50, 100].map((value) => bar(value, 100, 8))).toEqual([
      '',
      '▏',
      '████',
      '████████',
    ]);
    expect(bar(1, 3, 2)).toBe('▋');
    expect(bar(0, 0, 8)).toBe('');
  });

  it('have columns as high as their share', () => {
    expect(columnChart([0, 1, 8, 16], { height: 2, barWidth: 1 })).toEqual(['   █', ' ▁██']);
    expect(columnChart([1, 100], { height: 1, barWidth: 2 })).toEqual(['▁▁██']);
    expect(columnChart([], { height: 2, barWidth: 1 })).toEqual(['', '']);
  });
});

describe('periods', () => {
  const at = (year: number, month: number, day: number, hour = 12) =>
    new Date(year, month - 1, day, hour).getTime();

  it.each([
    ['day', at(2026, 2, 26), at(2026, 3, 1), 4],
    ['week', at(2026, 1, 1), at(2026, 2, 1), 5],
    ['month', at(2025, 11, 30), at(2026, 2, 1), 4],
  ] as const)('of a %s cover the time without a gap', (unit, fromMs, toMs, count) => {
    const buckets = bucketsOf(fromMs, toMs, unit);
    expect(buckets).toHaveLength(count);
    expect(buckets[0]?.fromMs).toBeLessThanOrEqual(fromMs);
    expect(buckets.at(-1)?.toMs).toBeGreaterThan(toMs);
    for (const [index, { toMs: end }] of buckets.slice(0, -1).entries()) {
      expect(buckets[index + 1]?.fromMs).toBe(end);
    }
    for (const { fromMs: start } of buckets) expect(new Date(start).getHours()).toBe(0);
  });

  it('are few enough for a terminal', () => {
    const nowMs = at(2026, 6, 1);
    const units = [30, 60, 61, 420, 421].map((days) => unitFor(nowMs - days * DAY_MS, nowMs));
    expect(units).toEqual(['day', 'day', 'week', 'week', 'month']);
  });

  it('have names that a person uses', () => {
    const nowMs = at(2026, 3, 1, 0);
    const names = [at(2026, 3, 1, 23), at(2026, 2, 28, 0), at(2026, 2, 27), at(2025, 3, 1)];
    expect(names.map((atMs) => dayName(atMs, nowMs))).toEqual([
      'today',
      'yesterday',
      'Feb 27',
      'Mar 1, 2025',
    ]);
    expect([0, -1, Number.NaN].map((atMs) => dayName(atMs, nowMs))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(calendarDay(at(2026, 3, 1), nowMs)).toBe('Mar 1');
  });
});
