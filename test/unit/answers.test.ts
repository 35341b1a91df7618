/** Answers are asked without a terminal: they print nothing, and give what `--json` prints. */

import { describe, expect, it } from 'vitest';
import { doctor } from '../../src/operations/doctor.ts';
import { query } from '../../src/operations/query.ts';
import { sessions } from '../../src/operations/sessions.ts';
import { show } from '../../src/operations/show.ts';
import { status } from '../../src/operations/status.ts';
import { why } from '../../src/operations/why.ts';
import type { Output } from '../../src/process/context.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const PROMPT = 'which port does the billing db use';

/** A terminal that nobody may write to. */
const NO_TERMINAL: Output = {
  isTTY: false,
  write: () => {
    throw new Error('an answer was printed');
  },
};

/** The memory stays open: once it is collected, its file gets another size. */
function remembered() {
  const context = fakeContext();
  const written = { project: 'project', session: 'aaaaaaaa-1', prompts: [PROMPT] };
  return { context, memory: remember(context, writeTranscript(context, written)) };
}

const EVERYTHING = { project: undefined, everything: true };

describe('an answer', () => {
  it.each([
    [
      'query billing -a',
      async (c) => (await query({ text: 'billing', ...EVERYTHING }, c)).document,
    ],
    ['sessions -a', async (c) => (await sessions({ limit: 20, ...EVERYTHING }, c)).document],
    ['show aaaaaaaa-1', async (c) => (await show({ id: 'aaaaaaaa-1' }, c)).document],
    ['status', async (c) => (await status(c)).document],
    ['doctor', async (c) => await doctor(c)],
    [
      'why',
      async (c) =>
        (await why({ prompt: undefined, session: undefined, rate: undefined }, c)).document,
    ],
  ] satisfies [string, (context: FakeContext) => Promise<object>][])(
    'is what `%s --json` prints',
    async (words, answer) => {
      const { context, memory } = remembered();
      const silent = { ...context, stdout: NO_TERMINAL, stderr: NO_TERMINAL } as FakeContext;
      const document = await answer(silent);
      const stdout = fakeOutput();
      await runProgram([...words.split(' '), '--json'], { ...context, stdout });
      expect(JSON.stringify(document, null, 2)).toBe(stdout.text.trimEnd());
      expect(memory.stats().turns).toBe(1);
    },
  );
});
