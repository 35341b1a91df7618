/** What the Stop hook hands over of an answer is what a transcript gives of it. */

import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeOf, inboxOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { type Payload, putPayload as put } from '../helpers/payload.ts';
import { writeTranscript } from '../helpers/remembered.ts';

/** What the hook of a turn's end leaves. */
function stop(transcriptPath: string, answer: string, context: FakeContext): Payload {
  const receivedAtMs = context.now().getTime();
  const lastAnswer = native().maskAnswer(answer);
  return { version: 1, event: 'stop', transcriptPath, lastAnswer, receivedAtMs };
}

/** Writes a turn whose answer is this; returns the path of its transcript. */
function transcriptWith(answer: string, context: FakeContext): string {
  const shop = {
    project: 'shop',
    session: 'aaaa1111',
    numbered: true,
    prompts: ['what hides it?'],
  };
  const path = writeTranscript(context, shop);
  const line = {
    type: 'assistant',
    uuid: 'aaaa1111-last',
    parentUuid: 'aaaa1111-0-a',
    isSidechain: false,
    timestamp: '2026-01-02T00:00:01.000Z',
    cwd: context.cwd,
    sessionId: 'aaaa1111',
    version: '2.1.330',
    message: { role: 'assistant', content: [{ type: 'text', text: answer }] },
  };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
  return path;
}

async function exported(context: FakeContext): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  await runProgram(['export'], fresh);
  return fresh.stdout.text;
}

describe('the answer that is handed over', () => {
  const SPOKEN_OF = 'Put `<private>` before what must stay out. The rest of this is kept.';

  it('is found in its transcript, and not stored a second time', async () => {
    const context = fakeContext();
    const path = transcriptWith(SPOKEN_OF, context);
    put(inboxOf(homeOf(context)), stop(path, SPOKEN_OF, context));
    await runWorker(context);
    expect(native().inbox(homeOf(context), true).waiting).toEqual([]);
    const turns = await exported(context);
    expect(turns).toContain('The rest of this is kept.');
    expect(turns).not.toContain('"reported"');
  });
});

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
    await runWorker(context);
    expect(native().inbox(homeOf(context), true).waiting).toEqual([]);
    const turns = await exported(context);
    expect(turns.split('\n').filter((line) => line.includes('"turn"'))).toHaveLength(5);
    expect(turns.match(/\[masked:own\]/g)?.length).toBeGreaterThan(4);
    expect(turns).not.toContain('59-end');
    expect(turns).not.toMatch(/"text":"[^"]*walrus2-7/);
  });
});
