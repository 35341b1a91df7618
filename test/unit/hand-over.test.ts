/** What many hooks hand over together. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeOf, inboxOf } from '../../src/home/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { type Payload, putPayload as put } from '../helpers/payload.ts';
import { writeTranscript } from '../helpers/remembered.ts';

/** What the hook of a turn's end leaves. */
function stop(transcriptPath: string, answer: string, context: FakeContext): Payload {
  const receivedAtMs = context.now().getTime();
  return { version: 1, event: 'stop', transcriptPath, lastAnswer: answer, receivedAtMs };
}

async function exported(context: FakeContext): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  await runProgram(['export'], fresh);
  return fresh.stdout.text;
}

describe('many settings at once', () => {
  it('do not stop the worker: their patterns hold together', async () => {
    const context = fakeContext();
    const word = (of: number, number: number) => `walrus${of}-${number}-end`;
    for (let of = 0; of < 4; of++) {
      const shop = {
        project: 'shop',
        session: `aaaa111${of}`,
        numbered: true,
        prompts: [`what of ${word(of, 59)} is known?`],
      };
      const mask = Array.from({ length: 60 }, (_, number) => word(of, number));
      const payload = stop(writeTranscript(context, shop), 'nothing', context);
      put(inboxOf(homeOf(context)), { ...payload, keptOut: { mask, exclude: [] } });
    }
    // One that no hook handed over: what all neighbours keep out holds for it.
    const missed = { project: 'shop', session: 'aaaa1119', prompts: ['where is walrus2-7-end?'] };
    writeTranscript(context, missed);
    runWorker(context);
    expect(readdirSync(inboxOf(homeOf(context)))).toEqual([]);
    const turns = await exported(context);
    expect(turns.split('\n').filter((line) => line.includes('"turn"'))).toHaveLength(5);
    expect(turns.match(/\[masked:own\]/g)?.length).toBeGreaterThan(4);
    expect(turns).not.toContain('59-end');
    expect(turns).not.toMatch(/"text":"[^"]*walrus2-7/);
  });
});
