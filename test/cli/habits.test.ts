/** What people type out of habit, as whole processes. */

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLI, conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

let box: Sandbox;

beforeAll(async () => {
  box = sandbox();
  box.write('transcripts/a.jsonl', conversation(box.project).turn('Which port?', '6543.'));
  await box.cli(['ingest'], { env: { MEMENTOR_MODELS: '/nonexistent/models' } });
});

describe('the hooks', () => {
  it.each([
    ['hook', '--help'],
    ['hook', '-h'],
    ['help', 'hook'],
  ])('`%s %s` prints help', async (...args) => {
    const { exitCode, stdout, stderr } = await box.cli(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('session-start, user-prompt-submit');
  });

  it('stay silent about anything else', async () => {
    const quiet = { exitCode: 0, stdout: '', stderr: '' };
    expect(await box.cli(['hook'])).toMatchObject(quiet);
    expect(await box.cli(['hook', 'nosuch', '--help'])).toMatchObject(quiet);
  });
});

describe('an export into a file', () => {
  it.each([
    [0o600, 'Only you can read the file (mode 600).'],
    [0o644, 'Everyone on this machine can read the file (mode 644)'],
  ])('says who can read it: %o', (mode, sentence) => {
    const path = box.path(`export-${mode}.jsonl`);
    const file = openSync(path, 'wx', mode);
    try {
      const done = spawnSync(process.execPath, [CLI, 'export'], {
        cwd: box.project,
        env: box.env,
        stdio: ['ignore', file, 'pipe'],
        encoding: 'utf8',
      });
      expect(done.status).toBe(0);
      expect(done.stderr).toMatch(/^Exported 1 turn \(\d/);
      expect(done.stderr).toContain(sentence);
    } finally {
      closeSync(file);
    }
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  it('says that it is not complete where its reader stops', async () => {
    const long = sandbox();
    const chat = conversation(long.project);
    const turns = Array.from({ length: 150 }, (_, n) =>
      chat.turn(`Which quince is number ${n}?`, 'x'.repeat(2_000)),
    );
    long.write('transcripts/a.jsonl', turns.join(''));
    await long.cli(['ingest'], { env: { MEMENTOR_MODELS: '/nonexistent/models' } });
    const status = long.path('status');
    const shell = `{ "$@"; echo $? >'${status}'; } | head -c 10`;
    const { stderr } = await long.start(['export'], { shell }).done;
    expect(stderr).toBe('The reader of the export stopped: it got only the beginning.\n');
    expect(readFileSync(status, 'utf8').trim()).toBe('1');
  });

  it('says nothing of readers where it is piped on', async () => {
    const { stderr } = await box.cli(['export']);
    expect(stderr).toMatch(/^Exported 1 turn \(.+\)\.\n$/);
  });
});

describe('a name of other programs', () => {
  it.each([['search', 'port'], ['ls'], ['list']])('%s works', async (...args) => {
    const { exitCode, stdout } = await box.cli(args, {
      env: { MEMENTOR_MODELS: '/nonexistent/models' },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Which port?');
  });

  it('`uninstall` removes the hooks, as `disable` does', async () => {
    await box.cli(['enable']);
    expect(await box.cli(['uninstall'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Disabled Mementor'),
    });
  });
});
