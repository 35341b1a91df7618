/** `mementor query` with filters: what passes, what is explained, what a wrong one says. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember } from '../helpers/remembered.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/transcripts');

/** Two projects would hide each other: everything is asked of all. */
function remembered(env: FakeContext['env'] = {}): FakeContext {
  const context = fakeContext({ env, now: () => new Date('2026-12-01T12:00:00Z') });
  const names = ['tool-use', 'interrupted', 'sidechain', 'compacted'];
  remember(context, ...names.map((name) => join(FIXTURES, `${name}.jsonl`)));
  return context;
}

async function query(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(['query', '-a', ...args], fresh);
  const stdout = fresh.stdout.text.replace(/2026-\d\d-\d\d \d\d:\d\d/g, 'TIME');
  return { exitCode, stdout, stderr: fresh.stderr.text };
}

async function found(...args: string[]): Promise<string[]> {
  const { stdout } = await query(remembered(), ...args, '--json', '-n', '50');
  const { hits }: { hits: { session: string }[] } = JSON.parse(stdout);
  return [...new Set(hits.map((hit) => hit.session.slice(0, 4)))].toSorted();
}

describe('a session that is not there', () => {
  it('gets a hint that names where ids are', async () => {
    const { exitCode, stderr } = await query(remembered(), 'tabs', '--session', 'ffff0000');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No stored session or turn has an id that begins with "ffff0000".');
    expect(stderr).toContain('mementor sessions --all-projects lists the sessions');
  });

  it('is none where hardly anything of its id is given', async () => {
    for (const session of ['', '00']) {
      const { exitCode, stderr } = await query(remembered(), 'tabs', '--session', session);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is too short for an id');
    }
  });

  it('is told apart from one that lacks the words, and so is a branch', async () => {
    const none = await query(remembered(), 'tabs', '--branch', 'none-of-this-name');
    expect(none.stderr).toContain('No stored turn with text was on branch "none-of-this-name".');
    const { stdout } = await query(remembered(), 'tabs', '--branch', 'none-of-this-name', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ hits: [], unknown: ['branch'] });
    const words = await query(remembered(), '"zyzzyva"', '--branch', 'main', '--json');
    expect(JSON.parse(words.stdout)).toMatchObject({ unknown: [], branches: null });
  });
});

describe('a branch that no turn has', () => {
  it('gets the names that may be meant, or those used last', async () => {
    const near = await query(remembered(), 'tabs', '--branch', 'mian');
    expect(near.stderr).toContain('\n\nhint: did you mean "main"?\n');
    const far = await query(remembered(), 'tabs', '--branch', 'none-of-this-name');
    expect(far.stderr).toContain('\n\nhint: the branches used last are "main"');
    const { stdout } = await query(remembered(), 'tabs', '--branch', 'mian', '--json');
    expect(JSON.parse(stdout).branches).toMatchObject({ names: ['main'], near: true });
  });
});

describe('a session of another project', () => {
  it('is searched without --all-projects, and its project is named', async () => {
    const context = remembered();
    const here = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    expect(await runProgram(['query', '--session', '0002'], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^session 0002\w+ · .* · skiff · main\n/);
    const other = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    const named = ['query', '--session', '0002', '--project', 'project'];
    expect(await runProgram(named, other)).not.toBe(0);
  });
});

describe('a filter alone', () => {
  it.each([
    [['--file', 'parser.c'], ['0001']],
    [['--command', 'make test'], ['0001']],
    [['--error', 'expected 3 fields'], ['0001']],
    [['--session', '0002'], ['0002']],
    [['--branch', 'main', '--since', '2026-03-06', '--until', '2026-03-06'], ['0005']],
    [
      ['--until', '2026-03-03'],
      ['0001', '0002'],
    ],
    [['--since', '2026-03-07'], ['0009']],
    [['--until', '300d'], []],
    [['--file', '!!!'], []],
  ])('%j', async (args, sessions) => {
    expect(await found(...args)).toEqual(sessions);
  });

  it('gives the newest first, without a score', async () => {
    const { exitCode, stdout, stderr } = await query(
      remembered(),
      '--until',
      '2026-03-03',
      '-n',
      '2',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.match(/^\d .*$/gm)).toEqual([
      '1  > leave the table where it is  turn 00020000',
      '2  > only the tide module, and delete the old table  turn 00020000',
    ]);
  });

  it('says how it was understood', async () => {
    const { stdout } = await query(
      remembered(),
      '--until',
      '2026-03-03T10:00Z',
      '--file',
      'x',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      filters: { until: '2026-03-03T10:00:00.000Z', file: 'x' },
      hits: [],
    });
  });
});

describe('nothing found', () => {
  it('names the filters', async () => {
    const { exitCode, stdout, stderr } = await query(
      remembered(),
      'parser',
      '--file',
      'no"pe',
      '--since',
      '3d',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /Nothing found for "parser" with --since "3d" --file "no\\"pe" in \d+ turns with text of all projects/,
    );
    expect(stderr).toContain('hint: leave a filter out');
  });
});

describe('no note found', () => {
  it('says how many notes were searched, and not that the memory is empty', async () => {
    const context = remembered();
    const none = await query(context, 'keel', '--kind', 'rule');
    expect(none.stderr).toContain('Nothing found for "keel" with --kind "rule": the memory has no');
    expect(none.stderr).toContain(' no note to search.\n\nhint: `mementor notes --state all`');
    await runProgram(['remember', 'Cork floats', '--kind', 'fact'], context);
    const asked = await query(context, '"keel"', '--kind', 'rule');
    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toMatch(
      /^Nothing found for ""keel"" with --kind "rule" in 1 note of .+\.\n\nhint: leave the quotes out, .+ leave a filter out\n$/,
    );
    const listed = await query(context, '--kind', 'decision,rule');
    expect(listed.stderr).toContain('Nothing found with --kind "decision,rule" in 1 note of ');
    const any = await query(context, '"keel"', '--notes');
    expect(any.stderr).toContain('Nothing found for ""keel"" in 1 note of ');
  });
});

describe('misuse', () => {
  it.each([
    [[], 'error: nothing to look for\n\nhint: give some words, or a filter such as'],
    [['  '], 'error: nothing to look for'],
    [
      ['x', '--since', 'whenever'],
      'error: --since is no time: "whenever"\n\nhint: try `2026-11-03`',
    ],
    [['--until', ''], 'error: --until is no time: ""'],
    [['- an item that was pasted'], 'hint: put -- before it: mementor query -- "- an item'],
    [['--sinse=a b'], "error: unknown option '--sinse=a b'"],
    [
      ['--since', '2026-03-04', '--until', '2026-03-03'],
      'error: --until "2026-03-03" is before --since',
    ],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr } = await query(remembered(), ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('is one document with --json', async () => {
    const { exitCode, stdout, stderr } = await query(remembered(), '--since', 'whenever', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, error: { code: 'TIME_INVALID' } });
    const unknown = await query(remembered(), 'x', '--sinse', '3d', '--json');
    expect({ ...unknown, stdout: JSON.parse(unknown.stdout) }).toMatchObject({
      exitCode: 2,
      stderr: '',
      stdout: { version: 1, error: { code: 'USAGE', message: "unknown option '--sinse'" } },
    });
  });
});

describe('--explain', () => {
  it('says under each hit why, and at the end where', async () => {
    const { stdout } = await query(remembered(), 'lemma', '2', '--explain');
    const whys = stdout.match(/^ {3}why .*$/gm) ?? [];
    expect(whys.length).toBe(stdout.match(/^\d {2}/gm)?.length);
    expect(whys[0]).toMatch(
      /^ {3}why {4}score \d+\.\d\d · full text BM25 \d+\.\d\d · similarity \d\.\d\d/,
    );
    expect(whys.join('\n')).toContain("set back: a subagent's turn");
    expect(stdout).toMatch(/\nSearched \d+ turns with text of all projects \(words/);
  });

  it('also without words, and without a hit', async () => {
    const { stdout } = await query(remembered(), '--file', 'parser.c', '--explain');
    expect(stdout).toContain('   why    it passes the filters; the newest come first\n');
    const none = await query(remembered(), 'zeppelin', '--explain');
    expect(none).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^Searched \d+ turns/),
    });
  });

  it('in the document too', async () => {
    const { stdout } = await query(remembered(), 'lemma', '--explain', '--json');
    const { hits } = JSON.parse(stdout);
    expect(hits[0].explanation).toEqual({
      text: expect.any(Number),
      similarity: expect.any(Number),
      actions: null,
      agent: hits[0].agent,
    });
    const plain = JSON.parse((await query(remembered(), 'lemma', '--json')).stdout);
    expect(plain.hits[0]).not.toHaveProperty('explanation');
  });
});

describe('the limit', () => {
  it('is the flag, else the setting', async () => {
    const context = remembered({ MEMENTOR_LIMIT: '2' });
    const count = async (...args: string[]) =>
      JSON.parse((await query(context, '--since', '2026-01-01', '--json', ...args)).stdout).hits
        .length;
    expect(await count()).toBe(2);
    expect(await count('-n', '3')).toBe(3);
  });
});
