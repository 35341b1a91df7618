/** What came of what was brought back: noted once by the worker, shown by `why` and `status`. */

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf, recallsOf } from '../../src/home/paths.ts';
import type { Memory } from '../../src/memory.ts';
import { usedText } from '../../src/output/why.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  heldAfter,
  type Line,
  type PromptLine,
  parseHeld,
  parseLines,
  type UsedLine,
} from '../../src/recalls/lines.ts';
import { promptLine } from '../../src/recalls/prompt-line.ts';
import { appendLine, recordPath } from '../../src/recalls/record.ts';
import { summaryOf } from '../../src/recalls/summary.ts';
import { noteUsed } from '../../src/recalls/used.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';

const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';
const TRANSCRIPT = `/somewhere/${SESSION}.jsonl`;
const HOUR_MS = 60 * 60 * 1_000;

type Injection = Parameters<Memory['used']>[0];
type Used = ReturnType<Memory['used']>;

let context: FakeContext;
let nowMs: number;
let path: string;

beforeEach(() => {
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  nowMs = context.now().getTime();
  path = recordPath(homeOf(context), SESSION) ?? '';
});

function prompt(atMs: number, injected: readonly string[], more: Partial<PromptLine> = {}): Line {
  const about = { atMs, prompt: 'which port?', directory: context.cwd, dismissed: null };
  const costs = { rate: 2, chars: 400, recallMs: 1, hookMs: 100 };
  return { ...promptLine({ ...about, ...costs }, found([]), String), injected, ...more };
}

function used(promptAtMs: number, words: number): UsedLine {
  return { atMs: promptAtMs + 9_000, promptAtMs, turn: 'answer', brought: 9, used: words };
}

/** Notes what came of the prompts; returns which ones were asked about. */
function noted(answer: (injection: Injection) => Used, stoppedMs?: number): Injection[] {
  const asked: Injection[] = [];
  const memory = {
    used(injection: Injection) {
      asked.push(injection);
      return answer(injection);
    },
  };
  noteUsed(memory, TRANSCRIPT, stoppedMs, context);
  return asked;
}

function usedLines(): Line[] {
  return parseLines(readFileSync(path, 'utf8')).filter((line) => 'used' in line);
}

describe('what came of a prompt', () => {
  const answer = () => ({ turn: 'answer', brought: 9, used: 2 });

  it('is noted once, without a word of it', () => {
    appendLine(path, prompt(nowMs - HOUR_MS, ['t1', 't2']));
    expect(noted(answer, nowMs - 5)).toEqual([
      {
        session: SESSION,
        prompt: 'which port?',
        atMs: nowMs - HOUR_MS,
        turns: ['t1', 't2'],
        notes: [],
        stoppedMs: nowMs - 5,
      },
    ]);
    const line = { atMs: nowMs, promptAtMs: nowMs - HOUR_MS, turn: 'answer', brought: 9, used: 2 };
    expect(readFileSync(path, 'utf8').trimEnd().split('\n').slice(1)).toEqual([
      JSON.stringify(line),
    ]);
    expect(noted(answer)).toEqual([]);
    expect(usedLines()).toHaveLength(1);
  });

  it('is looked at again while the answer is not complete', () => {
    appendLine(path, prompt(nowMs - HOUR_MS, ['t1']));
    expect(noted(() => null)).toHaveLength(1);
    expect(usedLines()).toEqual([]);
    expect(noted(answer)).toHaveLength(1);
    expect(usedLines()).toHaveLength(1);
  });

  it('is asked for recent prompts that brought something back, and no others', () => {
    appendLine(path, prompt(nowMs - 25 * HOUR_MS, ['old']));
    appendLine(path, prompt(nowMs - 2 * HOUR_MS, []));
    expect(noted(answer)).toEqual([]);
    appendLine(path, prompt(nowMs - HOUR_MS, ['new']));
    expect(noted(answer).map(({ turns }) => turns)).toEqual([['new']]);
    appendLine(path, prompt(nowMs - HOUR_MS / 2, [], { notes: ['rule'] }));
    expect(noted(answer).map(({ notes }) => notes)).toEqual([['rule']]);
  });

  it('goes behind a line that a writer left torn', () => {
    appendLine(path, prompt(nowMs - HOUR_MS, ['t1']));
    appendFileSync(path, '{"atMs":5,"prom');
    noted(answer);
    expect(usedLines()).toHaveLength(1);
  });

  it('makes no record where there is none, and fails nowhere: the log says why', () => {
    expect(noted(answer)).toEqual([]);
    expect(existsSync(recallsOf(homeOf(context)))).toBe(false);
    appendLine(path, prompt(nowMs - HOUR_MS, ['t1']));
    noted(() => {
      throw new Error('the disk is gone');
    });
    expect(usedLines()).toEqual([]);
    const log = join(homeOf(context), 'mementor.log');
    expect(readFileSync(log, 'utf8')).toContain('recall: the disk is gone');
    mkdirSync(path.replace(SESSION, 'folder'), { recursive: true });
    noteUsed({ used: answer }, '/somewhere/folder.jsonl', undefined, context);
    expect(readFileSync(log, 'utf8')).toMatch(/recall: .*: it is a folder/);
  });

  it('changes nothing in what a build without it reads: it has no field that such a one knows', () => {
    const { atMs: _, ...others } = used(1_000, 2);
    expect(Object.keys(others)).toEqual(['promptAtMs', 'turn', 'brought', 'used']);
    const lines = [prompt(1_000, ['a']), used(1_000, 2), { compacting: 'auto', atMs: 5_000 }];
    const held = (of: readonly object[]) =>
      heldAfter(parseHeld(of.map((line) => `${JSON.stringify(line)}\n`).join('')));
    expect(held(lines)).toEqual(held(lines.filter((line) => !('used' in line))));
  });
});

describe('the summary', () => {
  it('counts prompts, injections, and answers in which two words or more came back', () => {
    const lines = [
      prompt(900, ['too', 'old']),
      used(900, 9),
      prompt(1_000, ['a']),
      prompt(2_000, ['b']),
      prompt(3_000, ['c', 'd']),
      prompt(4_000, []),
      prompt(5_000, [], { prompt: '<task-notification>done</task-notification>' }),
      used(1_000, 2),
      used(1_000, 2),
      used(2_000, 1),
      { ...used(3_000, 1), brought: 1 },
    ];
    expect(summaryOf(lines, 1_000)).toEqual({ prompts: 4, spoken: 3, answers: 2, used: 1 });
  });
});

describe('it is shown', () => {
  async function said(...args: string[]): Promise<string> {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await runProgram(args, fresh);
    return fresh.stdout.text;
  }

  it('by `why`, as what it is', async () => {
    appendLine(path, prompt(nowMs - HOUR_MS, ['t1']));
    expect(await said('why')).toContain('used      not known yet');
    appendLine(path, used(nowMs - HOUR_MS, 2));
    expect(await said('why')).toContain(
      'used      signs of use: the answer has 2 of 9 rare words of the added turns (a weak sign)\n',
    );
    const document = JSON.parse(await said('why', '--json'));
    expect(document.used).toEqual({ turn: 'answer', brought: 9, used: 2 });
    expect(document.usage).toBe('used');
    appendLine(path, prompt(nowMs - 1, []));
    expect(await said('why')).not.toContain('used ');
    expect(JSON.parse(await said('why', '--json')).used).toBeNull();
  });

  it('by `why`, also when there was no word to look for', () => {
    expect(usedText({ ...used(1, 0), brought: 1 })).toBe(
      'cannot be told: the added turns have no rare words to look for',
    );
    expect(usedText(used(1, 1))).toBe(
      'no sign of use: the answer has 1 of 9 rare words of the added turns (a weak sign)',
    );
  });

  it('by `status`, only where there is something to tell', async () => {
    expect(await said('status')).toMatch(/^recall +on$/m);
    appendLine(path, prompt(nowMs - 2 * HOUR_MS, ['t1']));
    appendLine(path, prompt(nowMs - HOUR_MS, []));
    expect(await said('status')).toMatch(
      /^recall +on, 1 of 2 prompts in 30 days got something\n +last added 1 turn 2 hours ago · .*: mementor why$/m,
    );
    appendLine(path, used(nowMs - 2 * HOUR_MS, 2));
    expect(JSON.parse(await said('status', '--json')).recall).toEqual({
      days: 30,
      prompts: 2,
      spoken: 1,
      answers: 1,
      used: 1,
      lastAddedAt: new Date(nowMs - 2 * HOUR_MS).toISOString(),
    });
  });
});
