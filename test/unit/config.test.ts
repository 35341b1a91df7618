/** The settings: where each value comes from, and what a wrong one says. */

import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookOptions, utcOffset } from '../../src/capture/options.ts';
import { processOf } from '../../src/capture/process-of.ts';
import { textIfReadable } from '../../src/files/regular-file.ts';
import { configPath, databaseOf, homeOf, logOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { keptOutOf, whyNothingIsStored } from '../../src/settings/kept-out.ts';
import { meantBy } from '../../src/settings/near-key.ts';
import { resolved } from '../../src/settings/problems.ts';
import { settingsInHook, settingsOf } from '../../src/settings/read.ts';
import { KEYS, SETTINGS } from '../../src/settings/table.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { PULLED, testModels } from '../helpers/models.ts';
import { embed, remember, writeTranscript } from '../helpers/remembered.ts';
import { shownPath } from '../helpers/shown-path.ts';

const DEMO = join(import.meta.dirname, '../fixtures/demo');

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

function fileOf(context: FakeContext): string {
  return configPath(homeOf(context));
}

function withFile(text: string, env: FakeContext['env'] = {}): FakeContext {
  const context = fakeContext({ env });
  mkdirSync(dirname(fileOf(context)), { recursive: true });
  writeFileSync(fileOf(context), text);
  return context;
}

async function settingInHook(key: 'recall', context: FakeContext): Promise<boolean> {
  return (await settingsInHook(context))(key);
}

describe('what is kept out', () => {
  it('is a list, given as JSON or as its one item', async () => {
    const context = fakeContext();
    const set = async (key: string, value: string) => await run(context, 'config', key, value);
    expect((await set('mask', '["a+", "b{2}"]')).stdout).toContain('["a+","b{2}"]');
    expect((await set('mask', '["a+", "b{2}"]')).stdout).toContain('already');
    expect((await set('exclude', '~/clients/*')).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(fileOf(context), 'utf8'))).toEqual({
      mask: ['a+', 'b{2}'],
      exclude: ['~/clients/*'],
    });
  });

  it('refuses a pattern that the core cannot use', async () => {
    const { exitCode, stderr } = await run(fakeContext(), 'config', 'mask', '["a", "(?=b)"]');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('`mask` cannot use "(?=b)": look-around');
  });

  it('counts in hooks whatever is wrong beside it', () => {
    const context = withFile('{"limit": "many", "mask": ["walrus"], "exclude": ["~/a"]}');
    const setting = settingsInHook(context);
    expect(setting('limit')).toBe(SETTINGS.limit.fallback);
    expect(keptOutOf(setting, context)).toEqual({
      mask: ['walrus'],
      exclude: [`${context.homedir}/a`],
    });
    expect(whyNothingIsStored(context)).toBeUndefined();
  });

  const wrong: readonly (readonly [string, string, Record<string, string>, string])[] = [
    ['a mask of the wrong type', '{"mask": "walrus"}', {}, '`mask` in'],
    ['a pattern that is none', '{"mask": ["walrus", "("]}', {}, 'pattern 2: unclosed group'],
    ['an exclude of the wrong type', '{"exclude": "/walrus"}', {}, '`exclude` in'],
    ['a glob that is none', '{"exclude": ["/{walrus,b}"]}', {}, 'glob 1: '],
    ['a misspelt exclude', '{"exclude_": ["/walrus"]}', {}, 'may be meant as `exclude`'],
    ['an exclude beside a misspelt one', '{"exclude":[],"exlude":[]}', {}, 'meant as `exclude`'],
    ['a misspelt mask', '{"maks": ["walrus"]}', {}, 'may be meant as `mask`'],
    ['a file that is no JSON', '{"mask": ["walrus"]', {}, 'JSON'],
    ['a pattern of the environment', '{}', { MEMENTOR_MASK: 'walrus(' }, 'unclosed group'],
    ['a list of the environment', '{}', { MEMENTOR_MASK: '["walrus", 5]' }, 'MEMENTOR_MASK'],
    ['a glob of the environment', '{}', { MEMENTOR_EXCLUDE: '../walrus' }, 'glob 1: '],
  ];

  it.each(wrong)(
    'that cannot be understood keeps everything out: %s',
    async (_, text, env, why) => {
      const context = withFile(text, env);
      expect(() => keptOutOf(settingsInHook(context), context)).toThrow(why);
      // It goes into the log, and may be the very text that must not be kept.
      expect(whyNothingIsStored(context)).toContain(why);
      expect(whyNothingIsStored(context)).not.toContain('walrus');
      const status = await run(context, 'status');
      expect(status.stdout).toContain(`nothing is stored or added until this is repaired: `);
      expect(status.stdout).not.toContain(`${context.homedir}/`);
      expect(JSON.parse((await run(context, 'status', '--json')).stdout).notStoring).toContain(why);
      const { stdout, exitCode } = await run(context, 'doctor');
      expect(exitCode).toBe(1);
      expect(stdout).toContain('until that is repaired, nothing is stored or recalled');
      const saved = join(context.homedir, 'saved.jsonl');
      writeFileSync(saved, '{"type":"mementor","version":1}\n');
      for (const command of [
        ['ingest', '--all'],
        ['import', saved],
      ]) {
        const refused = await run(context, ...command);
        expect({ command, exitCode: refused.exitCode }).toEqual({ command, exitCode: 2 });
        expect(refused.stderr).toMatch(/`(mask|exclude)`|MEMENTOR_(MASK|EXCLUDE)|not valid JSON/);
      }
      expect(existsSync(databaseOf(homeOf(context)))).toBe(false);
    },
  );

  it('stops a scrub, which would seem to have masked all', async () => {
    const context = withFile('{"mask": ["(", "walrus"]}');
    remember(
      context,
      writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: ['a walrus?'] }),
    );
    const { exitCode, stderr } = await run(context, 'forget', '--secrets');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('`mask` cannot be used: pattern 1: unclosed group');
  });

  it('names the pattern and the glob to the person who asks', async () => {
    const mask = await run(withFile('{"mask": ["("]}'), 'doctor');
    expect(mask.stdout).toContain('`mask` cannot use "(": unclosed group');
    const exclude = await run(withFile('{"exclude": ["~me/x"]}'), 'doctor');
    expect(exclude.stdout).toContain('`exclude` cannot use "~me/x": only one');
    const set = await run(fakeContext(), 'config', 'exclude', '/a/[bc]');
    expect(set.exitCode).toBe(2);
    expect(set.stderr).toContain('`exclude` cannot use "/a/[bc]": `[` and `{` are not supported');
  });
});

describe('a setting', () => {
  it('comes from the environment, else the file, else it has its default', async () => {
    const origins = async (context: FakeContext) => await resolved('limit', context);
    expect(await origins(fakeContext())).toEqual({ value: 5, origin: 'default' });
    expect(await origins(withFile('{"limit": 7}'))).toEqual({ value: 7, origin: 'file' });
    expect(await origins(withFile('{"limit": 7}', { MEMENTOR_LIMIT: '9' }))).toEqual({
      value: 9,
      origin: 'environment',
    });
    expect(await origins(fakeContext({ env: { MEMENTOR_LIMIT: '' } }))).toEqual({
      value: 5,
      origin: 'default',
    });
  });

  it('of the environment must be right', async () => {
    const { exitCode, stderr } = await run(
      fakeContext({ env: { MEMENTOR_LIMIT: 'many' } }),
      'query',
      'x',
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: MEMENTOR_LIMIT is "many"\n\nhint: it must be a whole number');
  });

  it('reads back what it was written as', () => {
    for (const key of KEYS) {
      const { fallback, fromText, fromJson } = SETTINGS[key];
      const text = typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback);
      expect(fromText(text)).toEqual(fallback);
      expect(fromJson(JSON.parse(JSON.stringify(fallback)))).toEqual(fallback);
    }
  });

  it('takes no text that is none of its values', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const threads = SETTINGS.threads.fromText(text);
        if (threads !== undefined) expect(threads >= 1 && threads <= 64).toBe(true);
        expect([undefined, true, false]).toContain(SETTINGS.recall.fromText(text));
      }),
    );
    for (const text of ['0', '65', '1e1', '0x2', ' 2', '2.0', '-1', 'NaN', '']) {
      expect(SETTINGS.threads.fromText(text)).toBeUndefined();
    }
    expect(SETTINGS.recall.fromText('toString')).toBeUndefined();
  });

  it('may be a share: any number within its bounds', () => {
    const { fromText, fromJson } = SETTINGS.rate;
    for (const rate of [0.1, 0.5, 2, 7.25, 20]) {
      expect(fromText(String(rate))).toBe(rate);
      expect(fromJson(rate)).toBe(rate);
    }
    for (const text of [
      '0',
      '0.09',
      '20.1',
      '21',
      '2%',
      '.5',
      '5.',
      '1e0',
      '-1',
      ' 2',
      'NaN',
      '',
    ]) {
      expect(fromText(text)).toBeUndefined();
    }
    for (const value of [0, 20.5, '2', true, null, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(fromJson(value)).toBeUndefined();
    }
  });
});

describe('a value that names something', () => {
  it('is no model that is unknown', async () => {
    const context = fakeContext();
    const { exitCode, stderr } = await run(context, 'config', 'model', 'nope');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no model is known as "nope"');
    expect(stderr).toContain('hint: known are all-MiniLM-L6-v2-dynamic-int8');
    expect(existsSync(fileOf(context))).toBe(false);
  });

  it('is no model whose files are not there', async () => {
    const context = fakeContext({ env: { MEMENTOR_MODELS: testModels().folder } });
    const { exitCode, stderr } = await run(context, 'config', 'model', PULLED);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${PULLED} is not ready: `);
    expect(stderr).toContain(`mementor model get ${PULLED}`);
  });

  it('is a model that is there, or the bundled one', async () => {
    const context = fakeContext();
    for (const model of ['all-MiniLM-L6-v2-dynamic-int8', '']) {
      expect((await run(context, 'config', 'model', model)).exitCode).toBe(0);
    }
  });

  it('is a model that can be run', async () => {
    const { env, weights } = testModels();
    const library = join(temporaryFolder(), 'libonnxruntime.so');
    const context = fakeContext({ env: { ...env, MEMENTOR_ONNXRUNTIME: library } });
    const folder = join(homeOf(context), 'models', PULLED);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'weights.onnx'), weights);
    const set = async () => await run(context, 'config', 'model', PULLED);
    expect(await set()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`no ONNX Runtime library at ${library}`),
    });
    writeFileSync(library, '');
    expect((await set()).exitCode).toBe(0);
  });
});

describe('a list', () => {
  it('keeps what several processes add at once', async () => {
    const context = fakeContext();
    const items = Array.from({ length: 12 }, (_, at) => `/srv/${at}/*`);
    await Promise.all(items.map((item) => run(context, 'config', 'add', 'exclude', item)));
    const { exclude } = JSON.parse(readFileSync(configPath(homeOf(context)), 'utf8'));
    expect(exclude.toSorted()).toEqual(items.toSorted());
  });

  const inFile = (context: FakeContext) => JSON.parse(readFileSync(fileOf(context), 'utf8'));

  it('grows by `add`, shrinks by `remove`, and says what it is now', async () => {
    const context = fakeContext();
    const add = await run(context, 'config', '--add', 'mask', 'walrus');
    expect(add).toEqual({ exitCode: 0, stdout: 'mask is now ["walrus"] (file)\n', stderr: '' });
    await run(context, 'config', '--add', 'mask', '["b+", "walrus"]');
    expect(inFile(context)).toEqual({ mask: ['walrus', 'b+'] });
    expect((await run(context, 'config', '--add', 'mask', 'b+')).stdout).toContain('already');
    const removed = await run(context, 'config', '--remove', 'mask', 'walrus');
    expect(removed.stdout).toBe('mask is now ["b+"] (file); removed ["walrus"]\n');
    await run(context, 'config', '--remove', 'mask', 'b+');
    expect(inFile(context)).toEqual({});
  });

  it('says what `set` replaced, and how to keep it', async () => {
    const context = fakeContext();
    await run(context, 'config', 'exclude', '~/x');
    const { stdout } = await run(context, 'config', 'exclude', '["~/secret/*"]');
    expect(stdout).toContain('exclude is now ["~/secret/*"] (file); it replaced ["~/x"]');
    expect(stdout).toContain('mementor config --add exclude');
  });

  it('says what a change does not reach, once something is stored', async () => {
    const context = fakeContext();
    remember(context, writeTranscript(context, { project: 'a', session: 'b', prompts: ['c'] }));
    const scrub = 'stays readable until you run mementor forget --secrets';
    expect((await run(context, 'config', '--add', 'mask', 'walrus')).stdout).toContain(scrub);
    expect((await run(context, 'config', 'mask', 'walrus')).stdout).not.toContain(scrub);
    expect((await run(context, 'config', 'mask', 'seal')).stdout).toContain(scrub);
    expect((await run(context, 'config', '--add', 'exclude', '~/a')).stdout).toContain(
      'mementor forget deletes it',
    );
    expect((await run(context, 'config', 'limit', '9')).stdout).not.toContain('stored');
  });

  it('is a document: what it was, what came, what went', async () => {
    const context = fakeContext();
    await run(context, 'config', 'mask', '["a", "b"]');
    const { stdout } = await run(context, 'config', '--remove', 'mask', 'a', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      key: 'mask',
      value: ['b'],
      before: ['a', 'b'],
      added: [],
      removed: ['a'],
      changed: true,
      isStored: false,
    });
  });

  it.each([
    [['--add', 'mask', '(('], 'cannot use "(("'],
    [['--add', 'mask', ''], '`mask` cannot be ""'],
    [['--remove', 'mask', 'nope'], '`mask` has no "nope"'],
    [['--add', 'limit', '3'], "'limit' is no list: `--add` is for exclude and mask"],
    [['--add', 'mask'], "missing required argument 'value'"],
  ])('refuses %j and stays as it is', async (args, message) => {
    const context = withFile('{"mask": ["walrus"]}');
    const { exitCode, stderr } = await run(context, 'config', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(inFile(context)).toEqual({ mask: ['walrus'] });
  });

  it('has an end', async () => {
    const context = withFile(
      JSON.stringify({ mask: Array.from({ length: 100 }, (_, at) => String(at)) }),
    );
    expect(await run(context, 'config', '--add', 'mask', 'x')).toMatchObject({ exitCode: 2 });
    expect(inFile(context).mask).toHaveLength(100);
  });
});

describe('config alone', () => {
  it('lists, with --json too', async () => {
    const context = fakeContext();
    expect(await run(context, 'config')).toEqual(await run(context, 'config'));
    const alone = await run(context, 'config', '--json');
    expect(alone).toEqual(await run(context, 'config', '--json'));
    expect(JSON.parse(alone.stdout).settings).toHaveLength(KEYS.length);
  });

  it('fits a narrow terminal', async () => {
    const context = withFile('{"exclude": ["~/clients/a-long-name/*", "~/clients/b/*"]}');
    const stdout = fakeOutput(true);
    await runProgram(['config'], { ...context, env: { COLUMNS: '60', NO_COLOR: '1' }, stdout });
    const [table] = stdout.text.split('\n\n');
    for (const line of table?.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(60);
    expect(stdout.text).toContain('["~/clients/a-lon…');
  });
});

describe('a key that is near to one that keeps something out', () => {
  it.each([
    ['exclde', 'exclude'],
    ['excludes', 'exclude'],
    ['excluding', 'exclude'],
    ['Exclude', 'exclude'],
    ['ecxlude', 'exclude'],
    ['mas', 'mask'],
    ['masked', 'mask'],
    ['MASK', 'mask'],
    ['msak', 'mask'],
  ])('is taken for it: %s', (key, meant) => {
    expect(meantBy(key)).toBe(meant);
  });

  it('is none of the other settings, and none of words that are only alike', () => {
    const others = KEYS.filter((key) => key !== 'exclude' && key !== 'mask');
    for (const key of [
      ...others,
      'mode',
      'map',
      'max',
      'make',
      'include',
      'digest',
      '',
      '__proto__',
    ])
      expect(meantBy(key)).toBeUndefined();
  });
});

describe('a file that is wrong', () => {
  it('is shown with its line, a mark, and how to repair it', async () => {
    const text = '{\n  "exclude": ["/a"],\n  "limit": "7"\n}\n';
    const context = withFile(text);
    const { stdout, stderr } = await run(context, 'config');
    expect(stdout).toMatch(/^limit +5 +not understood/m);
    expect(stdout).toMatch(/^exclude +\["\/a"\] +file/m);
    expect(stderr).toBe(
      [
        '',
        'error: ~/.local/share/mementor/config.json:3:12: `limit` is "7"',
        '  3 │   "limit": "7"',
        '    │            ^',
        '  fix: it must be a whole number from 1 to 100; `mementor config limit VALUE` sets it, `mementor config --unset limit` removes it',
        '',
      ].join('\n'),
    );
    // As it says.
    expect((await run(context, 'config', 'limit', '7')).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(fileOf(context), 'utf8'))).toEqual({
      exclude: ['/a'],
      limit: 7,
    });
    expect((await run(context, 'config')).exitCode).toBe(0);
  });

  it.each(['{\n  "limit": 7,\n}', '{"limit": 7', '[]', '"text"'])(
    'is named alike by status, doctor and config: %j',
    async (text) => {
      const context = withFile(text);
      const [, problem = ''] = /error: (.*)$/m.exec((await run(context, 'config')).stderr) ?? [];
      expect(problem).toMatch(/config\.json:\d+:\d+: /);
      expect((await run(context, 'status')).stdout).toContain(problem);
      expect((await run(context, 'doctor')).stdout).toContain(problem);
    },
  );

  it('that nobody can parse is not written, and says what it stops', async () => {
    const text = '{\n  "mask": ["walrus"],\n}';
    const context = withFile(text);
    for (const args of [
      ['config', 'threads', '4'],
      ['config', '--unset', 'limit'],
      ['config', 'mask'],
    ]) {
      const { exitCode, stdout, stderr } = await run(context, ...args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/config\.json:3:1: not valid JSON.*\n\nhint: /);
    }
    const { stdout, stderr } = await run(context, 'config');
    expect(stdout).toMatch(/^mask +\[\] +not understood/m);
    expect(stderr).toContain('\n  3 │ }\n    │ ^\n');
    expect(stderr).toContain('\nUntil then nothing is stored or recalled.\n');
    expect(readFileSync(fileOf(context), 'utf8')).toBe(text);
  });

  it('does not lose a list of which one item is wrong', async () => {
    const text = '{"mask": ["walrus", 5]}';
    const context = withFile(text);
    for (const verb of ['--add', '--remove']) {
      const { exitCode, stderr } = await run(context, 'config', verb, 'mask', 'seal');
      expect(exitCode).toBe(2);
      expect(stderr).toContain('`mask` is ["walrus",5]');
    }
    expect(readFileSync(fileOf(context), 'utf8')).toBe(text);
  });

  it.each([
    ['{\n  "limit": 7,\n}', 'the defaults apply, and nothing is stored or recalled'],
    ['{"limit": "7"}', 'its default applies until'],
    ['{"mask": ["("]}', 'its default applies, and nothing is stored or recalled'],
  ])('does not stop what only shows: one warning: %j', async (text, consequence) => {
    const context = withFile(text);
    remember(
      fakeContext({ homedir: context.homedir }),
      writeTranscript(context, { project: 'a', session: 'aaaa1111', prompts: ['which port?'] }),
    );
    for (const args of [
      ['query', 'port', '-a'],
      ['sessions', '-a'],
      ['show', 'aaaa1111'],
      ['status', '--usage', '-a'],
      ['mute', '--list'],
      ['export'],
    ]) {
      const { exitCode, stdout, stderr } = await run(context, ...args);
      expect({ args, exitCode }).toEqual({ args, exitCode: 0 });
      expect(stdout).not.toBe('');
      const warnings = stderr.split('\n').filter((line) => line.includes('config.json'));
      expect(warnings).toEqual([expect.stringContaining(consequence)]);
      expect(warnings[0]).toContain('`mementor config` shows how');
    }
    if (consequence.includes('nothing')) expect(whyNothingIsStored(context)).toBeDefined();
    for (const command of [['ingest'], ['forget', 'aaaa1111', '--yes'], ['forget', '--secrets']]) {
      const { exitCode } = await run(context, ...command);
      expect({ command, exitCode }).toEqual({ command, exitCode: 2 });
    }
  });

  it.each([
    ['{"limit": 7', /config\.json:1:12: not valid JSON/],
    ['{\n  "limit": 7,\n}', /config\.json:3:1: not valid JSON/],
    ['', /config\.json:1:1: not valid JSON/],
    ['[]', /config\.json:1:1: it does not hold a JSON object/],
    ['null', /it does not hold a JSON object/],
    ['{"limit": "7"}', /`limit` is "7"/],
    ['{"limit": 1.5}', /`limit` is 1\.5/],
    ['{"threads": 65}', /`threads` is 65/],
    ['{"recall": 0}', /`recall` is 0/],
    ['{"rate": 50}', /`rate` is 50/],
  ])('is an error with its place, and stays as it is: %j', async (text, message) => {
    const context = withFile(text);
    const listed = await run(context, 'config');
    expect(listed.exitCode).toBe(1);
    expect(listed.stdout).toMatch(/^limit +5 +/m);
    expect(listed.stderr).toMatch(message);
    expect(listed.stderr).toContain('\n  fix: ');
    const json = JSON.parse((await run(context, 'config', '--json')).stdout);
    expect(json).toMatchObject({ problems: [{ what: expect.any(String) }] });
    expect(readFileSync(fileOf(context), 'utf8')).toBe(text);
  });

  it.each([
    ['{"exclde": ["/a"]}', 'exclde', 'exclude'],
    ['{"Mask": ["a"]}', 'Mask', 'mask'],
  ])('may have a misspelt key: reading goes on, storing does not: %s', async (text, key, meant) => {
    const context = withFile(text);
    remember(
      fakeContext({ homedir: context.homedir }),
      writeTranscript(context, { project: 'a', session: 'aaaa1111', prompts: ['which port?'] }),
    );
    const words = `the key "${key}" is unknown and may be meant as \`${meant}\``;
    for (const args of [
      ['query', 'port', '-a'],
      ['sessions', '-a'],
      ['mute', '--list'],
      ['config'],
      ['config', 'threads', '4'],
    ]) {
      const { exitCode, stderr } = await run(context, ...args);
      expect({ args, exitCode }).toEqual({ args, exitCode: 0 });
      expect(stderr).toContain(`warning: ${fileOf(context)}: ${words}`);
      expect(stderr).toContain('nothing is stored or recalled until');
    }
    expect(JSON.parse(readFileSync(fileOf(context), 'utf8'))).toHaveProperty(key);
    for (const command of [['ingest'], ['forget', '--secrets'], ['repair', '--indexes']]) {
      const { exitCode, stderr } = await run(context, ...command);
      expect({ command, exitCode }).toEqual({ command, exitCode: 2 });
      expect(stderr).toContain(words);
    }
    expect(whyNothingIsStored(context)).toContain(words);
    expect((await run(context, 'status')).stdout).not.toContain('it changes nothing');
  });

  it('may have keys of a newer version: they are told, stay there, and stop nothing', async () => {
    const text = '{"limit": 7, "digest": true, "__proto__": 7}';
    const context = withFile(text);
    expect(whyNothingIsStored(context)).toBeUndefined();
    expect(settingsInHook(context)('limit')).toBe(7);
    const status = await run(context, 'status');
    expect(status.stdout).toContain('unknown key "digest": it changes nothing');
    expect(JSON.parse((await run(context, 'status', '--json')).stdout).unknownKeys).toEqual([
      'digest',
      '__proto__',
    ]);
    const doctor = await run(context, 'doctor');
    expect(doctor.stdout).toContain('"digest", "__proto__" in ');
    expect(await run(context, 'config', 'limit')).toMatchObject({ stdout: '7\n' });
    await run(context, 'config', 'limit', '8');
    expect(JSON.parse(readFileSync(fileOf(context), 'utf8'))).toMatchObject({
      limit: 8,
      digest: true,
    });
  });

  it('of another program is not purged', async () => {
    const context = withFile('{"colour": "red"}');
    await run(context, 'disable', '--purge', '--yes');
    expect(existsSync(fileOf(context))).toBe(true);
  });

  it('names the keys, or the values, that there are', async () => {
    expect((await run(withFile('{"x": 1}'), 'doctor')).stdout).toContain(
      'fix: the keys are context-budget, detect, exclude, limit, mask, model, notice, rate, recall, suspect, threads',
    );
    expect((await run(withFile('{"recall": "no"}'), 'config')).stderr).toContain(
      'fix: it must be true or false; `mementor config recall VALUE`',
    );
  });

  it('means the defaults in a hook, unless the environment says more', async () => {
    expect(await settingInHook('recall', withFile('{"recall": fal'))).toBe(true);
    expect(await settingInHook('recall', withFile('{"recall": false}'))).toBe(false);
    expect(await settingInHook('recall', withFile('{', { MEMENTOR_RECALL: 'off' }))).toBe(false);
    expect(
      await settingInHook('recall', withFile('{"recall": false}', { MEMENTOR_RECALL: '?' })),
    ).toBe(false);
    expect(await settingInHook('recall', fakeContext())).toBe(true);
  });
});

describe('recall', () => {
  /** What the log has after that. */
  let log = '';

  /** What the prompt hook says, with a memory that knows the answer. */
  async function said(config: string | undefined, env: FakeContext['env'] = {}): Promise<string> {
    const context = fakeContext({ env });
    const example = readFileSync(join(DEMO, 'staging-database.jsonl'), 'utf8');
    const transcript = join(context.homedir, 'staging-database.jsonl');
    writeFileSync(transcript, example.replaceAll('{{CWD}}', context.cwd));
    remember(context, transcript);
    embed(context);
    if (config !== undefined) writeFileSync(fileOf(context), config);
    const event = {
      prompt_id: 'p-1',
      prompt: 'my client cannot reach the billing db on staging, which port is it?',
    };
    const server = new (native().PromptServer)(hookOptions(context), 1, 2);
    const text = JSON.stringify(event);
    const answer = server.answer(text, hookOptions(context), processOf(context), utcOffset);
    log = textIfReadable(logOf(homeOf(context))) ?? '';
    return answer;
  }

  it('can be turned off', async () => {
    expect(await said(undefined)).toContain('6543');
    expect(await said('{"recall": false}')).toBe('');
    expect(await said(undefined, { MEMENTOR_RECALL: '0' })).toBe('');
  });

  it('is silent while nobody can tell what is excluded', async () => {
    const whyNothing = async (config: string) => {
      expect(await said(config)).toBe('');
      return log;
    };
    expect(await whyNothing('{"recall": tr')).toContain('does not hold a JSON object');
    expect(await whyNothing('{"exclude": 5}')).toContain('`exclude` in');
    expect(await whyNothing('{"mask": ["("]}')).toContain('unclosed group');
    expect(await said('{"limit": "many"}')).toContain('6543');
  });
});

describe('config', () => {
  it('list shows value, origin and meaning', async () => {
    const context = withFile('{"recall": false}', { MEMENTOR_THREADS: '8' });
    const { stdout } = await run(context, 'config');
    expect(stdout.replaceAll(shownPath(fileOf(context), context), 'FILE')).toMatchInlineSnapshot(`
      "context-budget  2000  default      tokens that a session may be told at its start at most; 0 switches it off
      detect          on    default      whether notes are found in conversations: sure ones are kept, others proposed
      exclude         []    default      folders whose conversations are not stored, and get nothing added; as globs
      limit           5     default      how many turns \`mementor query\` shows at most
      mask            []    default      your own patterns of what is never stored, as regular expressions
      model                 default      the model that searches by meaning; empty for the bundled one
      notice          on    default      whether a line in the conversation tells you when past turns were added
      rate            4     default      how often Mementor may add text to a prompt that needs none, in percent; lower is quieter
      recall          off   file         whether past turns are added to prompts by themselves
      suspect         []    default      more tags by which agents mark work that they are not sure of, such as #HACK
      threads         8     environment  how many threads prepare search by meaning in \`mementor ingest\`

      file  FILE
      "
    `);
    const json = JSON.parse((await run(context, 'config', '--json')).stdout);
    expect(json).toMatchObject({ version: 1, file: fileOf(context) });
    expect(
      json.settings.map((row: { key: string; value: unknown; origin: string }) => [
        row.key,
        row.value,
        row.origin,
      ]),
    ).toEqual([
      ['context-budget', 2000, 'default'],
      ['detect', true, 'default'],
      ['exclude', [], 'default'],
      ['limit', 5, 'default'],
      ['mask', [], 'default'],
      ['model', '', 'default'],
      ['notice', true, 'default'],
      ['rate', 4, 'default'],
      ['recall', false, 'file'],
      ['suspect', [], 'default'],
      ['threads', 8, 'environment'],
    ]);
  });

  it('set writes, get reads, unset takes out', async () => {
    const context = fakeContext();
    expect(await run(context, 'config', 'recall', 'off')).toEqual({
      exitCode: 0,
      stdout: 'recall is now off (file)\n',
      stderr: '',
    });
    await run(context, 'config', 'threads', '4');
    expect(settingsOf(homeOf(context)).fields).toEqual({ recall: false, threads: 4 });
    expect((await run(context, 'config', 'threads')).stdout).toBe('4\n');
    expect((await run(context, 'config', 'threads', '4')).stdout).toBe(
      'threads is already 4 (file)\n',
    );
    expect((await run(context, 'config', '--unset', 'recall')).stdout).toBe(
      'recall is now on (default)\n',
    );
    expect(readFileSync(fileOf(context), 'utf8')).toBe('{\n  "threads": 4\n}\n');
  });

  it('is for nobody else to read', async () => {
    const context = fakeContext();
    await run(context, 'config', 'limit', '3');
    expect(statSync(fileOf(context)).mode & 0o777).toBe(0o600);
    expect(statSync(homeOf(context)).mode & 0o777).toBe(0o700);
    chmodSync(fileOf(context), 0o644);
    await run(context, 'config', 'limit', '4');
    expect(statSync(fileOf(context)).mode & 0o777).toBe(0o600);
  });

  it('says when a change has no effect', async () => {
    const context = fakeContext({ env: { MEMENTOR_LIMIT: '9' } });
    const { stdout, stderr } = await run(context, 'config', 'limit', '3');
    expect(stdout).toBe('limit is now 9 (environment)\n');
    expect(stderr).toBe('warning: MEMENTOR_LIMIT overrides what the file says\n');
  });

  it('answers with one document', async () => {
    const context = fakeContext();
    const file = fileOf(context);
    const set = await run(context, 'config', 'limit', '3', '--json');
    expect(JSON.parse(set.stdout)).toMatchObject({
      version: 1,
      key: 'limit',
      value: 3,
      origin: 'file',
      changed: true,
      file,
    });
    const get = await run(context, 'config', 'limit', '--json');
    expect(JSON.parse(get.stdout)).toMatchObject({ version: 1, key: 'limit', value: 3 });
    const unset = await run(context, 'config', '--unset', 'limit', '--json');
    expect(JSON.parse(unset.stdout)).toMatchObject({
      version: 1,
      value: 5,
      origin: 'default',
      changed: true,
    });
  });

  it('knows its keys and their values', async () => {
    const unknown = await run(fakeContext(), 'config', 'colour');
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain(
      'Allowed choices are context-budget, detect, exclude, limit, mask, model, notice, rate, recall, suspect, threads.',
    );
    const wrong = await run(fakeContext(), 'config', 'recall', 'maybe');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toBe(
      'error: `recall` cannot be "maybe"\n\nhint: it must be true or false\n',
    );
    const json = await run(fakeContext(), 'config', 'colour', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, error: { code: 'USAGE' } });
    expect(json.stderr).toBe('');
  });
});
