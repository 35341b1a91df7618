/** `mementor model get` against a server on this machine, which does everything wrong once. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { type Answer, fileAnswer, noise, PULLED, serve, testModels } from '../helpers/models.ts';
import { until } from '../helpers/sandbox.ts';

const MODELS = testModels();
const { weights } = MODELS;
const HALF = weights.length / 2;

function world(overrides: Partial<FakeContext> = {}): FakeContext {
  const env = { ...MODELS.env, ...overrides.env };
  return fakeContext({ ...overrides, env });
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput(context.stderr.isTTY) };
  const exitCode = await runProgram(['model', ...args], fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function pull(context: FakeContext, from: string, ...more: string[]) {
  return await run(context, 'get', PULLED, '--from', from, ...more);
}

function fileOf(context: FakeContext): string {
  return join(homeOf(context), 'models', PULLED, 'weights.onnx');
}

function partOf(context: FakeContext): string {
  return `${fileOf(context)}.part`;
}

/** Puts there what an earlier pull left. */
function leavePart(context: FakeContext, content: Buffer): void {
  mkdirSync(dirname(partOf(context)), { recursive: true });
  writeFileSync(partOf(context), content);
}

function expectWhole(context: FakeContext): void {
  expect(readdirSync(dirname(fileOf(context)))).toEqual(['weights.onnx']);
  expect(readFileSync(fileOf(context)).equals(weights)).toBe(true);
}

describe('model get', () => {
  it('downloads what is missing, for nobody else to read, and only once', async () => {
    const server = await serve(fileAnswer(weights));
    const context = world();
    expect(await pull(context, server.url)).toEqual({
      exitCode: 0,
      stdout: [
        'Pulled 300.0 kB; tiny-better is ready, every SHA-256 matches',
        '  use      mementor model use tiny-better',
        '  undo     mementor model remove tiny-better',
        '',
      ].join('\n'),
      stderr: '',
    });
    // The tokenizer is shared with the model that is there.
    expect(server.asked).toEqual([['/tiny-better/weights.onnx', undefined]]);
    expectWhole(context);
    expect(statSync(fileOf(context)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(fileOf(context))).mode & 0o777).toBe(0o700);
    const again = await pull(context, server.url);
    expect(again.stdout).toContain('tiny-better is already here and complete; nothing to do.');
    expect(server.asked).toHaveLength(1);
  });

  it('takes a mirror from the environment, below a path, and answers with one document', async () => {
    const server = await serve(fileAnswer(weights));
    const context = world({ env: { MEMENTOR_MODEL_MIRROR: `${server.url}/a/b/` } });
    const { exitCode, stdout, stderr } = await run(context, 'get', PULLED, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      id: PULLED,
      interrupted: false,
      files: ['weights.onnx'],
      received: weights.length,
    });
    expect(server.asked).toEqual([['/a/b/tiny-better/weights.onnx', undefined]]);
  });

  it('replaces a file that is there with a wrong content', async () => {
    const server = await serve(fileAnswer(weights));
    const context = world();
    leavePart(context, Buffer.alloc(0));
    writeFileSync(fileOf(context), noise(weights.length, 'damaged'));
    expect((await pull(context, server.url)).exitCode).toBe(0);
    expectWhole(context);
  });

  it('keeps what came when the connection breaks, and goes on from there', async () => {
    let broken = true;
    const server = await serve((request, response) => {
      if (!broken) return fileAnswer(weights)(request, response);
      response.writeHead(200, { 'content-length': weights.length });
      response.write(weights.subarray(0, HALF), () => response.destroy());
    });
    const context = world();
    const first = await pull(context, server.url);
    expect(first.exitCode).toBe(2);
    expect(first.stderr).toMatch(/broke after \d+\.\d kB of 300\.0 kB/);
    expect(first.stderr).toContain(
      'it continues where this stopped; or use `mementor model get DIR`',
    );
    // What a broken connection still hands over depends on the version of Node.
    const kept = statSync(partOf(context)).size;
    expect(kept).toBeGreaterThan(HALF / 2);
    expect(kept).toBeLessThanOrEqual(HALF);
    expect(existsSync(fileOf(context))).toBe(false);
    const soFar = `not downloaded, ${(kept / 1_000).toFixed(1)} kB so far`;
    expect((await run(context, 'list')).stdout).toContain(soFar);
    broken = false;
    const second = await pull(context, server.url, '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ received: weights.length - kept });
    expect(server.asked[1]).toEqual(['/tiny-better/weights.onnx', `bytes=${kept}-`]);
    expectWhole(context);
  });

  it('keeps what came at Ctrl-C', async () => {
    const interrupt = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': weights.length });
      response.write(weights.subarray(0, HALF));
    });
    const context = world({ interrupted: interrupt.signal });
    const running = pull(context, server.url);
    const size = () => statSync(partOf(context), { throwIfNoEntry: false })?.size;
    await until('half of it came', () => size() === HALF);
    interrupt.abort();
    expect(await running).toEqual({
      exitCode: 130,
      stdout: 'Interrupted; kept 150.0 kB for the next time.\n',
      stderr: '',
    });
    expect(size()).toBe(HALF);
  });

  const starts: [string, Buffer, Answer][] = [
    [
      'with a server that knows no ranges',
      weights.subarray(0, HALF),
      (_, response) => void response.end(weights),
    ],
    [
      'with a server that finds the range wrong',
      weights.subarray(0, HALF),
      (request, response) => {
        if (request.headers.range) response.writeHead(416).end();
        else response.end(weights);
      },
    ],
    [
      'with a server that gives another range',
      weights.subarray(0, HALF),
      (request, response) => {
        const total = weights.length;
        if (!request.headers.range) response.end(weights);
        else response.writeHead(206, { 'content-range': `bytes 9-${total - 1}/${total}` }).end('x');
      },
    ],
    ['when too much is there', noise(400_000, 'else'), fileAnswer(weights)],
  ];

  it.each(starts)('starts again %s', async (_, part, answer) => {
    const server = await serve(answer);
    const context = world();
    leavePart(context, part);
    expect(await pull(context, server.url)).toMatchObject({ exitCode: 0, stderr: '' });
    expectWhole(context);
  });

  it('asks for nothing when all has come already', async () => {
    const server = await serve(fileAnswer(weights));
    const context = world();
    leavePart(context, weights);
    expect((await pull(context, server.url)).exitCode).toBe(0);
    expect(server.asked).toEqual([]);
    expectWhole(context);
  });

  it('deletes what has a wrong hash, and says so', async () => {
    const server = await serve(fileAnswer(noise(weights.length, 'else')));
    const context = world();
    const { exitCode, stderr } = await pull(context, server.url);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/has the sha256 [0-9a-f]{64} instead of [0-9a-f]{64}; it was deleted/);
    expect(stderr).toContain('mementor model get DIR');
    expect(existsSync(partOf(context))).toBe(false);
    expect(existsSync(fileOf(context))).toBe(false);
    const badPart = world();
    leavePart(badPart, noise(HALF, 'else'));
    const good = await serve(fileAnswer(weights));
    expect((await pull(badPart, good.url)).stderr).toContain('it was deleted');
    expect((await pull(badPart, good.url)).exitCode).toBe(0);
  });

  it('gives up at once on a file of another size', async () => {
    const announced = await serve(fileAnswer(noise(400_000, 'else')));
    const first = await pull(world(), announced.url);
    expect(first.stderr).toContain('gives has 400000 bytes instead of 300000');
    // Without a length it is seen when there is too much, however much would follow.
    let stopped = false;
    const endless = await serve((_, response) => {
      response.on('close', () => {
        stopped = true;
      });
      const more = () => void response.write(weights, () => stopped || setImmediate(more));
      more();
    });
    const context = world();
    const second = await pull(context, endless.url);
    expect(second).toMatchObject({ exitCode: 2 });
    expect(second.stderr).toContain('gives has more than 300000 bytes instead of 300000');
    expect(existsSync(partOf(context))).toBe(false);
    await until('the connection is closed', () => stopped);
    const part = await serve((_, response) => {
      response.writeHead(206, { 'content-range': `bytes ${HALF}-399999/400000` }).end();
    });
    const resumed = world();
    leavePart(resumed, weights.subarray(0, HALF));
    expect((await pull(resumed, part.url)).stderr).toContain('has 400000 bytes instead of 300000');
    // Another server may have the right one.
    expect(statSync(partOf(resumed)).size).toBe(HALF);
    const short = await serve((_, response) => {
      response.write(weights.subarray(0, HALF));
      response.end();
    });
    expect((await pull(world(), short.url)).stderr).toContain('it ended early');
  });

  it.each([
    [404, 'answered 404 Not Found'],
    [500, 'answered 500 Internal Server Error'],
    [206, 'sent a part of the file that was not requested'],
    [304, 'answered 304 Not Modified'],
  ])('says what a server answers that gives no file: %i', async (status, text) => {
    const server = await serve((_, response) => void response.writeHead(status).end());
    const context = world();
    const { exitCode, stdout, stderr } = await pull(context, server.url);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: ${server.url}/tiny-better/weights.onnx ${text}\n`);
    expect(stderr).toContain('mementor model get DIR');
    // Nothing came: nothing is left.
    expect(existsSync(dirname(fileOf(context)))).toBe(false);
  });

  it('says when there is no server', async () => {
    const { exitCode, stdout } = await pull(world(), 'http://127.0.0.1:1', '--json');
    expect(exitCode).toBe(2);
    const { error } = JSON.parse(stdout);
    expect(error.code).toBe('MODEL_DOWNLOAD');
    expect(error.message).toMatch(/^127\.0\.0\.1:1 cannot be reached: (bad port|.*ECONNREFUSED)/);
    expect(error.hint).toContain('mementor model get DIR');
  });

  it('follows redirects of the same host, and none to another without TLS', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/files/1?signed=x') return fileAnswer(weights)(request, response);
      response.writeHead(302, { location: '/files/1?signed=x' }).end();
    });
    const context = world();
    leavePart(context, weights.subarray(0, HALF));
    expect((await pull(context, server.url)).exitCode).toBe(0);
    expect(server.asked[1]).toEqual(['/files/1?signed=x', `bytes=${HALF}-`]);
    expectWhole(context);

    const away = await serve((_, response) => {
      response.writeHead(302, { location: `${server.url}/files/1?signed=x` }).end();
    });
    const refused = await pull(world(), away.url);
    expect(refused.stderr).toContain(`redirects to ${server.url}, which is not safe`);
    expect(server.asked).toHaveLength(2);

    const circle = await serve((request, response) => {
      response.writeHead(302, { location: request.url }).end();
    });
    expect((await pull(world(), circle.url)).stderr).toContain('redirects more than 5 times');
    expect(circle.asked).toHaveLength(6);
  });

  it('asks no address of a manifest without TLS, and needs one', async () => {
    const server = await serve(fileAnswer(weights));
    const plain = testModels(`${server.url}/weights.onnx`);
    const context = world({ env: { MEMENTOR_MODELS: plain.folder } });
    const { exitCode, stderr } = await run(context, 'get', PULLED);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is not an https address');
    expect(server.asked).toEqual([]);
    const nowhere = testModels('nowhere');
    const without = world({ env: { MEMENTOR_MODELS: nowhere.folder } });
    expect((await run(without, 'get', PULLED)).stderr).toContain('nobody said where weights.onnx');
  });

  it.each(['', 'models', 'file:///tmp', 'ftp://a.invalid', 'https://me:secret@a.invalid/'])(
    'takes no mirror %j',
    async (from) => {
      const { exitCode, stderr } = await pull(world(), from);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('the mirror must be an https or http address without a password');
      expect(stderr).not.toContain('secret');
    },
  );

  it('says when the disk does not take it', async () => {
    const server = await serve(fileAnswer(weights));
    const below = join(fakeContext().homedir, 'file');
    writeFileSync(below, '');
    const context = world({ env: { MEMENTOR_HOME: join(below, 'home') } });
    const { exitCode, stderr } = await pull(context, server.url);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot be written');
    expect(server.asked).toEqual([]);
  });

  it('knows its models', async () => {
    const { exitCode, stderr } = await run(world(), 'get', 'evil');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no model is known as "evil"');
    expect(stderr).toContain('known are tiny-default, tiny-better');
  });

  it('shows rate and time left on a terminal', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': weights.length });
      response.write(weights.subarray(0, HALF));
      setTimeout(() => response.end(weights.subarray(HALF)), 50);
    });
    let nowMs = 0;
    const uptimeMs = () => {
      nowMs += 2_000;
      return nowMs;
    };
    const context = world({ uptimeMs, stderr: fakeOutput(true) });
    const { stderr } = await pull(context, server.url);
    expect(stderr).toMatch(/Pulling [\d.]+ kB of 300\.0 kB · [\d.]+ kB\/s · \d+ s left/);
    expect(stderr.endsWith('\r\u001B[K')).toBe(true);
  });
});
