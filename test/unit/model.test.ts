/** `mementor model`: list, use, verify, remove and import; and what enable says of models. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { settingsOf } from '../../src/settings/read.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { BUNDLED, entryOf, noise, PULLED, testModels } from '../helpers/models.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const MODELS = testModels();

function world(overrides: Partial<FakeContext> = {}): FakeContext {
  const env = { ...MODELS.env, ...overrides.env };
  return fakeContext({ ...overrides, env });
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(['model', ...args], fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function document(context: FakeContext, ...args: string[]) {
  return JSON.parse((await run(context, ...args, '--json')).stdout);
}

function folderOf(context: FakeContext, id = PULLED): string {
  return join(homeOf(context), 'models', id);
}

/** Puts the other model there. */
function added(context: FakeContext, content = MODELS.weights): FakeContext {
  mkdirSync(folderOf(context), { recursive: true });
  writeFileSync(join(folderOf(context), 'weights.onnx'), content);
  return context;
}

describe('model list', () => {
  it('shows what is in use, ready, not downloaded or damaged', async () => {
    expect((await run(world(), 'list')).stdout).toMatchInlineSnapshot(`
      "tiny-default  in use          6.0 kB    8 dimensions  window 16  onnxruntime  MIT
      tiny-better   not downloaded  301.0 kB  8 dimensions  window 32               MIT
      "
    `);
    const context = added(world());
    expect((await run(context, 'list')).stdout).toMatch(/^tiny-better +ready /m);
    added(context, Buffer.from('short'));
    expect((await run(context, 'list')).stdout).toMatch(/^tiny-better +damaged /m);
    expect(await document(context, 'list')).toMatchObject({
      version: 1,
      models: [
        { id: BUNDLED, inUse: true, state: 'ready', engine: 'onnxruntime', problem: null },
        {
          id: PULLED,
          inUse: false,
          state: 'damaged',
          bytes: 301_000,
          downloaded: 0,
          dimensions: 8,
          window: 32,
          licence: 'MIT',
          engine: null,
          problem: expect.stringContaining('5 bytes instead of 300000'),
        },
      ],
    });
  });

  it('says when the settings name a model that is not known', async () => {
    const context = world({ env: { MEMENTOR_MODEL: 'other' } });
    const { exitCode, stdout, stderr } = await run(context, 'list');
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('in use');
    expect(stderr).toBe('warning: the setting `model` names "other", which is not known\n');
  });
});

describe('model use', () => {
  it('chooses a model, and takes the choice back', async () => {
    const context = added(world());
    expect(await run(context, 'use', PULLED)).toEqual({
      exitCode: 0,
      stdout: 'Using tiny-better\n  undo     mementor model use default\n',
      stderr: '',
    });
    expect(settingsOf(homeOf(context)).fields).toEqual({ model: PULLED });
    expect((await run(context, 'use', PULLED)).stdout).toBe('tiny-better is already in use.\n');
    expect((await run(context, 'list')).stdout).toMatch(/^tiny-better +in use /m);
    expect((await run(context, 'use', 'default')).stdout).toContain(
      'Using tiny-default\n  undo     mementor model use tiny-better\n',
    );
    expect(settingsOf(homeOf(context)).fields).toEqual({});
    expect(await document(context, 'use', PULLED)).toEqual({
      version: 1,
      id: PULLED,
      inUse: true,
      changed: true,
      switched: true,
    });
  });

  it('tells what follows for what is stored', async () => {
    const context = added(world());
    remember(context, writeTranscript(context, { project: 'shop', session: 's', prompts: ['a'] }));
    const { stdout } = await run(context, 'use', PULLED);
    expect(stdout).toContain(
      'What is stored already is prepared for this model as you work; until then search finds it by words only.\n' +
        'mementor ingest does it now.\n' +
        'mementor repair --indexes also splits the text for its window of 32 tokens.\n',
    );
  });

  it('refuses a model that is not ready, and one that is not known', async () => {
    const context = world();
    const missing = await run(context, 'use', PULLED);
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('tiny-better is not ready: no embedding model at');
    expect(missing.stderr).toContain(
      'run `mementor model get tiny-better`, or `mementor model get',
    );
    added(context, noise(MODELS.weights.length, 'damaged'));
    const damaged = await run(context, 'use', PULLED);
    expect(damaged.stderr).toContain('its sha256 is');
    expect((await run(context, 'use', 'other')).stderr).toContain('no model is known as "other"');
    expect(existsSync(join(homeOf(context), 'config.json'))).toBe(false);
  });

  it('says when the environment overrides it', async () => {
    const context = added(world({ env: { MEMENTOR_MODEL: BUNDLED } }));
    const { stdout, stderr } = await run(context, 'use', PULLED);
    expect(stdout).toBe('tiny-better is what the settings name now.\n');
    expect(stderr).toBe(
      'warning: MEMENTOR_MODEL overrides the setting: tiny-default stays in use\n',
    );
  });
});

describe('a model whose engine is missing', () => {
  it('is told when it is there, and cannot be used', async () => {
    const engines = join(temporaryFolder(), 'none.node');
    const context = world({ env: { MEMENTOR_ENGINES: engines } });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'weights'), MODELS.weights);
    const imported = await run(context, 'get', folder);
    expect(imported).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('tiny-better is ready'),
      stderr: expect.stringMatching(/^warning: it cannot be run yet: .*npm run build:engines/),
    });
    const { exitCode, stderr } = await run(context, 'use', PULLED);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`what runs models other than the bundled one is not at ${engines}`);
    expect(stderr).toContain('npm run build:engines');
    expect(settingsOf(homeOf(context)).fields).toEqual({});
  });
});

describe('model remove', () => {
  it('deletes what was added', async () => {
    const context = added(world());
    writeFileSync(join(folderOf(context), 'weights.onnx.part'), 'x');
    expect(await run(context, 'remove', PULLED)).toEqual({
      exitCode: 0,
      stdout: 'Removed tiny-better (300.0 kB)\n',
      stderr: '',
    });
    expect(readdirSync(join(homeOf(context), 'models'))).toEqual([]);
    expect(await document(context, 'remove', PULLED)).toEqual({
      version: 1,
      id: PULLED,
      removed: false,
      bytes: 0,
    });
  });

  it('refuses the model in use, one that shares its files, and what came with Mementor', async () => {
    const context = added(world());
    await run(context, 'use', PULLED);
    const refused = await run(context, 'remove', PULLED);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('tiny-better is in use');
    expect(refused.stderr).toContain('run `mementor model use default` first');
    const overridden = { ...context, env: { ...context.env, MEMENTOR_MODEL: BUNDLED } };
    expect((await run(overridden, 'remove', PULLED)).stderr).toContain('is in use');
    mkdirSync(folderOf(context, BUNDLED));
    writeFileSync(join(folderOf(context, BUNDLED), 'words.json'), MODELS.words);
    expect((await run(context, 'remove', BUNDLED)).stderr).toContain(
      'has a file that tiny-better uses',
    );
    expect((await run(world(), 'remove', BUNDLED)).stderr).toContain('is part of Mementor');
    expect((await run(world(), 'remove', 'other')).stderr).toContain(
      'no model is known as "other"',
    );
    expect(existsSync(join(folderOf(context), 'weights.onnx'))).toBe(true);
  });

  it.each(['..', '.', '../..', '/tmp', 'a/b', '', '.hidden'])('takes no name %j', async (id) => {
    const context = added(world());
    const { exitCode, stderr } = await run(context, 'remove', id);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("cannot be a model's name");
    expect(existsSync(join(folderOf(context), 'weights.onnx'))).toBe(true);
  });

  it('removes a link, and not what it leads to', async () => {
    const context = world();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'weights.onnx'), MODELS.weights);
    mkdirSync(join(homeOf(context), 'models'), { recursive: true });
    symlinkSync(elsewhere, folderOf(context));
    expect((await run(context, 'remove', PULLED)).exitCode).toBe(0);
    expect(existsSync(folderOf(context))).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(['weights.onnx']);
  });
});

describe('model get', () => {
  const own = { name: 'weights.onnx', content: noise(2_000, 'mine') };
  const words = { name: 'words.json', content: MODELS.words };

  function folderWith(files: Readonly<Record<string, Buffer | string>>): string {
    const folder = temporaryFolder();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  }

  function described(entry: object, files: Readonly<Record<string, Buffer>>): string {
    return folderWith({ 'model.json': JSON.stringify(entry), ...files });
  }

  it('knows the files of a known model by their content', async () => {
    const context = world();
    const folder = folderWith({
      'onnx/model_quantized.onnx': MODELS.weights,
      'onnx/other.onnx': noise(MODELS.weights.length, 'other'),
      'README.md': 'words',
    });
    expect(await run(context, 'get', folder)).toEqual({
      exitCode: 0,
      stdout: [
        'Imported 1 file; tiny-better is ready, every SHA-256 matches',
        '  use      mementor model use tiny-better',
        '  undo     mementor model remove tiny-better',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(readdirSync(join(homeOf(context), 'models'))).toEqual([PULLED]);
    expect(readdirSync(folderOf(context))).toEqual(['weights.onnx']);
    expect((await run(context, 'get', folder)).stdout).toContain('already here and complete');
    expect((await run(context, 'use', PULLED)).exitCode).toBe(0);
  });

  it('replaces a damaged copy as a whole', async () => {
    const context = added(world(), noise(MODELS.weights.length, 'damaged'));
    writeFileSync(join(folderOf(context), 'weights.onnx.part'), 'x');
    const folder = folderWith({ a: MODELS.weights, b: MODELS.words });
    expect(await document(context, 'get', folder)).toEqual({
      version: 1,
      imported: [{ id: PULLED, files: ['weights.onnx', 'words.json'] }],
    });
    expect(readdirSync(folderOf(context)).sort()).toEqual(['weights.onnx', 'words.json']);
    expect(readdirSync(join(homeOf(context), 'models'))).toEqual([PULLED]);
  });

  it('takes any model with its description', async () => {
    const context = world();
    const entry = entryOf('mine-1.0', [own, words]);
    const folder = described(entry, { w: own.content, 'words.json': words.content });
    expect((await run(context, 'get', folder)).exitCode).toBe(0);
    expect(
      JSON.parse(readFileSync(join(folderOf(context, 'mine-1.0'), 'model.json'), 'utf8')),
    ).toEqual(entry);
    expect((await run(context, 'use', 'mine-1.0')).exitCode).toBe(0);
    expect((await run(context, 'list')).stdout).toMatch(/^mine-1.0 +in use /m);
  });

  it('leaves out a file that another model shares', async () => {
    const context = world();
    const shared = { ...words, more: { same_as: BUNDLED } };
    const folder = described(entryOf('mine', [own, shared]), { w: own.content });
    expect(await document(context, 'get', folder)).toMatchObject({
      imported: [{ id: 'mine', files: ['weights.onnx'] }],
    });
    const alone = described(entryOf('mine2', [own, words]), { w: own.content });
    const { exitCode, stderr } = await run(context, 'get', alone);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('mine2 needs words.json (1,000 bytes, sha256');
  });

  it('says what it expected', async () => {
    const unknown = await run(world(), 'get', folderWith({ 'model.onnx': own.content }));
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('holds no weights that are known');
    expect(unknown.stderr).toContain('tiny-better: weights.onnx (300,000 bytes, sha256 ');
    const missing = await run(world(), 'get', join(temporaryFolder(), 'nowhere'));
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('cannot be read');
    const wrong = described(
      { id: PULLED, files: [{ ...own, bytes: 1, sha256: '0'.repeat(64) }] },
      {},
    );
    expect((await run(world(), 'get', wrong)).stderr).toContain(
      'tiny-better needs weights.onnx (300,000 bytes',
    );
  });

  const good = entryOf('mine', [own, words]);
  const invalid: [string, unknown][] = [
    ['no JSON', undefined],
    ['no object', []],
    ['no id', { ...good, id: 1 }],
    ['no files', { ...good, files: [] }],
    ['a file without hash', { ...good, files: [{ name: 'a', bytes: 1, sha256: 'x' }] }],
    ['no dimensions', { ...good, dimensions: 'many' }],
    ['an unknown pooling', { ...good, pooling: 'max' }],
    ['weights that are no file of it', { ...good, weights: 'other.onnx' }],
    ['an id that leads out', { ...good, id: '../../out' }],
    ['a file that leads out', entryOf('mine', [{ ...own, name: '../../out' }, words])],
    ['a file named as the description', entryOf('mine', [{ ...own, name: 'model.json' }, words])],
  ];

  it.each(invalid)('takes no description with %s', async (_, entry) => {
    const context = world();
    const text = entry === undefined ? '{ "id": ' : JSON.stringify(entry);
    const folder = folderWith({ 'model.json': text, w: own.content, t: words.content });
    const { exitCode, stdout } = await run(context, 'get', folder, '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).error.code).toMatch(/^(IMPORT_INVALID|MODEL_NAME)$/);
    const models = join(homeOf(context), 'models');
    expect(existsSync(models) ? readdirSync(models) : []).toEqual([]);
  });

  it('imports nothing at Ctrl-C, or when the disk does not take it', async () => {
    const folder = folderWith({ w: MODELS.weights });
    const stopped = world({ interrupted: AbortSignal.abort() });
    expect(await run(stopped, 'get', folder)).toMatchObject({
      exitCode: 130,
      stdout: 'Interrupted; nothing was imported.\n',
    });
    expect(existsSync(folderOf(stopped))).toBe(false);
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const context = world({ env: { MEMENTOR_HOME: join(file, 'home') } });
    const { exitCode, stderr } = await run(context, 'get', folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot write to');
  });
});

describe('enable', () => {
  it('names no model, and goes on without a manifest', async () => {
    for (const context of [fakeContext(), world({ env: { MEMENTOR_MODELS: temporaryFolder() } })]) {
      const streams = { stdout: fakeOutput(true, 80), stderr: fakeOutput(true, 80) };
      expect(await runProgram(['enable'], { ...context, ...streams })).toBe(0);
      expect(streams.stdout.text).toContain('Enabled');
      expect(streams.stdout.text).not.toContain('model');
    }
  });
});

describe('the settings', () => {
  it('stay what they are when they cannot be read', async () => {
    const context = added(world());
    appendFileSync(join(homeOf(context), 'config.json'), '{');
    const { exitCode, stderr } = await run(context, 'use', PULLED);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('config.json:1:2');
    expect(readFileSync(join(homeOf(context), 'config.json'), 'utf8')).toBe('{');
  });
});
