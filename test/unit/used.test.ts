import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home/paths.ts';
import type { RecordLine as Line, PromptLine, UsedLine } from '../../src/memory.ts';
import { usedText } from '../../src/output/why.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';
import { appendLine, promptLine, recordPath } from '../helpers/record.ts';

const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';
const _TRANSCRIPT = `/somewhere/${SESSION}.jsonl`;
const HOUR_MS = 60 * 60 * 1_000;

let context: FakeContext;
let nowMs: number;
let path: string;

beforeEach(() => {
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  nowMs = context.now().getTime();
  path = recordPath(homeOf(context), SESSION);
});

function prompt(atMs: number, injected: readonly string[], more: Partial<PromptLine> = {}): Line {
  const about = { atMs, prompt: 'which port?', directory: context.cwd, dismissed: null };
  const costs = { rate: 2, chars: 400, recallMs: 1, hookMs: 100 };
  return { ...promptLine({ ...about, ...costs }, found([])), injected, ...more };
}

function used(promptAtMs: number, words: number): UsedLine {
  return { atMs: promptAtMs + 9_000, promptAtMs, turn: 'answer', brought: 9, used: words };
}

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
