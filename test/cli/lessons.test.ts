/** Lessons from failures that came again, by the built program: at a start, in `fix`, `how` and `why`. */

import { beforeEach, expect, it } from 'vitest';
import { conversation, type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const LINE =
  "`box mill …` fails here (unrecognized subcommand 'mill'): leave out `box` (worked in 3 of 3 sessions)";
const ERROR = "error: unrecognized subcommand 'mill'";
const SESSIONS = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000001`);

let box: Sandbox;

/** Three sessions that meet the same failure, and then go on without the wrapper. */
beforeEach(async () => {
  box = sandbox();
  for (const [index, session] of SESSIONS.entries()) {
    const at = `2026-11-1${index + 1}T09:00:00Z`;
    const { prompt, tool, answer } = conversation(box.project, { session, at });
    const lines = [
      prompt('run the mill on the keel'),
      tool('Bash', { command: 'box mill run keel 2>&1 | tail -3' }, ERROR),
      tool('Bash', { command: 'mill run keel' }, 'done'),
      answer('It ran.'),
    ];
    const path = box.write(`transcripts/${session}.jsonl`, lines.join(''));
    expect((await run('ingest', path)).exitCode).toBe(0);
  }
});

async function run(...args: string[]): Promise<Result> {
  return await box.cli(args);
}

/** Starts a session, and returns what it is told. */
async function told(session: string): Promise<string> {
  const transcript_path = box.path('transcripts/new.jsonl');
  const input = { session_id: session, cwd: box.project, transcript_path, source: 'startup' };
  const { stdout } = await box.cli(['hook', 'session-start'], { stdin: JSON.stringify(input) });
  await box.settled();
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

it('is told at the first start after a history was read, and `why --start` names its sessions', async () => {
  expect(await told('the-first')).toContain(`\n- ${LINE}\n</mementor>`);
  const { stdout } = await run('why', '--start', '--session', 'the-first');
  expect(stdout).toContain('what failed again');
  const named = /lesson ([\da-f]{8}) is from sessions cccccccc, bbbbbbbb, aaaaaaaa;/;
  expect(stdout.replace(/\s+/g, ' ')).toMatch(named);
});

it('stands above what `fix` and `how` know, with its sessions', async () => {
  for (const args of [
    ['fix', ERROR],
    ['how', 'run', 'a', 'box'],
  ]) {
    const { stdout, exitCode } = await run(...args);
    expect({ exitCode, first: stdout.replace(/\s+/g, ' ') }, args.join(' ')).toEqual({
      exitCode: 0,
      first: expect.stringMatching(/^`box mill …` fails here .* failed in 3 sessions: cccccccc,/),
    });
  }
  expect((await run('fix', "error: unrecognized subcommand 'crane'")).stdout).not.toContain('box');
  const { lessons } = JSON.parse((await run('fix', '--json', ERROR)).stdout);
  expect(lessons).toMatchObject([{ line: LINE, sessions: SESSIONS.toReversed() }]);
});

it('is told to nobody when it is rejected, and is a rule when it is accepted', async () => {
  const [lesson] = JSON.parse((await run('lessons', '--json')).stdout).lessons;
  await told('the-first');
  expect((await run('lessons', '--reject', lesson.id)).stdout).toContain('told to nobody');
  expect(await told('the-second')).toBe('');
  expect((await run('how', 'run', 'a', 'box')).stdout).not.toContain(LINE);
  expect((await run('lessons')).stdout).toContain('rejected');
  expect((await run('lessons', '--restore', lesson.id)).exitCode).toBe(0);
  expect(await told('the-third')).toContain(LINE);
  expect((await run('lessons', '--accept', lesson.id.slice(0, 4))).exitCode).toBe(0);
  const text = await told('the-fourth');
  expect(text).toContain('Standing notes:');
  expect(text.split(LINE)).toHaveLength(2);
  expect(await run('lessons', '--reject', '00000000')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no lesson has an id'),
  });
});

it('goes with the sessions that it is from', async () => {
  expect((await run('forget', '--session', SESSIONS[0] ?? '', '--yes')).exitCode).toBe(0);
  expect((await run('forget', '--session', SESSIONS[1] ?? '', '--yes')).exitCode).toBe(0);
  expect(await run('lessons')).toMatchObject({ exitCode: 1, stdout: '' });
});
