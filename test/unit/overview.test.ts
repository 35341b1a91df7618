/** `mementor` without arguments: where things stand, and what to type next. */

import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeOf } from '../../src/home/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

async function overview(context: FakeContext) {
  const stdout = fakeOutput();
  const exitCode = await runProgram([], { ...context, stdout });
  return { exitCode, lines: stdout.text.split('\n').slice(0, -1) };
}

describe('mementor alone', () => {
  it('says how many notes wait, and what the doctor found', async () => {
    const context = fakeContext();
    const said = (session: string, ...prompts: string[]) =>
      remember(context, writeTranscript(context, { project: 'project', session, prompts }));
    said('aaaaaaaa-1', 'Which port?');
    chmodSync(homeOf(context), 0o700);
    expect((await overview(context)).lines.join('\n')).not.toMatch(/^(notes|doctor) /m);
    said('bbbbbbbb-2', 'we dont have a staging database', 'we dont have a mail queue');
    chmodSync(homeOf(context), 0o755);
    const { lines } = await overview(context);
    expect(lines.filter((line) => /^(notes|doctor) /.test(line))).toEqual([
      'notes    2 notes wait: mementor notes review -a',
      'doctor   mementor doctor: ~/.local/share/mementor is open to other users (mode 755)',
    ]);
  });

  it('says how to start where nothing is stored, and creates nothing', async () => {
    expect(await overview(fakeContext())).toEqual({
      exitCode: 0,
      lines: [
        'Nothing is stored yet.',
        'hooks  off: nothing new is stored; mementor enable',
        '',
        'start   mementor enable',
        'import  mementor ingest --all',
        'help    mementor --help',
      ],
    });
  });

  it('says what is remembered of this project, in eight lines', async () => {
    const context = fakeContext();
    const write = (project: string, session: string, ...prompts: string[]) =>
      writeTranscript(context, { project, session, prompts, at: '2026-01-01T03:04:05Z' });
    remember(context, write('project', 'aaaaaaaa-1', 'Which port?', 'And the host?'));
    expect((await overview(context)).lines[0]).toBe(
      'project  project, 1 session, 2 turns, last 23 hours ago',
    );
    remember(context, write('other', 'bbbbbbbb-2', 'Elsewhere'));
    await runProgram(['enable'], { ...context, stdout: fakeOutput(), stderr: fakeOutput() });
    const { lines } = await overview(context);
    expect(lines.slice(0, 4)).toEqual([
      'project  project, 1 session, 2 turns, last 23 hours ago',
      'all      2 projects, 2 sessions, 3 turns, last 23 hours ago',
      'hooks    on',
      '',
    ]);
    expect(lines).toHaveLength(8);
  });
});
