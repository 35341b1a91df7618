/** The file that Mementor's own encoder runs: who says that it is missing, and what mends it. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentsOf } from '../../src/forget/home-contents.ts';
import { homeOf, modelsFolder } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';

const BUNDLED = join(import.meta.dirname, '..', '..', 'models');
const ID = 'all-MiniLM-L6-v2-dynamic-int8';

const MANIFEST = JSON.parse(readFileSync(join(BUNDLED, 'manifest.json'), 'utf8'));

/** What runs the bundled model where its file is intact: rten on processors without AVX2 or NEON. */
const RUNS = native().engineOfModel('', BUNDLED, null, 'encoder').engine;
const hasEncoder = RUNS.startsWith('encoder');

let context: FakeContext;
let path: string;

beforeEach(() => {
  const models = temporaryFolder();
  mkdirSync(join(models, ID));
  copyFileSync(join(BUNDLED, 'manifest.json'), join(models, 'manifest.json'));
  for (const name of ['model.onnx', 'tokenizer.json']) {
    symlinkSync(join(BUNDLED, ID, name), join(models, ID, name));
  }
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

describe('the engine that runs the model', () => {
  it('is told by status, model list and doctor', async () => {
    expect((await run('status')).stdout).toMatch(new RegExp(`^model +${ID}, run by ${RUNS}$`, 'm'));
    expect((await document('status')).model).toEqual({
      id: ID,
      engine: RUNS,
      standsIn: false,
      problem: null,
    });
    expect((await run('model', 'list')).stdout).toMatch(
      new RegExp(`^${ID} +in use .*window 256  ${RUNS} +Apache-2.0$`, 'm'),
    );
    expect((await document('model', 'list')).models[0]).toMatchObject({ engine: RUNS });
    expect((await modelCheck()).detail).toContain(`(${RUNS}, 384 dimensions`);
  });

  it('is the one that is set', async () => {
    context = { ...context, env: { ...context.env, MEMENTOR_ENGINE: 'onnxruntime' } };
    expect((await document('status')).model.engine).toBe('onnxruntime');
    context = { ...context, env: { ...context.env, MEMENTOR_ENGINE: 'rten' } };
    expect(await document('model', 'get', ID)).toMatchObject({ files: [], packed: false });
    rmSync(path);
    expect((await document('status')).model).toMatchObject({ engine: 'rten', standsIn: false });
    expect(await modelCheck()).toMatchObject({ status: 'ok' });
  });
});

describe.runIf(hasEncoder)('a damaged file of the encoder', () => {
  it.each([
    ['missing', () => rmSync(path), 'it is missing'],
    ['cut off', () => truncateSync(path, 1_000), 'it has 1000 bytes instead of'],
  ])('%s: rten stands in, and all say how to mend it', async (_, damage, reason) => {
    damage();
    const inPlace = 'rten in place of the encoder';
    expect((await run('status')).stdout).toMatch(
      new RegExp(`^model +${ID}, run by ${inPlace}: mementor model get ${ID} mends that$`, 'm'),
    );
    expect((await document('status')).model).toMatchObject({ engine: inPlace, standsIn: true });
    expect((await document('model', 'list')).models[0]).toMatchObject({ standsIn: true });
    const check = await modelCheck();
    expect(check).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining(reason),
      fix: expect.stringContaining(`mementor model get ${ID}`),
    });
    expect(check.detail).toContain(`(${inPlace}, `);

    expect((await run('model', 'get', ID)).stdout).toMatch(new RegExp(`^Packed; ${ID} is ready`));
    expect(await modelCheck()).toMatchObject({ status: 'ok' });
    expect((await document('status')).model).toMatchObject({ engine: RUNS, standsIn: false });
    expect((await run('model', 'get', 'default')).stdout).toContain('already here and complete');
  });

  it('of the right size is found by doctor', async () => {
    const bytes = readFileSync(path);
    bytes.writeUInt8((bytes[5_000_000] ?? 0) ^ 1, 5_000_000);
    writeFileSync(path, bytes);
    expect(await modelCheck()).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('its sha256 is'),
    });
    expect(await document('model', 'get', ID)).toMatchObject({ id: ID, packed: true });
    expect(await modelCheck()).toMatchObject({ status: 'ok' });
  });

  it('is made in the home where the installation cannot be written', async () => {
    rmSync(path);
    // Nothing can be renamed to a folder.
    mkdirSync(path);
    expect((await document('model', 'get', ID)).packed).toBe(true);
    const home = homeOf(context);
    expect(existsSync(join(home, 'models', ID, 'encoder.bin'))).toBe(true);
    const { ours, foreign } = await contentsOf(home, modelsFolder(context));
    expect(ours.map((each) => each.path).sort()).toEqual([
      `models/${ID}/encoder.bin`,
      `models/${ID}/encoder.json`,
    ]);
    expect(foreign).toEqual([]);
  });
});

describe.runIf(hasEncoder)('a manifest of another version than the addon', () => {
  const REASON = 'the addon and the manifest of the models are of different versions';

  function pin(more: object): void {
    const [bundled, ...others] = MANIFEST.models;
    const packed = { ...bundled.packed, ...more };
    const manifest = { ...MANIFEST, models: [{ ...bundled, packed }, ...others] };
    writeFileSync(join(path, '..', '..', 'manifest.json'), JSON.stringify(manifest));
  }

  it.each([
    ['names another layout', { layout: 1 }, () => {}],
    ['names none', { layout: undefined }, () => rmSync(path)],
  ])('that %s is told by all, and none of them proposes to pack', async (_, more, damage) => {
    pin(more);
    damage();
    const status = (await run('status')).stdout;
    expect(status).toContain('run by rten in place of the encoder: a new installation mends that');
    const check = await modelCheck();
    expect(check).toMatchObject({ status: 'warn', detail: expect.stringContaining(REASON) });
    expect(check.fix).toContain('install Mementor again');
    const { exitCode, stderr } = await run('model', 'get', ID);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(REASON);
    expect(stderr).toContain('hint: install Mementor again');
    for (const text of [status, check.fix, stderr]) {
      expect(text).not.toContain('mementor model get');
    }
  });

  it('that names another file of this layout is found when it is packed', async () => {
    pin({ sha256: '0'.repeat(64) });
    rmSync(path);
    const { stderr } = await run('model', 'get', ID);
    expect(stderr).toContain(REASON);
    expect(stderr).not.toContain('mementor model get');
  });
});

describe('an imported model', () => {
  const [bundled] = MANIFEST.models;

  function folderWith(entry: object): string {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'model.json'), JSON.stringify(entry));
    for (const name of ['model.onnx', 'tokenizer.json']) {
      symlinkSync(join(BUNDLED, ID, name), join(folder, name));
    }
    return folder;
  }

  it('of the same form is packed, and its hash kept', async () => {
    const { packed: _, ...entry } = bundled;
    const folder = folderWith({ ...entry, id: 'mine', pooling: 'cls', window: 512 });
    expect((await run('model', 'get', folder)).exitCode).toBe(0);
    const own = join(homeOf(context), 'models', 'mine');
    expect(existsSync(join(own, 'encoder.bin'))).toBe(true);
    const row = async () =>
      (await document('model', 'list')).models.find(({ id }: { id: string }) => id === 'mine');
    expect(await row()).toMatchObject({ engine: RUNS, standsIn: false, window: 512 });
    rmSync(join(own, 'encoder.bin'));
    expect(await row()).toMatchObject({ standsIn: hasEncoder });
    expect((await run('model', 'get', 'mine')).stdout).toContain('Packed; mine is ready');
    expect(await row()).toMatchObject({ engine: RUNS, standsIn: false });
    expect((await run('model', 'remove', 'mine')).exitCode).toBe(0);
    expect(existsSync(own)).toBe(false);
  });

  it('of another form is run by rten', async () => {
    const { packed: _, ...entry } = bundled;
    const folder = folderWith({ ...entry, id: 'words', weights: 'tokenizer.json' });
    expect((await run('model', 'get', folder)).exitCode).toBe(0);
    expect(await document('model', 'get', 'words')).toMatchObject({ packed: false });
    const rows = (await document('model', 'list')).models;
    expect(rows.find(({ id }: { id: string }) => id === 'words')).toMatchObject({ engine: 'rten' });
  });
});
