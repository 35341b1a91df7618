/** The bundled model's one file: what runs it, and who says that it is missing or damaged. */

import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const BUNDLED = join(import.meta.dirname, '..', '..', 'models');
const ID = 'all-MiniLM-L6-v2-dynamic-int8';

/** The encoder, with the instructions of this processor. */
const RUNS = native().model('', BUNDLED).engine;

let context: FakeContext;
let models: string;
let path: string;

beforeEach(() => {
  models = temporaryFolder();
  mkdirSync(join(models, ID));
  copyFileSync(join(BUNDLED, 'manifest.json'), join(models, 'manifest.json'));
  path = join(models, ID, 'encoder.bin');
  copyFileSync(join(BUNDLED, ID, 'encoder.bin'), path);
  context = fakeContext({ env: { MEMENTOR_MODELS: models } });
});

async function run(...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function document(...args: string[]) {
  return JSON.parse((await run(...args, '--json')).stdout);
}

async function modelCheck() {
  const { checks } = await document('doctor');
  return checks.find(({ name }: { name: string }) => name === 'model');
}

describe('what runs the bundled model', () => {
  it('is told by status, model list and doctor', async () => {
    expect(RUNS).toMatch(/^encoder, /);
    expect((await run('status')).stdout).toMatch(new RegExp(`^model +${ID}, run by ${RUNS}$`, 'm'));
    expect((await document('status')).model).toEqual({ id: ID, engine: RUNS, problem: null });
    expect((await run('model', 'list')).stdout).toMatch(
      new RegExp(`^${ID} +in use .*window 256  ${RUNS} +Apache-2.0$`, 'm'),
    );
    expect((await document('model', 'list')).models[0]).toMatchObject({ engine: RUNS });
    expect((await modelCheck()).detail).toContain(`(${RUNS}, 384 dimensions`);
  });
});

describe('a damaged file', () => {
  it.each([
    ['missing', () => rmSync(path), 'no embedding model at'],
    ['cut off', () => truncateSync(path, 1_000), 'it has 1000 bytes instead of'],
  ])('%s: all say so, and words are searched', async (_, damage, reason) => {
    const prompts = ['which tide does the ferry need?'];
    remember(context, writeTranscript(context, { project: 'shop', session: 's', prompts }));
    damage();
    expect((await run('status')).stdout).toMatch(
      /^model +search by words alone: .* says what to do$/m,
    );
    expect((await document('status')).model).toMatchObject({
      id: null,
      problem: expect.stringContaining(reason),
    });
    expect(await modelCheck()).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining(reason),
      fix: expect.stringContaining('install Mementor again'),
    });
    const { hits, semantic } = await document('query', 'tide', '--all-projects');
    expect([semantic, hits.length]).toEqual([false, 1]);
  });

  it('of the right size is found by doctor', async () => {
    const bytes = readFileSync(path);
    bytes.writeUInt8((bytes[5_000_000] ?? 0) ^ 1, 5_000_000);
    writeFileSync(path, bytes);
    expect(await modelCheck()).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('its sha256 is'),
    });
  });

  it('is made anew by the build', async () => {
    const whole = readFileSync(path);
    truncateSync(path, 1_000);
    for (const name of ['model.onnx', 'tokenizer.json']) {
      symlinkSync(join(BUNDLED, ID, name), join(models, ID, name));
    }
    native().packModel(models);
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(await modelCheck()).toMatchObject({ status: 'ok' });
  });
});
