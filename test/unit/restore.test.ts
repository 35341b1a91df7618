/** `mementor resume` of a session whose transcript is gone, in temporary homes. */

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectTranscriptsFolder } from '../../src/agents/claude-code/paths.ts';
import { command } from '../../src/commands/resume.ts';
import { homeOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, type Written, writeTranscript } from '../helpers/remembered.ts';

const SESSION = '5c1f0a52-9f0e-4b7e-8a63-0d8c3a1f7e21';
const LOST: Written = { project: 'skiff', session: SESSION, prompts: ['rig it', 'sail it'] };

let context: FakeContext;

beforeEach(() => {
  context = fakeContext();
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
});

interface Options {
  readonly id?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

async function restored(more: Options = {}): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const options = { id: SESSION, to: undefined, dryRun: false, json: false, ...more };
  const refuse = (message: string) => expect.fail(message);
  expect(await command.run?.(options as never, fresh, refuse)).toBe(0);
  return fresh.stderr.text + fresh.stdout.text;
}

async function mementor(...args: string[]): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  expect(await runProgram(args, fresh)).toBe(0);
  return fresh.stdout.text;
}

/** A session whose transcript was taken in and has disappeared. */
function lost(): string {
  const path = writeTranscript(context, LOST);
  remember(context, path);
  rmSync(path);
  return path;
}

describe('resume', () => {
  it('writes the transcript where it was, for its owner alone', async () => {
    const path = lost();
    const text = await restored({ id: SESSION.slice(0, 8) });
    expect(text).toContain(`Restored session ${SESSION} (2 turns, 4 lines, `);
    expect(text).toContain(`claude --resume ${SESSION}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).uuid)).toEqual([
      `${SESSION}-rig it`,
      `${SESSION}-rig it-a`,
      `${SESSION}-sail it`,
      `${SESSION}-sail it-a`,
    ]);
  });

  it('adds nothing when it is taken in again', async () => {
    const path = lost();
    await restored();
    const { turns, agentTurns, sessions } = remember(context, path).stats();
    expect({ turns, agentTurns, sessions }).toEqual({ turns: 2, agentTurns: 0, sessions: 1 });
  });

  it('finds the folder by the directory when the transcript was read from elsewhere', async () => {
    const path = writeTranscript(context, LOST);
    const elsewhere = join(context.homedir, 'backup', `${SESSION}.jsonl`);
    mkdirSync(dirname(elsewhere));
    writeFileSync(elsewhere, readFileSync(path));
    rmSync(path);
    remember(context, elsewhere);
    const cwd = join(context.homedir, 'skiff');
    const wanted = join(projectTranscriptsFolder({ ...context, cwd }), `${SESSION}.jsonl`);
    expect(JSON.parse(await restored({ json: true }))).toMatchObject({ path: wanted, turns: 2 });
    expect(existsSync(wanted)).toBe(true);
  });

  it('never overwrites a file', async () => {
    const path = lost();
    writeFileSync(path, 'precious');
    for (const more of [{ dryRun: true }, { to: path }]) {
      await expect(restored(more)).rejects.toMatchObject({
        code: 'FILE_EXISTS',
        hint: expect.stringContaining(`claude --resume ${SESSION}`),
      });
    }
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it('leaves nothing to be read', async () => {
    const path = lost();
    await mementor('resume', SESSION);
    const { transcripts } = JSON.parse(await mementor('status', '--transcripts', '--json'));
    expect(transcripts).toMatchObject([{ path, state: 'complete' }]);
    expect(JSON.parse(await mementor('ingest', '--all', '--json'))).toMatchObject({
      unchanged: 1,
      changed: 0,
    });
  });

  it('does not wait for somebody who writes, who may read it later', async () => {
    const path = lost();
    const lock = native().IngestLock.tryAcquire(homeOf(context));
    await restored();
    lock?.release();
    expect(existsSync(path)).toBe(true);
  });

  it('offers no session for a file that is none', async () => {
    lost();
    const file = join(context.homedir, 'r.jsonl');
    writeFileSync(file, 'precious');
    for (const dryRun of [false, true]) {
      await expect(restored({ to: file, dryRun })).rejects.toMatchObject({
        code: 'FILE_EXISTS',
        hint: '`--to FILE` writes another file',
      });
    }
  });

  it('writes elsewhere on request, and nothing in a dry run', async () => {
    const path = lost();
    expect(await restored({ dryRun: true })).toContain('Nothing was written (--dry-run).\n');
    await restored({ to: 'copy.jsonl' });
    expect(existsSync(path)).toBe(false);
    expect(existsSync(join(context.cwd, 'copy.jsonl'))).toBe(true);
  });

  it('says what it cannot do', async () => {
    lost();
    await expect(restored({ id: '5c1' })).rejects.toMatchObject({ code: 'ID_SHORT' });
    await expect(restored({ id: 'ffff' })).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' });
    const other = { ...LOST, session: SESSION.replace(/1$/, '2'), prompts: ['row it'] };
    remember(context, writeTranscript(context, other));
    await expect(restored({ id: '5c1f' })).rejects.toMatchObject({
      code: 'ID_AMBIGUOUS',
      message: expect.stringContaining(other.session),
    });
  });

  it('is not led out of the folder by the name of a session', async () => {
    const session = '../../../escaped';
    const path = writeTranscript(context, { ...LOST, session: 'plain', prompts: [] });
    const named = { ...LOST, session };
    mkdirSync(dirname(path), { recursive: true });
    const odd = writeTranscript(context, named);
    remember(context, odd);
    await expect(restored({ id: session })).rejects.toMatchObject({ code: 'PLACE_UNKNOWN' });
  });
});
