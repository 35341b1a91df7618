/**
 * Nothing is sent: capture and recall open no socket but local ones, shown by the system calls that
 * they and all processes they start make. Skipped where there is no `strace`.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** Runs the program and returns the calls of it and its children that concern the network. */
async function traced(box: Sandbox, args: readonly string[], stdin = '') {
  const file = box.path(`trace-${args.join('-').replaceAll(/\W/g, '')}`);
  const shell = `exec strace -f -qq -e trace=%network -o '${file}' "$@"`;
  const { exitCode, stdout, stderr } = await box.cli(args, { stdin, shell });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(existsSync(file)).toBe(true);
  return { stdout, remote: remote(readFileSync(file, 'utf8').split('\n')) };
}

function remote(calls: readonly string[]): string[] {
  return calls.filter((call) => /AF_(?!UNIX|LOCAL)/.test(call));
}

describe.skipIf(!canTrace)('the network', () => {
  it('is seen when it is used: the check can fail', async () => {
    const box = sandbox();
    const file = box.path('trace');
    const code = 'require("net").connect(9, "127.0.0.1").on("error", () => {})';
    spawnSync('strace', [
      '-f',
      '-qq',
      '-e',
      'trace=%network',
      '-o',
      file,
      process.execPath,
      '-e',
      code,
    ]);
    expect(remote(readFileSync(file, 'utf8').split('\n'))).not.toEqual([]);
  });

  it('is not touched by capture, recall and search', async () => {
    const box = sandbox();
    const talk = conversation(box.project);
    const path = box.write(
      `transcripts/${talk.session}.jsonl`,
      talk.turn('Which port does the staging database use?', 'Port 6543, because of the pooler.'),
    );
    const about = { session_id: talk.session, cwd: box.project, transcript_path: path };
    // `strace` follows the worker too, and ends with it.
    expect((await traced(box, ['hook', 'stop'], JSON.stringify(about))).remote).toEqual([]);
    expect(await box.settled()).toMatchObject({ turns: 1, pending: 0 });

    const prompt = 'Which port does the staging database use?';
    const asked = { ...about, session_id: 'another', prompt };
    const recalled = await traced(box, ['hook', 'user-prompt-submit'], JSON.stringify(asked));
    expect(recalled.stdout).toContain('6543');
    expect(recalled.remote).toEqual([]);
    const found = await traced(box, ['query', 'staging port']);
    expect(found.stdout).toContain('6543');
    expect(found.remote).toEqual([]);
  });
});
