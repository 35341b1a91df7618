/** Lines of a client: whole ones pass, a longer one is refused by its id wherever that stands. */

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesWithin } from '../../src/mcp/lines.ts';

/** Returns what passes of the chunks of an input, and what is written to the client instead. */
async function read(chunks: readonly Buffer[], bytesMax: number) {
  const output = new PassThrough();
  const lines = linesWithin(output, bytesMax);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  const passed = (await buffer(lines)).toString();
  const answers = (await buffer(output.end())).toString().split('\n').slice(0, -1);
  return { passed, answers: answers.map((answer) => JSON.parse(answer)) };
}

it('pass as they are however they arrive, without the ones that are too long', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '"', ' '), maxLength: 12 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), sizes, async (texts, cuts) => {
      const all = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0, cut = 0; at < all.length; cut += 1) {
        const size = cuts[cut % cuts.length] as number;
        chunks.push(all.subarray(at, at + size));
        at += size;
      }
      const isShort = (text: string) => Buffer.byteLength(text) + 1 <= 10;
      const { passed, answers } = await read(chunks, 10);
      expect(passed).toBe(
        texts
          .filter(isShort)
          .map((text) => `${text}\n`)
          .join(''),
      );
      expect(answers).toHaveLength(texts.filter((text) => !isShort(text)).length);
    }),
  );
});

const BODY = `{"id": 99, "text": "${'x'.repeat(5_000)},\\"id\\":98}"}`;

it.each([
  ['its head', 7, `{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": ${BODY}}`],
  ['its end', 7, `{"method":"tools/call","params":${BODY},"jsonrpc":"2.0","id":7}`],
  ['a text', 'a-7', `{"method":"tools/call","params":${BODY},"jsonrpc":"2.0","id":"a-7"}`],
  ['nowhere', undefined, `{"method":"notifications/x","params":${BODY}}`],
  ['behind what is long', undefined, `{"params":${BODY},"id":7,"_meta":${BODY},"method":"x"}`],
  ['an answer to the server', undefined, `{"jsonrpc":"2.0","id":7,"result":${BODY}}`],
])('are refused by an id in %s', async (_, id, line) => {
  const { passed, answers } = await read([Buffer.from(`${line}\r\nnext\n`)], 4_000);
  expect(passed).toBe('next\n');
  expect(answers).toMatchObject([{ jsonrpc: '2.0', error: { code: -32_600 } }]);
  expect(answers[0].id).toBe(id);
});
