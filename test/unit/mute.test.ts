/** `mementor mute`: what it mutes, what undoes it, and who says so. */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf, recallsOf, stateOf } from '../../src/home/paths.ts';
import type { Check } from '../../src/process/check.ts';
import { runProgram } from '../../src/program/program.ts';
import { mutedBy, readMuted } from '../../src/recalls/muted.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';
import { appendLine, promptLine, recordPath } from '../helpers/record.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const SESSION = '8037c875-e39f-54dd-a6ba-6ef50e7a7f67';

let context: FakeContext;
let home: string;

beforeEach(() => {
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  home = homeOf(context);
});

async function run(...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function said(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const isChange = args[0] === 'mute' && !args.includes('--list') && !args.includes('--json');
  // The lines below it are tested on their own.
  return isChange ? `${stdout.split('\n', 1)[0]}\n` : stdout;
}

/** Leaves the record of a session that sent a prompt here. */
function recorded(
  session = SESSION,
  directory = context.cwd,
  prompt = 'x',
  atMs = 1,
  transcript?: string,
): void {
  const left = transcript === undefined ? {} : { transcript };
  const about = { atMs, prompt, directory, dismissed: null, rate: 2, ...left };
  const line = promptLine({ ...about, chars: 0, recallMs: 0, hookMs: 0 }, found([]));
  appendLine(recordPath(home, session), line);
}

function by(session: string | undefined, directory = context.cwd) {
  return mutedBy(readMuted(home), session, directory);
}

/** A path below the home, as it is shown. */
function short(path: string): string {
  return path.replace(`${context.homedir}/`, '~/');
}

describe('mute', () => {
  it('mutes the session that ran last here, and only it', async () => {
    recorded();
    const stayed = 'conversations are still stored';
    expect(await said('mute')).toBe(`session 8037c875 is now muted; ${stayed}\n`);
    expect(await said('mute')).toBe(`session 8037c875 is already muted; ${stayed}\n`);
    expect([by(SESSION), by('other'), by(undefined)]).toEqual(['session', undefined, undefined]);
    expect(statSync(stateOf(home)).mode & 0o777).toBe(0o600);
    expect(await said('mute', '--off')).toBe('session 8037c875 is no longer muted\n');
    expect(await said('mute', '--off')).toBe('session 8037c875 was not muted\n');
    expect(by(SESSION)).toBeUndefined();
  });

  it('shows the first prompt of the session, and how to undo it', async () => {
    const line = `why is it\n${'so '.repeat(99)}slow?`;
    recorded(SESSION, context.cwd, line, 1);
    recorded(SESSION, context.cwd, 'and now?', 2);
    const muted = (await run('mute')).stdout.split('\n');
    expect(muted[1]).toMatch(/^ {2}> why is it so so so .*…$/);
    expect(muted[1]?.length).toBeLessThanOrEqual(100);
    expect(muted[2]).toBe('  undo: mementor mute --session 8037c875 --off');
    const undone = (await run('mute', '--session', '8037', '--off')).stdout.split('\n');
    expect(undone[1]).toBe(muted[1]);
    expect(undone[2]).toBe('  mute it again: mementor mute --session 8037c875');
    expect((await run('mute', '--project')).stdout).toContain(
      'undo: mementor mute --project --off',
    );
    expect((await run('mute', '--always')).stdout).toContain('undo: mementor mute --always --off');
  });

  it('takes the prompt from the memory where the record has none', async () => {
    recorded(SESSION, context.cwd, '');
    const prompts = ['which port is it?', 'and the host?'];
    remember(context, writeTranscript(context, { project: 'a', session: SESSION, prompts }));
    expect((await run('mute')).stdout).toContain('  > which port is it?\n');
  });

  it('takes the prompt from the transcript while nothing is stored', async () => {
    const prompts = ['which port is it?'];
    const transcript = writeTranscript(context, { project: 'a', session: SESSION, prompts });
    recorded(SESSION, context.cwd, '', Date.parse('2026-01-02T00:00:00.200Z'), transcript);
    expect((await run('mute')).stdout).toContain('  > which port is it?\n');
  });

  it('names the other open session of this directory, and says which one it took', async () => {
    const nowMs = context.now().getTime();
    recorded('other-1', context.cwd, 'fix the login', nowMs - 300_000);
    recorded('long-ago', context.cwd, 'x', nowMs - 7_200_000);
    recorded('elsewhere', '/elsewhere', 'x', nowMs);
    recorded(SESSION, context.cwd, 'why is it slow?', nowMs - 60_000);
    utimesSync(recordPath(home, SESSION), nowMs / 1_000 + 1e6, nowMs / 1_000 + 1e9);
    const { stdout, stderr } = await run('mute');
    expect(stdout).toContain('session 8037c875 is now muted');
    expect(stderr).toBe(
      'warning: another session of this directory sent a prompt 5 minutes ago: other-1 ' +
        '("fix the login"); if you meant that one: mementor mute --session other-1\n',
    );
    expect((await run('mute', '--session', 'other-1')).stderr).toBe('');
    const document = JSON.parse((await run('mute', '--json')).stdout);
    expect(document).toMatchObject({ prompt: 'why is it slow?', others: [{ session: 'other-1' }] });
  });

  it('names one of many other open sessions, and counts them', async () => {
    const nowMs = context.now().getTime();
    recorded('other-1', context.cwd, 'fix the login', nowMs - 300_000);
    recorded('other-2', context.cwd, 'sort the list', nowMs - 200_000);
    recorded('other-3', context.cwd, 'name the port', nowMs - 120_000);
    recorded(SESSION, context.cwd, 'why is it slow?', nowMs - 60_000);
    for (const [index, id] of ['other-1', 'other-2', 'other-3', SESSION].entries()) {
      utimesSync(recordPath(home, id), nowMs / 1_000 + index, nowMs / 1_000 + index);
    }
    expect((await run('mute')).stderr).toBe(
      'warning: 3 other sessions of this directory sent a prompt within the last hour, the last ' +
        '2 minutes ago: other-3 ("name the port"); if you meant that one: ' +
        'mementor mute --session other-3; `mementor sessions` lists the others\n',
    );
  });

  it('mutes the session that it is called in, or one that is named', async () => {
    context = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: 'inside-1' } };
    await said('mute');
    recorded('named-2');
    await said('mute', '--session', 'named-2');
    expect([by('inside-1'), by('named-2')]).toEqual(['session', 'session']);
    expect((await run('mute', '--session', '../x')).stderr).toContain("is no session's id");
  });

  it('completes the id of a session that is recorded, stored or muted', async () => {
    const stored = 'aaaa1111-0000-4000-8000-000000000000';
    remember(
      context,
      writeTranscript(context, { project: 'elsewhere', session: stored, prompts: ['rig it'] }),
    );
    recorded();
    await said('mute', '--session', '8037');
    await said('mute', '--session', 'aaaa1');
    expect(readMuted(home).sessions).toEqual([SESSION, stored]);
    expect(await said('mute', '--session', 'aaaa')).toContain('already muted');
    rmSync(recallsOf(home), { recursive: true });
    expect(await said('mute', '--session', '8037', '--off')).toContain('8037c875 is no longer');
    // One that is not muted has an id that begins so, too.
    recorded('aaaa2222-0000-4000-8000-000000000000');
    expect((await run('mute', '--session', 'aaaa')).stderr).toContain('several sessions');
    expect(await said('mute', '--session', 'aaaa', '--off')).toContain('aaaa1111 is no longer');
    expect(readMuted(home).sessions).toEqual([]);
  });

  it('takes a whole id of a session that it does not know, and no other', async () => {
    for (const args of [['8037c875'], ['8037c875', '--off'], ['8037c875', '--json']]) {
      const { exitCode, stdout, stderr } = await run('mute', '--session', ...args);
      expect(exitCode).toBe(1);
      expect(`${stdout}${stderr}`).toContain(
        'no session or turn has an id that begins with 8037c875',
      );
      expect(`${stdout}${stderr}`).toContain('`mementor sessions --all-projects`');
    }
    expect(existsSync(stateOf(home))).toBe(false);
    await said('mute', '--session', SESSION);
    expect(by(SESSION)).toBe('session');
  });

  it('says when there is no session to mute', async () => {
    const { exitCode, stdout, stderr } = await run('mute');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('has sent a prompt yet');
    expect(stderr).toContain('hint: name one with `--session ID`');
    expect(existsSync(home)).toBe(false);
  });

  it('mutes the project: the whole repository, wherever in it one stands', async () => {
    mkdirSync(join(context.cwd, '.git'));
    const deep = join(context.cwd, 'src', 'deep');
    mkdirSync(deep, { recursive: true });
    const top = context.cwd;
    context = { ...context, cwd: deep };
    expect(await said('mute', '--project')).toContain(`the project in ${short(top)} is now muted`);
    expect([by('any', top), by('any', deep), by('any', join(top, 'gone'))]).toEqual([
      'project',
      'project',
      'project',
    ]);
    expect([by('any', context.homedir), by('any', `${top}-2`)]).toEqual([undefined, undefined]);
    const link = join(context.homedir, 'link');
    symlinkSync(top, link);
    expect(by('any', join(link, 'src'))).toBe('project');
    expect(await said('mute', '--project')).toContain('is already muted');
    expect(await said('mute', '--project', '--off')).toContain(`${short(top)} is no longer muted`);
    expect(await said('mute', '--project', '--off')).toContain('was not muted');
    expect(by('any', deep)).toBeUndefined();
  });

  it('mutes a directory without a repository, and what is muted above it can be undone below', async () => {
    await said('mute', '--project');
    const above = context.cwd;
    context = { ...context, cwd: join(above, 'below') };
    mkdirSync(context.cwd);
    expect(await said('mute', '--project')).toContain(
      `the project in ${short(above)} is already muted`,
    );
    expect(await said('mute', '--project', '--off')).toContain(
      `${short(above)} is no longer muted`,
    );
    expect(readMuted(home).projects).toEqual([]);
  });

  it('turns recall off everywhere, as the setting does', async () => {
    expect(await said('mute', '--always')).toContain('recall is now off');
    expect(await said('config', 'recall')).toBe('false\n');
    expect(await said('mute', '--always')).toContain('recall is already off');
    expect(await said('mute', '--always', '--off')).toBe('recall is on again\n');
    expect(await said('config', 'recall')).toBe('true\n');
    expect(await said('mute', '--always', '--off')).toBe('recall was not off\n');
    context = { ...context, env: { MEMENTOR_RECALL: 'off' } };
    expect((await run('mute', '--always', '--off')).stderr).toBe(
      'warning: MEMENTOR_RECALL overrides what the file says\n',
    );
  });

  it('says when an undoing is not enough', async () => {
    recorded();
    await said('mute');
    await said('mute', '--always');
    expect((await run('mute', '--off')).stderr).toContain('warning: recall is off everywhere');
  });

  it('lists what is muted', async () => {
    expect(await said('mute', '--list')).toBe('Nothing is muted.\n');
    recorded();
    for (const what of [[], ['--project'], ['--always']]) await said('mute', ...what);
    expect(await said('mute', '--list')).toBe(
      `always   recall is off everywhere\nproject  ${short(context.cwd)}\nsession  ${SESSION}\n`,
    );
    expect(JSON.parse(await said('mute', '--list', '--json'))).toEqual({
      version: 1,
      always: true,
      projects: [context.cwd],
      sessions: [SESSION],
      turns: [],
    });
  });

  it('mutes one turn, and unmutes it', async () => {
    const prompts = ['port'];
    remember(context, writeTranscript(context, { project: 'a', session: SESSION, prompts }));
    const stored = JSON.parse((await run('show', SESSION, '--json')).stdout);
    const [turn] = stored.turns.map((each: { turn: string }) => each.turn);
    expect(await said('mute', '--turn', turn)).toContain('is now muted: it is not added');
    expect(await said('mute', '--turn', turn)).toContain('is already muted');
    expect(readMuted(home).turns).toEqual([turn]);
    expect(await said('mute', '--list')).toContain(`turn     ${turn}`);
    expect(by(SESSION)).toBeUndefined();
    expect(await said('mute', '--turn', turn, '--off')).toContain('is no longer muted');
    expect(readMuted(home).turns).toEqual([]);
    expect(await run('mute', '--turn', 'ffff0000')).toMatchObject({ exitCode: 1 });
  });

  it('answers with one document', async () => {
    recorded();
    expect(JSON.parse(await said('mute', '--json'))).toEqual({
      version: 1,
      muted: true,
      what: 'session',
      names: [SESSION],
      changed: true,
      prompt: 'x',
      others: [],
      recall: true,
    });
    expect(JSON.parse(await said('mute', '--project', '--off', '--json'))).toMatchObject({
      muted: false,
      what: 'project',
      names: [context.cwd],
      changed: false,
    });
  });

  it.each([
    [['--project', '--always']],
    [['--session', 'x', '--project']],
    [['--session', 'x', '--always']],
    [['--list', '--off']],
    [['--list', '--project']],
  ])('takes no %j together', async (args) => {
    expect(await run('mute', ...args)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(existsSync(home)).toBe(false);
  });

  it('keeps the last sessions only', async () => {
    for (const session of ['s-0', 's-1', 's-2', 'new']) recorded(session);
    for (let at = 0; at < 3; at += 1) await said('mute', '--session', `s-${at}`);
    const sessions = Array.from({ length: 200 }, (_, at) => `t-${at}`);
    writeFileSync(stateOf(home), JSON.stringify({ muted: { sessions } }));
    await said('mute', '--session', 'new');
    expect(readMuted(home).sessions).toEqual([...sessions.slice(1), 'new']);
  });
});

describe('what is wrong', () => {
  it.each(['[]', 'null', '{"sessions":"x"}', '{"projects":[1]}'])(
    'is an error, and stays as it is: %j',
    async (muted) => {
      const text = `{"muted":${muted}}`;
      mkdirSync(home, { recursive: true });
      writeFileSync(stateOf(home), text);
      for (const args of [['--project'], ['--session', 'x'], ['--list']]) {
        const { exitCode, stderr } = await run('mute', ...args);
        expect(exitCode).toBe(2);
        expect(stderr).toContain('state.json: `muted` must be an object');
        expect(stderr).toContain('hint: repair `muted` in it');
      }
      expect(readFileSync(stateOf(home), 'utf8')).toBe(text);
      expect((await run('status')).exitCode).toBe(0);
      const { checks }: { checks: Check[] } = JSON.parse((await run('doctor', '--json')).stdout);
      expect(checks.find(({ name }) => name === 'recall')).toMatchObject({ status: 'fail' });
    },
  );
});

describe('status and doctor', () => {
  async function told() {
    const { muted } = JSON.parse((await run('status', '--json')).stdout);
    const { checks }: { checks: Check[] } = JSON.parse((await run('doctor', '--json')).stdout);
    return { muted, checks: checks.filter(({ name }) => name === 'recall') };
  }

  it('say nothing of it when nothing is muted here', async () => {
    recorded('elsewhere-1', '/elsewhere');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      stateOf(home),
      JSON.stringify({ muted: { sessions: ['elsewhere-1'], projects: ['/elsewhere'] } }),
    );
    expect(await told()).toEqual({
      muted: [],
      checks: [{ name: 'recall', status: 'ok', detail: 'on (the setting `rate` is 4 %)' }],
    });
    expect((await run('status')).stdout).not.toContain('muted');
  });

  it('say what is muted here, and what undoes it', async () => {
    recorded();
    for (const what of [[], ['--project'], ['--always']]) await said('mute', ...what);
    const undo = [
      'mementor mute --always --off',
      'mementor mute --project --off',
      `mementor mute --session ${SESSION} --off`,
    ];
    const { muted, checks } = await told();
    expect(muted).toEqual([
      { what: 'always', name: null, undo: undo[0] },
      { what: 'project', name: context.cwd, undo: undo[1] },
      { what: 'session', name: SESSION, undo: undo[2] },
    ]);
    expect(checks.map(({ status, fix }) => [status, fix])).toEqual(
      undo.map((fix) => ['warn', fix]),
    );
    const { stdout } = await run('status');
    expect(stdout).toContain(
      ` muted for ${context.cwd} and what is below it; ${undo[1]} undoes it\n`,
    );
    expect(stdout.match(/ undoes it$/gm)).toHaveLength(3);
  });
});
