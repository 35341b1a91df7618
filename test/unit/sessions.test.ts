/** `mementor sessions`: what is listed, in which order, from where. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { run } from '../../src/commands/sessions.ts';
import type { Context } from '../../src/process/context.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

type SessionsOptions = Parameters<typeof run>[0];

const HERE: SessionsOptions = { limit: 20, project: undefined, everything: false, json: false };

function remembered(): FakeContext {
  const context = fakeContext();
  const write = (project: string, session: string, at: string, ...prompts: string[]) =>
    writeTranscript(context, { project, session, prompts, at });
  remember(
    context,
    write('project', 'aaaaaaaa-1', '2026-01-01T10:00:00', 'Which port?', 'And the host?'),
    write(
      'project',
      'bbbbbbbb-2',
      '2026-01-02T10:00:00',
      `A long \u001B[31mstory${' word'.repeat(60)}`,
    ),
    write('other', 'cccccccc-3', '2025-12-24T10:00:00', 'Elsewhere'),
  );
  return context;
}

async function sessions(context: Context, options: Partial<SessionsOptions> = {}) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await run({ ...HERE, ...options }, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

describe('sessions', () => {
  it('of this project, the last active first', async () => {
    const { exitCode, stdout, stderr } = await sessions(remembered());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `bbbbbbbb  just now      2026-01-02  10:00   1 turn  > A long story${' word'.repeat(29)}… → The answer to: A long story${' word'.repeat(50)}…`,
      'aaaaaaaa  17 hours ago  2026-01-01  10:00  2 turns  > Which port?',
      '',
    ]);
  });

  it('of all projects, with their names', async () => {
    const { stdout } = await sessions(remembered(), { everything: true });
    expect(stdout.match(/^\w{8}(?= )/gm)).toEqual(['bbbbbbbb', 'aaaaaaaa', 'cccccccc']);
    expect(stdout).toMatch(/ 1 turn {2}other {4}> Elsewhere → The answer to: Elsewhere\n/);
  });

  it.each([
    [50, 'bbbbbbbb  just now       1 turn  > A long story w…'],
    [80, 'bbbbbbbb  just now       1 turn  > A long story word wo… → The answer to: A lon…'],
    [
      160,
      `bbbbbbbb  just now      2026-01-02  10:00   1 turn  > A long story${' word'.repeat(7)} wo… → The answer to: A long story${' word'.repeat(4)} wor…`,
    ],
  ])('is one line each that fits, at %i columns', async (columns, first) => {
    const context = { ...remembered(), env: { NO_COLOR: '1' } };
    const stdout = fakeOutput(true, columns);
    await run(HERE, { ...context, stdout });
    const lines = stdout.text.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(first);
  });

  it('leaves to the title what a short ending does not need, and the other way round', async () => {
    const context = { ...fakeContext(), env: { NO_COLOR: '1' } };
    const prompts = ['Tar the hull', `Tar${' the hull'.repeat(9)}`];
    for (const [index, prompt] of prompts.entries()) {
      const session = `aaaa000${index}-1`;
      remember(
        context,
        writeTranscript(context, { project: 'project', session, prompts: [prompt] }),
      );
    }
    const stdout = fakeOutput(true, 80);
    await run(HERE, { ...context, stdout });
    const ends = stdout.text.split('\n').map((line) => line.split('  > ')[1]);
    expect(ends).toContain('Tar the hull → The answer to: Tar the hull');
    const [title = '', ending = ''] = ends.find((end) => end?.includes('…'))?.split(' → ') ?? [];
    expect(title).toMatch(/^Tar the hull the .*…$/);
    expect(ending).toMatch(/^The answer to: .*…$/);
    expect(Math.abs(title.length - ending.length)).toBeLessThanOrEqual(1);
  });

  it('of a terminal are as many as fit, and say how many more there are', async () => {
    const context = { ...fakeContext(), env: { NO_COLOR: '1' } };
    for (let index = 10; index < 40; index += 1) {
      const session = `aaaa00${index}-1`;
      remember(
        context,
        writeTranscript(context, { project: 'project', session, prompts: [`Row ${index}`] }),
      );
    }
    const listed = async (rows: number, more: Partial<SessionsOptions> = {}) => {
      const stdout = fakeOutput(true, 80, rows);
      await run({ ...HERE, limit: undefined, ...more }, { ...context, stdout });
      return stdout.text.trimEnd().split('\n');
    };
    expect(await listed(40)).toHaveLength(21);
    const small = await listed(12);
    expect(small).toHaveLength(11);
    expect(small.at(-1)).toBe('… and 20 more sessions: -n 30');
    // A number that is given is listed whole.
    expect(await listed(12, { limit: 30 })).toHaveLength(30);
    expect((await sessions(context, { limit: undefined })).stdout.split('\n')).toHaveLength(21);
    const json = JSON.parse((await sessions(context, { json: true, limit: 3 })).stdout);
    expect({ ...json, sessions: json.sessions.length }).toMatchObject({ sessions: 3, total: 30 });
  });

  it('of runs of the same prompt show one, and how many there are', async () => {
    const context = remembered();
    for (let hour = 10; hour < 20; hour += 1) {
      const prompts = [`Hourly check at 2025-12-30 ${hour}:00: is the beacon alive?`];
      const at = `2025-12-30T${hour}:00:00`;
      const session = `dddd00${hour}-1`;
      remember(context, writeTranscript(context, { project: 'project', session, prompts, at }));
    }
    const { stdout } = await sessions(context);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stdout).toMatch(/dddd0019.*Hourly check.* \(10 times\)\n/);
    const json = JSON.parse((await sessions(context, { json: true })).stdout);
    expect(json).toMatchObject({ total: 3, sessions: [{ times: 1 }, { times: 1 }, { times: 10 }] });
    const one = await sessions(context, { id: 'dddd0012', json: true });
    expect(JSON.parse(one.stdout)).toMatchObject({
      sessions: [{ session: 'dddd0012-1', times: 1 }],
    });
  });

  it('since a time, until one, on a branch', async () => {
    const context = remembered();
    const ids = async (options: Partial<SessionsOptions>) =>
      (await sessions(context, { everything: true, ...options })).stdout.match(/^\w{8}(?= )/gm);
    expect(await ids({ since: '2026-01-02' })).toEqual(['bbbbbbbb']);
    expect(await ids({ until: '2026-01-01' })).toEqual(['aaaaaaaa', 'cccccccc']);
    expect(await ids({ until: '2026-01-01', limit: 1 })).toEqual(['aaaaaaaa']);
    expect(await ids({ branch: 'main' })).toBeNull();
  });

  it('stops at the limit', async () => {
    const { stdout } = await sessions(remembered(), { everything: true, limit: 1 });
    expect(stdout.match(/^\w{8}(?= )/gm)).toEqual(['bbbbbbbb']);
  });

  it('as one document, with the way back', async () => {
    const context = remembered();
    const { stdout } = await sessions(context, { json: true, limit: 1 });
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      sessions: [
        {
          session: 'bbbbbbbb-2',
          codingAgent: 'claude-code',
          project: 'project',
          projectKey: context.cwd,
          startedAt: expect.stringMatching(/^2026-01-0\dT/),
          endedAt: expect.stringMatching(/^2026-01-0\dT/),
          turns: 1,
          sharedTurns: 0,
          sharedWith: null,
          clockAhead: false,
          headless: false,
          branch: null,
          cwd: context.cwd,
          prompt: expect.stringContaining('A long '),
          times: 1,
          title: expect.stringMatching(/^A long .{100,}…$/),
          asked: expect.stringMatching(/^A long .{100,}…$/),
          ended: expect.stringMatching(/^The answer to: A long .{200,}…$/),
          pullRequests: [],
          resume: `cd ${context.cwd} && claude --resume bbbbbbbb-2`,
        },
      ],
      total: 2,
    });
  });

  it('are called what the person named them, with their pull requests', async () => {
    const context = fakeContext();
    const fixture = join(import.meta.dirname, '../fixtures/transcripts/named-session.jsonl');
    remember(context, fixture);
    const all = { everything: true };
    expect((await sessions(context, all)).stdout).toMatch(/> Forestay of the skiff → It is open/);
    const [named] = JSON.parse((await sessions(context, { ...all, json: true })).stdout).sessions;
    expect(named).toMatchObject({
      title: 'Forestay of the skiff',
      asked: 'how long is the forestay?',
      pullRequests: ['https://github.com/mara/skiff/pull/26'],
    });
    const byName = await sessions(context, { id: 'forestay of the skiff' });
    expect(byName.stdout).toMatch(/^00260000/);
  });

  it('leave out what programs asked, where that is wished', async () => {
    const context = fakeContext();
    const folder = join(context.homedir, '.claude/projects', context.cwd.replace(/[/.]/g, '-'));
    mkdirSync(folder, { recursive: true });
    const ids = ['aaaaaaaa', 'bbbbbbbb'].map((start) => `${start}-0000-4000-8000-000000000001`);
    const paths = ids.map((session, at) => {
      const line = (uuid: string, role: string, content: string) =>
        `${JSON.stringify({
          type: role,
          uuid: `${uuid}-${at}`,
          sessionId: session,
          cwd: context.cwd,
          entrypoint: at === 1 ? 'sdk-cli' : 'cli',
          timestamp: '2026-01-01T10:00:00Z',
          message: { role, content: [{ type: 'text', text: content }] },
        })}\n`;
      const path = join(folder, `${session}.jsonl`);
      writeFileSync(path, line('p', 'user', `Mend mast ${at}`) + line('a', 'assistant', 'Mended.'));
      return path;
    });
    remember(context, ...paths);
    const listed = async (options: Partial<SessionsOptions>) =>
      (await sessions(context, options)).stdout.match(/^\w{8}(?= )/gm);
    expect(await listed({})).toHaveLength(2);
    expect(await listed({ headless: false })).toEqual(['aaaaaaaa']);
    const found = async (...args: string[]) => {
      const stdout = fakeOutput();
      await runProgram(['query', 'mast', '--json', ...args], { ...context, stdout });
      return JSON.parse(stdout.text).hits.map(({ session }: { session: string }) => session);
    };
    expect(await found()).toHaveLength(2);
    expect(await found('--no-headless')).toEqual([ids[0]]);
    const stdout = fakeOutput();
    const recap = ['recap', '--since', '2025-01-01', '--json', '--no-headless'];
    await runProgram(recap, { ...context, stdout });
    expect(stdout.text).toContain('aaaaaaaa');
    expect(stdout.text).not.toContain('bbbbbbbb');
  });

  it('tell of a fork only what is its own, and which session has the rest', async () => {
    const context = fakeContext();
    const fixtures = join(import.meta.dirname, '../fixtures/transcripts');
    remember(context, ...['child', 'parent'].map((name) => join(fixtures, `fork-${name}.jsonl`)));
    const { stdout } = await sessions(context, { everything: true });
    const [fork, parent] = stdout.split('\n');
    expect(fork).toMatch(/ 1 turn .* begins as 00160000 > then take ten, in steel → Ten steel/);
    expect(parent).toMatch(/3 turns .* > draw up a plan for the new jetty → Twelve/);
    const [first] = JSON.parse(
      (await sessions(context, { everything: true, json: true })).stdout,
    ).sessions;
    const sharedWith = '00160000-0000-4000-8000-00000000fff0';
    expect(first).toMatchObject({ turns: 3, sharedTurns: 2, sharedWith });
  });

  it('of all projects have room for the prompt at 80 columns', async () => {
    const context = fakeContext();
    const [project, session] = ['a-project-with-a-long-name', 'dddd4444-1'];
    remember(
      context,
      writeTranscript(context, { project, session, prompts: ['word '.repeat(30)] }),
    );
    const fresh = { ...context, stdout: fakeOutput(true), stderr: fakeOutput() };
    const env = { NO_COLOR: '1', COLUMNS: '80' };
    await run({ ...HERE, everything: true }, { ...fresh, env: { ...context.env, ...env } });
    const [line = ''] = fresh.stdout.text.split('\n');
    expect(line).toHaveLength(80);
    expect(line.length - line.indexOf('> ')).toBeGreaterThanOrEqual(36);
  });

  it('are shown by id also without text', async () => {
    const context = fakeContext();
    const path = join(context.homedir, 'work.jsonl');
    const common = { sessionId: 'dddd4444-1', cwd: context.cwd, version: '2.1.330' };
    const content = [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/x' } }];
    const at = { timestamp: '2026-01-02T00:00:00Z', uuid: 'dddd4444-0' };
    const answer = { ...common, ...at, type: 'assistant', message: { role: 'assistant', content } };
    writeFileSync(path, `${JSON.stringify(answer)}\n`);
    remember(context, path);
    const { exitCode, stdout } = await sessions(context, { id: 'dddd4444' });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^dddd4444 .* 1 turn$/m);
    expect((await sessions(context)).stderr).toContain('No session with text of this project');
  });

  it('are none: exit status 1, and where there are some', async () => {
    const none = await sessions(remembered(), { branch: 'none-of-this-name' });
    expect({ ...none }).toMatchObject({ exitCode: 1, stdout: '' });
    expect(none.stderr).toContain('No session with text of this project matches.');
    const filtered = await sessions(remembered(), {
      project: 'project',
      branch: 'none-of-this-name',
    });
    expect(filtered.stderr).toContain(
      'No session with text of project project matches.\n\nhint: leave a filter',
    );
    const named = await sessions(remembered(), { id: 'ffff0000' });
    expect(named.stderr).toContain('No session or turn has an id that begins with ffff0000.');
    const json = await sessions(remembered(), { branch: 'none-of-this-name', json: true });
    expect(json).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ version: 1, sessions: [], total: 0 });
  });
});
