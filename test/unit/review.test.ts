/** `mementor notes review`: proposals with where they come from, and what a person decides. */

import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeOf, stateOf } from '../../src/home/paths.ts';
import { aroundOf } from '../../src/operations/notes/review.ts';
import { runProgram } from '../../src/program/program.ts';
import { knownProposals } from '../../src/reports/proposals.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const LOST = 'Turns out the queue is lost at each restart';
const LAMP = 'Thank you for the lamp on the pier.';
const STAGING = 'we dont have a staging database';
const RULE = 'Never log a card number.';

/** A memory with a rule that holds, and two proposals. */
function filled(): FakeContext {
  const context = fakeContext();
  const prompts = [`${LAMP} ${LOST}. Look at the pier, please.`, RULE, STAGING];
  remember(context, writeTranscript(context, { project: 'project', session: '5e552000', prompts }));
  return context;
}

interface Done {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(context: FakeContext, args: readonly string[], typed?: string[]): Promise<Done> {
  const fresh = {
    ...context,
    stdout: fakeOutput(),
    stderr: fakeOutput(),
    ask: typed && (async () => typed.shift() ?? ''),
  };
  const exitCode = await runProgram(['notes', ...args], fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function listed(context: FakeContext, state: string): Promise<string[]> {
  const { stdout } = await run(context, ['list', '--state', state, '--json']);
  return JSON.parse(stdout).notes.map(({ summary }: { summary: string }) => summary);
}

describe('the count of proposed notes', () => {
  it('is that of what the review goes through: a few of each session', async () => {
    const context = fakeContext();
    const lacking = ['staging database', 'mail queue', 'backup disk', 'test server'];
    const prompts = lacking.map((thing) => `we dont have a ${thing}`);
    remember(
      context,
      writeTranscript(context, { project: 'project', session: '5e552000', prompts }),
    );
    expect(await listed(context, 'proposed')).toHaveLength(4);
    const reviewed = JSON.parse((await run(context, ['review', '--json'])).stdout);
    expect(reviewed.total).toBe(3);
    expect(JSON.parse((await run(context, ['list', '--json'])).stdout).proposed).toBe(3);
    expect((await run(context, ['list'])).stderr).toContain('goes through 3 proposed notes');
  });

  it.each([
    ['forget', '5e552000', '--yes'],
    ['notes', 'tidy'],
    ['ingest', '--all'],
    ['import', '-'],
    ['repair', '--indexes'],
    ['repair'],
  ])('that the status line shows is that of the last command: %s', async (...args) => {
    const context = filled();
    const home = homeOf(context);
    writeFileSync(stateOf(home), '{"version":1,"proposed":88}');
    const readStdin = () => '{"type":"mementor","version":1}\n';
    const quiet = { stdout: fakeOutput(), stderr: fakeOutput(), readStdin };
    expect(await runProgram(args, { ...context, ...quiet })).toBeLessThan(2);
    expect(knownProposals(home)).toBe(args[0] === 'forget' ? 0 : 2);
  });
});

describe('notes review', () => {
  it('goes through the proposals, best first, and stores each decision', async () => {
    const context = filled();
    expect(await listed(context, 'active')).toEqual(['Never log a card number']);
    const usual = await run(context, ['list']);
    expect(usual.stdout).toMatch(/^\w{8} .* Never log a card number\n2 notes are proposed: /);
    expect(JSON.parse((await run(context, ['list', '--json'])).stdout).proposed).toBe(2);
    const { exitCode, stdout, stderr } = await run(context, ['review'], ['y', 'n']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe('1 accepted, 1 rejected; none waits\n');
    expect(stderr).toMatch(
      /1 of 2 {2}learning[\s\S]*2 of 2 {2}note[\s\S]*we dont have a staging database/,
    );
    expect(stderr).toContain('found in a prompt of yours · project · session 5e552000 · ');
    expect(stderr).toMatch(
      /│ Thank you for the lamp on the pier\. Turns out the queue is lost at each restart\. Look/,
    );
    expect(await listed(context, 'rejected')).toEqual([STAGING]);
    expect((await listed(context, 'active')).sort()).toEqual(['Never log a card number', LOST]);
    expect(await run(context, ['review'], [])).toMatchObject({ exitCode: 1, stdout: '' });
    // Said again, it does not come back.
    const again = { project: 'project', session: '5e552001', prompts: [STAGING, `Well, ${LOST}`] };
    remember(context, writeTranscript(context, again));
    expect(await listed(context, 'proposed')).toEqual([]);
  });

  it('edits before it accepts, explains the keys, skips and stops', async () => {
    const context = filled();
    const typed = ['what?', 'e', 'There is no staging database', 's'];
    const { stdout, stderr } = await run(context, ['review'], typed);
    expect(stdout).toBe('1 accepted, 0 rejected; 1 proposal still waits\n');
    expect(stderr).toContain('n  it does not hold: it is never proposed again');
    expect(await listed(context, 'active')).toContain('There is no staging database');
    expect((await run(context, ['review'], ['q'])).stdout).toContain('1 proposal still waits');
    // The end of input answers nothing, and ends the review.
    expect((await run(context, ['review'], [])).stdout).toContain('1 proposal still waits');
    expect(await listed(context, 'proposed')).toEqual([STAGING]);
    // What cannot be stored is no reason to lose the others.
    const refused = await run(context, ['review'], ['e', '<private>all of it</private>']);
    expect(refused.stdout).toBe('0 accepted, 0 rejected; 1 proposal still waits\n');
    expect(refused.stderr).toContain('all of it is private');
    // Of a text with words, the whole becomes the body.
    const long = await run(context, ['review'], ['e', 'sail home '.repeat(12)]);
    expect(long.stdout).toBe('1 accepted, 0 rejected; none waits\n');
    expect(await listed(context, 'active')).toContainEqual(
      expect.stringMatching(/^sail home .*…$/),
    );
  });

  it('rejects all that are left with one key, and asks first', async () => {
    const context = filled();
    const { stdout } = await run(context, ['review'], ['x', 'n', 's', 'x', 'y']);
    expect(stdout).toBe('0 accepted, 1 rejected; 1 proposal still waits\n');
    expect(await listed(context, 'rejected')).toEqual([STAGING]);
    expect((await run(context, ['review'], ['x', 'y'])).stdout).toContain('1 rejected; none waits');
  });

  it('asks for one key each time, and for a line only where a text is typed', async () => {
    const context = filled();
    const asked: [string, boolean][] = [];
    const typed = ['e', 'There is no staging database', 'q'];
    const ask = async (question: string, asking?: { readonly isKey?: boolean }) => {
      asked.push([question.split(' ')[0] ?? '', asking?.isKey === true]);
      return typed.shift() ?? '';
    };
    await runProgram(['notes', 'review'], { ...context, ask });
    expect(asked).toEqual([
      ['y', true],
      ['new', false],
      ['y', true],
    ]);
  });

  it('is not needed for several ids, of which a wrong one changes nothing', async () => {
    const context = filled();
    const { proposals } = JSON.parse((await run(context, ['review', '--json'])).stdout);
    const ids: string[] = proposals.map(({ id }: { id: string }) => id);
    const wrong = await run(context, ['accept', ...ids, 'ffffffff']);
    expect(wrong).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await listed(context, 'proposed')).toHaveLength(2);
    const { stdout } = await run(context, ['accept', ...ids]);
    expect(stdout.match(/^Accepted: /gm)).toHaveLength(2);
    const rejected = JSON.parse((await run(context, ['reject', ...ids, '--json'])).stdout);
    expect(rejected.notes.map(({ changed }: { changed: boolean }) => changed)).toEqual([
      true,
      true,
    ]);
    expect((await listed(context, 'rejected')).sort()).toEqual([LOST, STAGING].sort());
  });

  it('goes back from `e` when nothing is typed, or a key', async () => {
    const context = filled();
    const { stdout, stderr } = await run(context, ['review'], ['e', '', 'e', ' Q ', 'n', 'q']);
    expect(stdout).toBe('0 accepted, 1 rejected; 1 proposal still waits\n');
    expect(stderr.match(/Not changed/g)).toHaveLength(2);
    expect(await listed(context, 'active')).toEqual(['Never log a card number']);
  });

  it.skipIf(process.platform === 'win32').each([
    ['leaves the text as it was', 'true'],
    ['empties it', ': >'],
    ['fails', 'false'],
  ])('goes back when the editor %s', async (_, editor) => {
    const context = { ...filled(), env: { EDITOR: editor } };
    const { exitCode, stdout, stderr } = await run(context, ['review'], ['e', 's', 'q']);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: '0 accepted, 0 rejected; 2 proposals still wait\n',
    });
    expect(stderr).toContain('Not changed');
    expect(await listed(context, 'active')).toEqual(['Never log a card number']);
  });

  it('prints them with the commands where nobody can be asked', async () => {
    const context = filled();
    const { exitCode, stdout } = await run(context, ['review']);
    expect(exitCode).toBe(0);
    const [id] = /[0-9a-f]{8}/.exec(stdout) ?? [];
    expect(stdout).toContain(`mementor notes accept ${id}`);
    expect(stdout).toContain(`mementor notes reject ${id}`);
    const { stdout: cut } = await run(context, ['review', '-n', '1']);
    expect(cut).toContain('… and 1 more proposal');
    const document = JSON.parse((await run(context, ['review', '--json'])).stdout);
    expect(document).toMatchObject({
      version: 1,
      total: 2,
      proposals: [
        { words: `${LOST}.`, around: { before: `${LAMP} `, after: ' Look at the pier, please.' } },
        { summary: STAGING, state: 'proposed', author: 'prompt', session: '5e552000' },
      ],
    });
  });

  it('says that nothing waits, also before anything is stored', async () => {
    const { exitCode, stderr } = await run(fakeContext(), ['review'], []);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No proposed note of this project waits for you.');
  });

  it('is mentioned by status only when something waits', async () => {
    const context = filled();
    const status = async () => {
      const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
      await runProgram(['status'], fresh);
      return fresh.stdout.text;
    };
    expect(await status()).toMatch(/notes +2 notes are proposed: mementor notes review/);
    await run(context, ['review'], ['n', 'n']);
    expect(await status()).not.toContain('proposed');
  });
});

describe('the words around', () => {
  it('are cut between words, and missing where the words are', () => {
    const long = `${'word '.repeat(100)}HERE it is ${'more '.repeat(100)}`;
    const around = aroundOf({ steps: [{ kind: 'prompt', text: long }] }, 'HERE it is');
    expect(around?.before).toMatch(/^…word /);
    expect(around?.after).toMatch(/ more…$/);
    expect(aroundOf({ steps: [{ kind: 'prompt', text: 'x' }] }, 'HERE')).toBeUndefined();
  });
});

describe('the setting detect', () => {
  it('switches it off', async () => {
    const context = fakeContext({ env: { MEMENTOR_DETECT: 'off' } });
    const prompts = [RULE, LOST];
    const path = writeTranscript(context, { project: 'project', session: '5e552002', prompts });
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    expect(await runProgram(['ingest', path], fresh)).toBe(0);
    expect(await listed(context, 'all')).toEqual([]);
  });
});
