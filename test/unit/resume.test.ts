/** The way back into a session, also when its transcript is gone. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectTranscriptsFolder } from '../../src/agents/claude-code/paths.ts';
import { run as mute } from '../../src/commands/mute.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, type Written, writeTranscript } from '../helpers/remembered.ts';
import { shownPath } from '../helpers/shown-path.ts';

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

const SKIFF = '5c1f0a52-9f0e-4b7e-8a63-0d8c3a1f7e21';
const BARGE = '77aa0b53-9f0e-4b7e-8a63-0d8c3a1f7e22';

let context: FakeContext;

beforeEach(() => {
  context = fakeContext();
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
});

/** Takes a session in whose transcript is where the client looks for it; returns its path. */
function stored(written: Partial<Written> = {}, earlier = ''): string {
  const whole = { project: 'skiff', session: SKIFF, prompts: ['rig it', 'sail it'], ...written };
  const cwd = join(context.homedir, whole.project);
  mkdirSync(cwd, { recursive: true });
  const folder = projectTranscriptsFolder({ ...context, cwd });
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${whole.session}.jsonl`);
  renameSync(writeTranscript(context, whole), path);
  writeFileSync(path, earlier + readFileSync(path, 'utf8'));
  remember(context, path);
  return path;
}

function gone(written: Partial<Written> = {}): string {
  const path = stored(written);
  rmSync(path);
  return path;
}

async function mementor(...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

const back = (session = SKIFF, project = 'skiff') =>
  `cd ${join(context.homedir, project)} && claude --resume ${session}`;

describe('resume', () => {
  it.skipIf(!hasBash)('prints a command that runs, whatever the folder is called', async () => {
    const project = "it's\na \u202Eskiff\\1";
    stored({ project });
    const { stdout } = await mementor('resume', SKIFF);
    expect(stdout.split('\n')).toHaveLength(2);
    const [enter = ''] = stdout.split(' && claude');
    const { stdout: folder } = spawnSync('bash', ['-c', `${enter} && printf %s "$PWD"`]);
    expect(folder.toString()).toBe(join(context.homedir, project));
  });

  it('restores a transcript that is gone, and prints nothing but the command', async () => {
    const path = gone();
    const { exitCode, stdout, stderr } = await mementor('resume', SKIFF.slice(0, 8));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${back()}\n` });
    expect(stderr).toContain(`Restored session ${SKIFF} (2 turns, 4 lines, `);
    expect(stderr).toContain(shownPath(path, context));
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(4);
  });

  it('leaves a transcript that exists as it is', async () => {
    const path = stored();
    writeFileSync(path, 'precious');
    const { exitCode, stdout, stderr } = await mementor('resume', SKIFF);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `${back()}\n`,
      stderr: '',
    });
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it('stands in place of a command for a folder that no longer exists', async () => {
    stored();
    const offered = async () => JSON.parse((await mementor('show', SKIFF, '--json')).stdout).resume;
    expect(await offered()).toBe(back());
    rmSync(join(context.homedir, 'skiff'), { recursive: true });
    expect(await offered()).toBe(`mementor resume ${SKIFF}`);
    expect((await mementor('resume', SKIFF)).stderr).toContain('no longer exists: create it first');
  });

  it('prints one document', async () => {
    const path = gone();
    const common = {
      version: 1,
      session: SKIFF,
      directory: join(context.homedir, 'skiff'),
      directoryExists: true,
      path,
      turns: 2,
      resume: back(),
    };
    const first = await mementor('resume', SKIFF, '--json');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({ ...common, restored: true });
    const second = await mementor('resume', SKIFF, '--json');
    expect(JSON.parse(second.stdout)).toEqual({ ...common, restored: false });
  });

  it('goes back to the directory where the client looks, whatever the first turn says', async () => {
    // The session began in `skiff`, but its first prompt was sent from `elsewhere`.
    const turn = { session: SKIFF, prompts: ['rig it'] };
    const first = writeTranscript(context, { ...turn, project: 'elsewhere' });
    const earlier = readFileSync(first, 'utf8');
    rmSync(first);
    const later = { project: 'skiff', prompts: ['sail it'], at: '2026-01-02T01:00:00Z' };
    const real = stored(later, earlier);
    expect((await mementor('resume', SKIFF)).stdout).toBe(`${back()}\n`);
    rmSync(real);
    expect((await mementor('resume', SKIFF)).stdout).toBe(`${back()}\n`);
    expect(existsSync(real)).toBe(true);
  });

  it('says when the directory of the session is gone', async () => {
    gone();
    const directory = join(context.homedir, 'skiff');
    rmSync(directory, { recursive: true });
    const { exitCode, stdout, stderr } = await mementor('resume', SKIFF);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${back()}\n` });
    expect(stderr).toContain(
      'warning: ~/skiff no longer exists: create it first, with `mkdir -p ~/skiff`',
    );
    const json = JSON.parse((await mementor('resume', SKIFF, '--json')).stdout);
    expect(json).toMatchObject({ directoryExists: false, restored: false });
  });

  it('takes the number of a hit in the last list', async () => {
    gone();
    gone({ project: 'barge', session: BARGE, prompts: ['moor it'] });
    await mementor('query', 'moor', '-a', '-n', '1');
    expect((await mementor('resume', '1')).stdout).toBe(`${back(BARGE, 'barge')}\n`);
    const planned = await mementor('resume', '1', '--dry-run', '--json');
    expect(JSON.parse(planned.stdout)).toMatchObject({ error: { code: 'FILE_EXISTS' } });
    expect((await mementor('resume', '9')).stderr).toContain('the last list has 1 hit');
  });

  it('prints the command of another agent that still has the session', async () => {
    const session = '0199a213-81c0-7800-8aa1-bbab2a035a53';
    const folder = join(context.homedir, '.codex/sessions/2025/10/02');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `rollout-2025-10-02T10-13-20-${session}.jsonl`);
    const said = (role: string, type: string, text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type, text }] },
    });
    const lines = [
      { type: 'session_meta', payload: { id: session, cwd: context.cwd, cli_version: '0.60.0' } },
      said('user', 'input_text', 'caulk it'),
      said('assistant', 'output_text', 'Caulked.'),
    ].map((line) => JSON.stringify({ timestamp: '2026-01-02T00:00:00.000Z', ...line }));
    writeFileSync(path, `${lines.join('\n')}\n`);
    expect((await mementor('ingest', path)).exitCode).toBe(0);
    const command = `cd ${context.cwd} && codex resume ${session}`;
    await mementor('query', 'caulk', '-a');
    expect(await mementor('resume', '1')).toEqual({
      exitCode: 0,
      stdout: `${command}\n`,
      stderr: '',
    });
    const document = JSON.parse((await mementor('resume', '1', '--json')).stdout);
    expect(document).toMatchObject({ session, path, turns: 1, restored: false, resume: command });
    rmSync(path);
    expect((await mementor('resume', session)).stderr).toContain(
      'a session of Codex cannot be restored',
    );
  });

  it('says when it does not know the session', async () => {
    gone();
    const unknown = await mementor('resume', 'ffff0000');
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
    expect(unknown.stderr).toContain('no session or turn has an id that begins with ffff0000');
    expect((await mementor('resume', '5c1')).stderr).toContain('too short');
  });
});

describe('a turn stands for its session', () => {
  const turn = `${SKIFF}-sail it`;
  // Real ids of turns say nothing of their sessions.
  const named = (id: string) => ({
    project: 'barge',
    session: BARGE,
    prompts: ['moor'],
    turnId: () => id,
  });

  it('in resume', async () => {
    gone();
    const planned = JSON.parse((await mementor('resume', turn, '--dry-run', '--json')).stdout);
    expect(planned.session).toBe(SKIFF);
    expect((await mementor('resume', turn)).stdout).toBe(`${back()}\n`);
    gone(named('abcd1234-0000-4000-8000-000000000001'));
    expect((await mementor('resume', 'abcd12')).stdout).toBe(`${back(BARGE, 'barge')}\n`);
  });

  it('in mute, query and sessions', async () => {
    stored();
    stored(named('abcd1234-0000-4000-8000-000000000001'));
    const muted = { ...context, stdout: fakeOutput() };
    const flags = { what: 'session', session: 'abcd12', off: false, json: true } as const;
    expect(await mute(flags, muted)).toBe(0);
    expect(JSON.parse(muted.stdout.text)).toMatchObject({ names: [BARGE] });
    const found = await mementor('query', '--session', 'abcd12', '--all-projects', '--json');
    const { hits, filters } = JSON.parse(found.stdout);
    expect(hits.map(({ session }: { session: string }) => session)).toEqual([BARGE]);
    expect(filters).toEqual({ session: BARGE });
    const listed = JSON.parse((await mementor('sessions', 'abcd12', '--json')).stdout);
    expect(listed.sessions.map(({ session }: { session: string }) => session)).toEqual([BARGE]);
  });

  it('unless the beginning fits turns of several sessions', async () => {
    stored(named('abcd1234-0000-4000-8000-000000000001'));
    stored({ prompts: ['row'], turnId: () => 'abcd1234-0000-4000-8000-000000000002' });
    for (const args of [
      ['resume', 'abcd'],
      ['query', '--session', 'abcd', 'row'],
      ['sessions', 'abcd'],
      ['mute', '--session', 'abcd'],
    ]) {
      const { exitCode, stdout, stderr } = await mementor(...args);
      expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 2, stdout: '' });
      expect(stderr).toContain('turns of 2 sessions have an id that begins with abcd:');
      expect(stderr).toContain(`\n  turn abcd1234-0000-4000-8000-000000000002 of session ${SKIFF}`);
      expect(stderr).toContain(`\n  turn abcd1234-0000-4000-8000-000000000001 of session ${BARGE}`);
    }
  });
});

describe('what is offered', () => {
  const offered = async () => ({
    query: JSON.parse((await mementor('query', 'rig', '-a', '--json')).stdout).hits[0].resume,
    sessions: JSON.parse((await mementor('sessions', '-a', '--json')).stdout).sessions[0].resume,
    show: JSON.parse((await mementor('show', `${SKIFF}-rig it`, '--json')).stdout).resume,
  });

  it('is the command of the client while the transcript is there', async () => {
    stored();
    expect(await offered()).toEqual({ query: back(), sessions: back(), show: back() });
  });

  it('is `mementor resume` where it is gone', async () => {
    gone();
    const resume = `mementor resume ${SKIFF}`;
    expect(await offered()).toEqual({ query: resume, sessions: resume, show: resume });
  });

  it('is short to a person, whether it is there or gone', async () => {
    for (const make of [stored, gone]) {
      make();
      expect((await mementor('query', 'rig', '-a')).stdout).toMatch(
        /\nresume +mementor resume 1\n/,
      );
      const shown = await mementor('show', `${SKIFF}-rig it`);
      expect(shown.stdout).toMatch(/\nresume +mementor resume 5c1f0a52\n/);
      expect(shown.stdout).not.toContain('claude --resume');
    }
  });
});
