/** `mementor forget`: shows, asks, removes for good, and proves it. */

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeConfigDir, transcriptsRoot } from '../../src/agents/claude-code/paths.ts';
import {
  databaseOf,
  forgottenOf,
  homeOf,
  inboxOf,
  recallsOf,
  stateOf,
} from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { runWorker } from '../../src/worker/worker.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { conversation } from '../helpers/sandbox.ts';
import { forgetIn, optionsOf, tracesIn, writing } from '../helpers/writing.ts';

const pendingBackups = (home: string) => native().homeReport(home).pendingBackups;
const isUnfinished = (home: string) => native().homeReport(home).isRemoving;

/** A context whose working directory is that of a project. */
function inProject(name: string, overrides: Partial<FakeContext> = {}): FakeContext {
  const homedir = join(temporaryFolder(), 'home');
  return fakeContext({ homedir, cwd: join(homedir, name), ...overrides });
}

const SECRET = 'the merger with Halvorsen is called project nightjar';

/** A context in the project `shop`, beside which there is the project `farm`. */
function withTurns(overrides: Partial<FakeContext> = {}): FakeContext {
  const context = inProject('shop', overrides);
  const shop = {
    project: 'shop',
    session: 'aaaa1111',
    numbered: true,
    prompts: ['which port is it?', SECRET],
  };
  const farm = {
    project: 'farm',
    session: 'bbbb2222',
    numbered: true,
    prompts: ['how many cows are there?'],
  };
  remember(context, writeTranscript(context, shop), writeTranscript(context, farm));
  return context;
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function turnsIn(context: FakeContext): Promise<number> {
  return JSON.parse((await run(context, 'status', '--json')).stdout).turns;
}

/** Where the secret's bytes stand. */
function traces(home: string) {
  return tracesIn([databaseOf(home), `${databaseOf(home)}-wal`], SECRET);
}

/** The path as the doctor shows it. */
function tilde(context: FakeContext, path: string): string {
  return path.replace(`${context.homedir}/`, '~/');
}

describe('forget', () => {
  it.each([
    ['the next one', (context: FakeContext) => run(context, 'forget', 'aaaa1111', '--yes')],
    ['the worker', runWorker],
    ['an ingest', (context: FakeContext) => run(context, 'ingest')],
    ['a scrub', (context: FakeContext) => run(context, 'forget', '--secrets')],
    ['a rebuild', (context: FakeContext) => run(context, 'repair', '--indexes')],
    ['a repair', (context: FakeContext) => run(context, 'repair')],
    [
      'an import',
      (context: FakeContext) =>
        run({ ...context, readStdin: () => '{"type":"mementor","version":1}\n' }, 'import', '-'),
    ],
  ])('that was stopped half-way is finished by %s', async (_, write) => {
    const context = withTurns();
    const home = homeOf(context);
    writing(optionsOf(context), (memory) => {
      const ids = memory.show('aaaa1111').map(({ turn }) => turn);
      while (memory.removeTurns(ids, 0, false).next !== 'compact');
    });
    expect(traces(home).length).toBeGreaterThan(0);
    await write(context);
    expect(traces(home)).toEqual([]);
    expect(isUnfinished(home)).toBe(false);
  });

  it('shows what would go and changes nothing with --dry-run', async () => {
    const context = withTurns();
    const { exitCode, stdout } = await run(
      context,
      'forget',
      '--containing',
      'NIGHTJAR',
      '--dry-run',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain(SECRET);
    expect(stdout).not.toContain('which port');
    expect(stdout).toContain('1 turn of shop would be forgotten');
    expect(await turnsIn(context)).toBe(3);
  });

  it('cuts long prompts in a pipe too', async () => {
    const context = fakeContext();
    const prompts = [`the nightjar ${'sings and '.repeat(30)}sleeps`];
    remember(context, writeTranscript(context, { project: 'shop', session: 'seaside1', prompts }));
    const { stdout } = await run(context, 'forget', 'seaside1', '--dry-run');
    const [line = ''] = stdout.split('\n');
    expect(line.length).toBeLessThan(130);
    expect(line).toContain('…');
  });

  it('asks first, and does nothing without a yes', async () => {
    const asked: string[] = [];
    const answers = ['', 'n', 'y'];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    const context = withTurns({ ask });
    for (const _ of ['', 'n']) {
      expect(await run(context, 'forget', 'aaaa')).toMatchObject({ exitCode: 1 });
      expect(await turnsIn(context)).toBe(3);
    }
    expect(await run(context, 'forget', 'aaaa')).toMatchObject({ exitCode: 0 });
    expect(await turnsIn(context)).toBe(1);
    expect(asked[2]).toBe('Forget 2 turns of shop for good? [y/N] ');
  });

  it('shows the place that matched, not only the prompt', async () => {
    const context = inProject('shop');
    const chat = conversation(join(context.homedir, 'shop'));
    const path = join(transcriptsRoot(context), 'shop', `${chat.session}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    const turns = [
      chat.prompt('Go ahead.') + chat.answer(`${'x '.repeat(99)}The Nightjar deal is signed.`),
      chat.prompt('commit this') + chat.tool('Bash', { command: 'git commit -m "nightjar"' }),
    ];
    writeFileSync(path, turns.join(''));
    remember(context, path);
    const { stdout } = await run(context, 'forget', '--containing', 'nightjar', '--dry-run');
    expect(stdout).toMatch(/Go ahead\.\n +answer: …(?:x )+The Nightjar deal is signed\.\n/);
    expect(stdout).toMatch(/commit this\n +tool Bash: git commit -m "nightjar"\n/);
    const args = ['forget', '--containing', 'nightjar', '--dry-run', '--json'];
    const document = JSON.parse((await run(context, ...args)).stdout);
    expect(document.turns[1].match).toEqual({
      part: 'tool Bash',
      text: 'git commit -m "nightjar"',
    });
    const stdoutOfTerminal = fakeOutput(true);
    const env = { COLUMNS: '60', NO_COLOR: '1' };
    await runProgram(args.slice(0, -1), { ...context, env, stdout: stdoutOfTerminal });
    for (const line of stdoutOfTerminal.text.split('\n').filter((each) => !each.includes('/')))
      expect(line.length).toBeLessThanOrEqual(60);
  });

  it("names the client's own files that hold the turns, before and after", async () => {
    const context = withTurns();
    const history = join(claudeConfigDir(context), 'history.jsonl');
    writeFileSync(history, `${JSON.stringify({ display: SECRET })}\n`);
    const transcript = join(
      transcriptsRoot(context),
      join(context.homedir, 'shop').replaceAll(/[^a-zA-Z0-9]/g, '-'),
      'aaaa1111.jsonl',
    );
    const args = ['forget', '--containing', SECRET];
    const before = await run(context, ...args, '--dry-run');
    const after = await run(context, ...args, '--yes');
    expect(after.exitCode).toBe(0);
    for (const { stdout } of [before, after]) {
      expect(stdout).toContain("These files are not Mementor's and stay.");
      const shown = transcript.replace(context.homedir, '~');
      expect(stdout).toContain(
        `${shown} (Claude Code: holds 1 of them; claude --resume aaaa1111 shows it)`,
      );
      expect(stdout).toContain('~/.claude/history.jsonl (Claude Code: holds the words)');
      expect(stdout).not.toContain('farm');
    }
    expect(readFileSync(transcript, 'utf8')).toContain(SECRET);
    const document = JSON.parse((await run(context, 'forget', 'bbbb1', '--yes', '--json')).stdout);
    expect(document).toMatchObject({ done: 'nothing', elsewhere: [] });
  });

  it('offers no session for a file that the client would not find, and lists no backup twice', async () => {
    const context = inProject('shop');
    const written = { project: 'shop', session: 'aaaa1111', numbered: true, prompts: [SECRET] };
    const copy = join(context.homedir, 'copied.jsonl');
    renameSync(writeTranscript(context, written), copy);
    remember(context, copy);
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    // An older version took a backup for a transcript.
    remember(context, backup);
    const { stdout } = await run(context, 'forget', '--containing', SECRET, '--dry-run');
    expect(stdout).toContain('These backups are changed too:\n  ~/copy.db\n');
    expect(stdout).toContain('  ~/copied.jsonl (Claude Code: holds 1 of them)\n');
    expect(stdout).not.toContain('--resume');
    expect(stdout).not.toContain('copy.db (');
  });

  it('names the backups before it asks', async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return 'n';
    };
    const context = withTurns({ ask });
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    const { stderr, stdout } = await run(context, 'forget', 'bbbb');
    expect(stderr).toContain('These backups are changed too:\n  ~/copy.db\n');
    expect(stdout).toBe('Nothing was forgotten.\n');
    const dry = await run(context, 'forget', 'bbbb', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ backups: [], backupsListed: [backup] });
  });

  it('wants more than a `y` for hundreds of turns, and says how to keep a copy', async () => {
    const asked: string[] = [];
    const answers = ['y', 'yes', '12', '1,200', ' 120 '];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    const context = fakeContext({ ask });
    const prompts = Array.from({ length: 120 }, (_, at) => `prompt number ${at}`);
    const shop = { project: 'shop', session: 'aaaa1111', numbered: true, prompts };
    remember(context, writeTranscript(context, shop));
    const args = ['forget', '--project', 'shop'];
    for (let each = 0; each < 4; each += 1) {
      const { exitCode, stdout, stderr } = await run(context, ...args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: 'Nothing was forgotten.\n' });
      expect(stderr).toContain('run mementor export --project shop > copy.jsonl first');
    }
    expect(asked[0]).toBe('This forgets 120 turns of shop for good. Type 120, or shop, to go on: ');
    expect(await turnsIn(context)).toBe(120);
    expect(await run(context, ...args)).toMatchObject({ exitCode: 0 });
    expect(await turnsIn(context)).toBe(0);
  });

  it('takes the name of the project for hundreds of turns too', async () => {
    const context = fakeContext({ ask: async () => 'shop' });
    const prompts = Array.from({ length: 100 }, (_, at) => `prompt number ${at}`);
    const shop = { project: 'shop', session: 'aaaa1111', numbered: true, prompts };
    remember(context, writeTranscript(context, shop));
    expect(await run(context, 'forget', '-p', 'shop')).toMatchObject({ exitCode: 0 });
  });

  it('refuses to guess where nobody can be asked', async () => {
    const context = withTurns();
    const { exitCode, stderr } = await run(context, 'forget', 'aaaa');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await turnsIn(context)).toBe(3);
  });

  it('leaves no byte: in the database, a backup, a record, the inbox; and it stays away', async () => {
    const context = withTurns();
    const home = homeOf(context);
    const backup = join(context.homedir, 'copy.db');
    expect(await run(context, 'export', '--database', backup)).toMatchObject({ exitCode: 0 });
    const record = join(recallsOf(home), 'cccc.jsonl');
    const payload = join(inboxOf(home), '1-a.json');
    mkdirSync(recallsOf(home), { recursive: true });
    mkdirSync(inboxOf(home), { recursive: true });
    writeFileSync(record, `${JSON.stringify({ atMs: 1, prompt: SECRET.slice(0, 40) })}\n`);
    writeFileSync(
      payload,
      JSON.stringify({ transcriptPath: '/x/aaaa1111.jsonl', lastAnswer: `Yes: ${SECRET}` }),
    );

    const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(done.stderr).toBe('');
    expect(done.exitCode).toBe(0);
    expect(done.stdout).toContain('1 turn of shop in the memory and 1 backup');
    expect(done.stdout).toMatch(
      /Looked for \d+ pieces of text and \d+ index terms in \d+ files and 2 databases: none is left\./,
    );
    for (const path of [
      join(home, 'memory.db'),
      `${join(home, 'memory.db')}-wal`,
      backup,
      record,
      payload,
    ]) {
      expect(readFileSync(path, 'latin1')).not.toContain('merger with Halvorsen');
    }
    await run(context, 'ingest', '--all');
    await run(context, 'import', backup);
    expect(await turnsIn(context)).toBe(2);
    expect(readFileSync(join(home, 'memory.db'), 'latin1')).not.toContain('Halvorsen');
  });

  describe('what was added to other prompts', () => {
    /** Records that turns were added to a prompt of another session. */
    function added(home: string, ...turns: string[]): string {
      const path = join(recallsOf(home), 'dddd.jsonl');
      mkdirSync(recallsOf(home), { recursive: true });
      const text = `<mementor>\n[2026-01-02 · asked: ${SECRET}]\nYes.\n</mementor>`;
      const line = { atMs: 1, prompt: 'x', directory: '/', injected: turns, text };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
      return path;
    }

    const textsIn = (path: string) => {
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line).text === null);
    };

    it('goes with the turns that it held, and stays of others', async () => {
      const context = withTurns();
      const home = homeOf(context);
      const path = added(home, 'bbbb2222-0', 'aaaa1111-1');
      const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
      expect(done).toMatchObject({ exitCode: 0, stderr: '' });
      expect(done.stdout).toContain('none is left.');
      expect(readFileSync(path, 'utf8')).not.toContain('Halvorsen');
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ text: null, prompt: 'x' });
      added(home, 'bbbb2222-0');
      await run(context, 'forget', 'aaaa1111', '--yes');
      expect(textsIn(path)).toEqual([true, false]);
    });

    it('goes too when a hook adds it while the turns are removed', async () => {
      const context = withTurns();
      const home = homeOf(context);
      const path = writing(optionsOf(context), (memory) => {
        const step = () => memory.removeTurns(['aaaa1111-1'], 0, false).next;
        while (step() !== 'forget');
        const late = added(home, 'aaaa1111-1');
        while (step() !== 'done');
        return late;
      });
      expect(textsIn(path)).toEqual([true]);
    });
  });

  it('says where something is left', async () => {
    const context = withTurns();
    const stray = join(homeOf(context), 'memory.db.damaged-1');
    writeFileSync(stray, `\0\0${SECRET}\0`);
    const { exitCode, stdout } = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Something of them is still in:');
    expect(stdout).toContain(stray);
    expect(stdout).toContain('mementor repair --delete-damaged');
    expect(stdout).not.toContain('is left');
  });

  it('finds a copy of the database by an answer alone, its prompt is short', async () => {
    const context = withTurns();
    const home = homeOf(context);
    remember(
      context,
      writeTranscript(context, {
        project: 'shop',
        session: 'cccc3333',
        numbered: true,
        prompts: ['heron?'],
      }),
    );
    forgetIn(context);
    const stray = join(home, 'leftover.bin');
    copyFileSync(databaseOf(home), stray);
    const { exitCode, stdout } = await run(context, 'forget', 'cccc3333', '--yes');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(stray);
    expect(stdout).not.toContain('is left');
  });

  it('says so where there is nothing to look for', async () => {
    const context = withTurns();
    const path = join(context.homedir, 'short.jsonl');
    const line = { uuid: 'dddd4444-0', sessionId: 'dddd4444', cwd: context.cwd, type: 'user' };
    writeFileSync(
      path,
      `${JSON.stringify({ ...line, message: { role: 'user', content: 'ok' } })}\n`,
    );
    remember(context, path);
    const { exitCode, stdout } = await run(context, 'forget', 'dddd4444', '--yes');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Not checked');
    expect(stdout).not.toContain('is left');
  });

  it('names a turn that holds the same answer and stays', async () => {
    const context = withTurns();
    const sent = (session: string) =>
      writeTranscript(context, { project: 'shop', session, numbered: true, prompts: ['commit!'] });
    remember(context, sent('eeee5555'), sent('ffff6666'));
    const { stdout } = await run(context, 'forget', 'eeee5555', '--yes');
    expect(stdout).toContain('Not checked: no text is long enough to look for and in no other');
    expect(stdout).toContain('The same answer as in turn eeee5555 stands in turn ffff6666');
    expect(stdout).toContain('mementor forget ffff6666');
    const alone = await run(context, 'forget', 'ffff6666', '--yes');
    expect(alone.stdout).not.toContain('The same answer');
  });

  it('takes copies under other ids along, also those that come later', async () => {
    const context = fakeContext();
    const at = '2026-01-02T00:00:00.217Z';
    const written = { project: 'shop', prompts: [SECRET], at, numbered: true };
    const write = (session: string) => writeTranscript(context, { ...written, session });
    remember(context, write('aaaa1111'), write('bbbb2222'));
    const shown = await run(context, 'forget', 'aaaa1111', '--dry-run');
    expect(shown.stdout).toContain('(copy of the same turn)');
    expect((await run(context, 'forget', 'aaaa1111', '--yes')).exitCode).toBe(0);
    remember(context, write('cccc3333'));
    expect(await turnsIn(context)).toBe(0);
    expect(traces(homeOf(context))).toEqual([]);
    // The fingerprint is no turn.
    const purge = await run(context, 'disable', '--purge', '--dry-run');
    expect(purge.stdout).toContain('The list of 3 forgotten turns');
  });

  it('takes away what a killed process left of a file, and leaves what is being written', async () => {
    const context = withTurns({ now: () => new Date() });
    mkdirSync(inboxOf(homeOf(context)), { recursive: true });
    const torn = join(inboxOf(homeOf(context)), '.00000000000001-aaaaaaaaaaaa.json.tmp');
    const fresh = join(inboxOf(homeOf(context)), '.00000000000002-bbbbbbbbbbbb.json.tmp');
    for (const path of [torn, fresh]) writeFileSync(path, '{"lastAnswer":"half');
    utimesSync(torn, 1, 1);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect([existsSync(torn), existsSync(fresh)]).toEqual([false, true]);
  });

  it('takes a whole project, and prints what it forgot without repeating it', async () => {
    const context = withTurns();
    const { exitCode, stdout } = await run(
      context,
      'forget',
      '--project',
      'shop',
      '--yes',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ done: 'forgotten', proof: { found: [] } });
    expect(stdout).not.toContain('nightjar');
    expect(await turnsIn(context)).toBe(1);
  });

  it('wants to know what is meant', async () => {
    const context = withTurns();
    expect(await run(context, 'forget')).toMatchObject({ exitCode: 2 });
    expect(await run(context, 'forget', 'aa', '--yes')).toMatchObject({ exitCode: 2 });
    expect(await run(context, 'forget', '--containing', ' ', '--yes')).toMatchObject({
      exitCode: 2,
    });
    // As from a script whose variable is empty.
    for (const session of ['', 'aa']) {
      const { exitCode, stderr } = await run(context, 'forget', '--session', session, '--yes');
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is too short for an id');
    }
    expect(await run(context, 'forget', 'zzzz', '--yes')).toMatchObject({ exitCode: 1 });
    expect(await turnsIn(context)).toBe(3);
  });
});

describe('a forget that is interrupted', () => {
  /** A context that somebody interrupts before it has looked so often for that. */
  function interruptedAt(looks: number, context: FakeContext): FakeContext {
    let left = looks;
    const interrupted = {
      get aborted() {
        left -= 1;
        return left < 0;
      },
    } as AbortSignal;
    return { ...context, interrupted };
  }

  it('forgets all or nothing, and says which, whenever that is', async () => {
    const ends = { nothing: 0, all: 0 };
    for (let looks = 0; ; looks += 1) {
      const context = withTurns();
      const home = homeOf(context);
      const backup = join(context.homedir, 'copy.db');
      await run(context, 'export', '--database', backup);
      const args = ['forget', '--containing', 'nightjar', '--yes'];
      const { exitCode, stdout } = await run(interruptedAt(looks, context), ...args);
      if (exitCode === 0) break;
      expect(exitCode).toBe(130);
      if (stdout === 'Interrupted: nothing was forgotten.\n') {
        ends.nothing += 1;
        expect(await turnsIn(context)).toBe(3);
        expect(pendingBackups(home)).toEqual([]);
      } else {
        ends.all += 1;
        expect(stdout).toContain('Forgot 1 turn of shop in the memory');
        expect(stdout).toContain('Interrupted: what may be left of them was not looked for.');
        expect(traces(home)).toEqual([]);
        const isLeft = tracesIn([backup], SECRET).length > 0;
        expect(stdout.includes(`Not done in the backup ${backup}: it was interrupted`)).toBe(
          isLeft,
        );
      }
      expect(isUnfinished(home)).toBe(false);
      await run(context, 'ingest');
      expect(pendingBackups(home)).toEqual([]);
      expect(existsSync(forgottenOf(home))).toBe(ends.all > 0);
    }
    expect(ends.nothing).toBeGreaterThan(3);
    expect(ends.all).toBeGreaterThan(3);
  });

  it('says so to a script too, and deletes no note', async () => {
    const context = withTurns();
    const stopped = { ...context, interrupted: AbortSignal.abort() };
    const args = ['forget', '--containing', 'nightjar', '--yes', '--json'];
    const { exitCode, stdout } = await run(stopped, ...args);
    expect(exitCode).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ done: 'interrupted', interrupted: true });
    await run(context, 'remember', 'the nightjar sings');
    const { notes } = JSON.parse((await run(context, 'notes', '--json')).stdout);
    const deleted = await run(stopped, 'notes', 'delete', notes[0].id, '--yes');
    expect(deleted).toMatchObject({
      exitCode: 130,
      stdout: 'Interrupted: nothing was forgotten.\n',
    });
    expect((await run(context, 'notes')).stdout).toContain('the nightjar sings');
  });
});

it('a forget shows what it does, on a terminal', async () => {
  let nowMs = 0;
  const uptimeMs = () => {
    nowMs += 1_000;
    return nowMs;
  };
  const context = withTurns({ uptimeMs });
  const stderr = fakeOutput(true);
  await runProgram(['forget', 'aaaa1111', '--yes'], { ...context, stderr });
  for (const step of [
    'Looking for what to forget',
    'Looking through 2 files of coding agents',
    'Reading what to look for afterwards',
    'Removing 2 turns',
    'Looking for what is left',
  ]) {
    expect(stderr.text).toContain(step);
  }
  expect(stderr.text.endsWith('\r\u001B[K')).toBe(true);
});

describe('the projects that a forget is about', () => {
  /** Two turns of `shop` and one of `farm` were told of the heron. */
  function withHerons(overrides: Partial<FakeContext> = {}): FakeContext {
    const context = inProject('shop', overrides);
    const heron = (project: string, session: string, prompts: readonly string[]) =>
      writeTranscript(context, { project, session, numbered: true, prompts });
    remember(
      context,
      heron('shop', 'aaaa1111', ['the first heron', 'a heron again']),
      heron('farm', 'bbbb2222', ['a heron on the farm']),
    );
    return context;
  }

  it.each([
    ['--containing', 'heron'],
    ['--until', '2027-01-01'],
    ['--since', '2025-01-01'],
  ])('are the current one alone for a condition: %s', async (option, value) => {
    const context = withHerons();
    expect(await run(context, 'forget', option, value, '--yes')).toMatchObject({ exitCode: 0 });
    const left = (await run(context, 'export')).stdout;
    expect(left).toContain('on the farm');
    expect(left).not.toContain('heron again');
  });

  it('are told before and after, with what matches in the others', async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return 'y';
    };
    const context = withHerons({ ask });
    const more = '1 more in another project matches and stays; --all-projects takes it along.';
    const { stdout, stderr } = await run(context, 'forget', '--containing', 'heron');
    expect(stderr).toContain(more);
    expect(asked).toEqual(['Forget 2 turns of shop for good? [y/N] ']);
    expect(stdout).toContain('Forgot 2 turns of shop in the memory');
    expect(stdout).toContain(more);
    const nothing = await run(context, 'forget', '--containing', 'heron');
    expect(nothing).toMatchObject({ exitCode: 1, stdout: '' });
    expect(nothing.stderr).toContain('No stored turn or note of shop matches.');
    expect(nothing.stderr).toContain('1 in another project does: `--all-projects`');
  });

  it('are all with --all-projects, which alone is no condition', async () => {
    const context = withHerons();
    const args = ['forget', '--all-projects', '--containing', 'heron'];
    const { stdout } = await run(context, ...args, '--dry-run');
    expect(stdout).toContain('3 turns of 2 projects would be forgotten.');
    const document = JSON.parse((await run(context, ...args, '--dry-run', '--json')).stdout);
    expect(document).toMatchObject({ project: null, beside: 0 });
    const alone = await run(context, 'forget', '--all-projects', '--yes');
    expect(alone.exitCode).toBe(2);
    expect(alone.stderr).toContain('`mementor disable --purge` deletes everything');
    expect(await turnsIn(context)).toBe(3);
  });

  it('are those of an id or a session, wherever it is, and the named one', async () => {
    const context = withHerons();
    for (const args of [
      ['bbbb2222-0'],
      ['--session', 'bbbb'],
      ['-p', 'farm', '--until', '2027-01-01'],
    ]) {
      const { stdout } = await run(context, 'forget', ...args, '--dry-run');
      expect(stdout).toContain('1 turn of farm would be forgotten.');
    }
    const document = JSON.parse(
      (await run(context, 'forget', '--containing', 'heron', '--dry-run', '--json')).stdout,
    );
    expect(document).toMatchObject({ project: 'shop', beside: 1 });
    expect(document.turns).toHaveLength(2);
    const named = await run(context, 'forget', '-p', 'farm', '--session', 'aaaa', '--dry-run');
    expect(named.exitCode).toBe(1);
  });

  it('are the joined one for a folder that joined it', async () => {
    const context = withHerons();
    await run(context, 'project', 'join', 'farm');
    const { stdout } = await run(context, 'forget', '--containing', 'heron', '--dry-run');
    expect(stdout).toContain('3 turns of farm would be forgotten.');
  });
});

describe('a forgotten turn', () => {
  const damages: readonly [string, (home: string) => void][] = [
    ['the database is deleted', (home) => rmSync(databaseOf(home))],
    ['the database is moved aside', (home) => renameSync(databaseOf(home), `${home}/aside`)],
    ['its first page is zero', (home) => spoil(home, (bytes) => bytes.fill(0, 0, 4_096))],
    ['its header is damaged', (home) => spoil(home, (bytes) => bytes.fill(0xa5, 30, 94))],
    [
      'it is cut',
      (home) => writeFileSync(databaseOf(home), readFileSync(databaseOf(home)).subarray(0, 12_288)),
    ],
    [
      'the list has a torn line too',
      (home) => {
        rmSync(databaseOf(home));
        appendFileSync(forgottenOf(home), '"aaaa1111-');
      },
    ],
  ];

  it.each(damages)('stays away from workers when %s', async (_, damage) => {
    const context = withTurns();
    const home = homeOf(context);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    for (const side of ['-wal', '-shm']) rmSync(`${databaseOf(home)}${side}`, { force: true });
    damage(home);
    runWorker(context);
    await run(context, 'ingest', '--all');
    expect((await run(context, 'export')).stdout).not.toContain('nightjar');
    expect(await turnsIn(context)).toBe(2);
  });

  it('is named in a list that its owner alone can read, and that a purge deletes', async () => {
    const context = withTurns();
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    const list = forgottenOf(homeOf(context));
    expect(readFileSync(list, 'utf8')).toMatch(/^"aaaa1111-1"\n"began-[0-9a-f]{32}"\n$/);
    expect(statSync(list).mode & 0o777).toBe(0o600);
    await run(context, 'disable', '--purge', '--yes');
    expect(existsSync(homeOf(context))).toBe(false);
  });

  it('does not come back by an export that was made before', async () => {
    const context = withTurns();
    const { stdout } = await run(context, 'export');
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    rmSync(databaseOf(homeOf(context)));
    await run({ ...context, readStdin: () => stdout }, 'import', '-');
    expect(await turnsIn(context)).toBe(2);
    expect((await run(context, 'export')).stdout).not.toContain('nightjar');
  });
});

function spoil(home: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(databaseOf(home));
  change(bytes);
  writeFileSync(databaseOf(home), bytes);
}

describe('a backup that cannot be cleaned', () => {
  const IN_THE_WAY = 'no database';

  async function withBackup(): Promise<{ context: FakeContext; backup: string; whole: Buffer }> {
    const context = withTurns();
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    const whole = readFileSync(backup);
    writeFileSync(backup, IN_THE_WAY);
    return { context, backup, whole };
  }

  it('is named, stops nothing, and is cleaned when it can be', async () => {
    const { context, backup, whole } = await withBackup();
    const home = homeOf(context);
    const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(done.exitCode).toBe(1);
    expect(done.stdout).toContain(`Not done in the backup ${backup}`);
    expect(done.stdout).not.toContain('is left.');
    expect(isUnfinished(home)).toBe(false);
    expect(pendingBackups(home).map(({ path, turns }) => [path, turns])).toEqual([
      [backup, ['aaaa1111-1']],
    ]);

    const more = { project: 'shop', session: 'eeee5555', numbered: true, prompts: ['and now?'] };
    const transcript = writeTranscript(context, more);
    mkdirSync(inboxOf(home), { recursive: true });
    const payload = { version: 1, event: 'stop', transcriptPath: transcript, receivedAtMs: 1 };
    writeFileSync(join(inboxOf(home), '1-a.json'), JSON.stringify(payload));
    runWorker(context);
    expect(await turnsIn(context)).toBe(3);
    expect(readFileSync(backup, 'utf8')).toBe(IN_THE_WAY);
    expect(existsSync(`${databaseOf(home)}.damaged-${+context.now()}`)).toBe(false);
    const doctor = await run(context, 'doctor');
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toContain(`${tilde(context, backup)} still holds 1 forgotten turn`);

    writeFileSync(backup, whole);
    expect(await run(context, 'ingest', '--all')).toMatchObject({ exitCode: 0 });
    expect(pendingBackups(home)).toEqual([]);
    expect(tracesIn([backup], SECRET)).toEqual([]);
  });

  it('that is unplugged stays on the list, and is cleaned by a worker when it is back', async () => {
    const { context, backup, whole } = await withBackup();
    const home = homeOf(context);
    rmSync(backup);
    await run(context, 'export', '--database', join(context.homedir, 'another.db'));
    const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(done).toMatchObject({ exitCode: 1 });
    expect(done.stdout).toContain(`Not done in the backup ${backup}: it is not there`);
    expect((await run(context, 'doctor')).stdout).toContain(
      `mementor export --database ${tilde(context, backup)} --gone`,
    );
    runWorker(context);
    expect(pendingBackups(home)).toHaveLength(1);
    writeFileSync(backup, whole);
    runWorker(context);
    expect(pendingBackups(home)).toEqual([]);
    expect(tracesIn([backup], SECRET)).toEqual([]);
  });

  it('is named in a command that can be pasted, whatever its name', async () => {
    const { context } = await withBackup();
    const odd = join(context.homedir, "o'clock ü.db");
    await run(context, 'export', '--database', odd);
    rmSync(odd);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect((await run(context, 'doctor')).stdout).toContain(
      `mementor export --database '${join(context.homedir, "o'\\''clock ü.db")}' --gone`,
    );
  });

  it('that was deleted for good can be taken off the list, one that is there cannot', async () => {
    const { context, backup } = await withBackup();
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(await run(context, 'export', '--database', backup, '--gone')).toMatchObject({
      exitCode: 2,
    });
    rmSync(backup);
    expect(await run(context, 'export', '--database', backup, '--gone')).toMatchObject({
      exitCode: 0,
    });
    expect(pendingBackups(homeOf(context))).toEqual([]);
    expect(await run(context, 'export', '--database', backup, '--gone')).toMatchObject({
      exitCode: 1,
    });
  });

  it('is tried by a worker now and then only', async () => {
    const { context, backup } = await withBackup();
    const home = homeOf(context);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    const [pending] = pendingBackups(home);
    /** Returns whether a worker tries it again, so many minutes after it was last tried. */
    const isTried = (minutes: number) => {
      const triedAtMs = Date.now() - minutes * 60_000;
      change(home, { pendingBackups: [{ ...pending, triedAtMs }] });
      runWorker(context);
      return pendingBackups(home)[0]?.triedAtMs !== triedAtMs;
    };
    expect([isTried(10), isTried(61)]).toEqual([false, true]);
    expect(existsSync(backup)).toBe(true);
  });

  it('is still known when the note about it is damaged', async () => {
    const { context, backup, whole } = await withBackup();
    const home = homeOf(context);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    change(home, { pendingBackups: [{ pa: 1 }] });
    writeFileSync(backup, whole);
    await run(context, 'ingest');
    expect(tracesIn([backup], SECRET)).toEqual([]);
    expect(pendingBackups(home)).toEqual([]);
  });
});

/** Changes some parts of the state, as a person with an editor. */
function change(home: string, parts: object): void {
  const state = JSON.parse(readFileSync(stateOf(home), 'utf8'));
  writeFileSync(stateOf(home), JSON.stringify({ ...state, ...parts }));
}

describe('an older copy in the place of the database', () => {
  /** The memory after a turn was forgotten, with the database from before in its place. */
  async function withOldCopy() {
    const context = withTurns();
    const home = homeOf(context);
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'query', 'port');
    const paths = ['', '-wal', '-shm'].map((side) => `${databaseOf(home)}${side}`);
    const copies = paths.filter(existsSync).map((path) => [path, readFileSync(path)] as const);
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    for (const path of paths) rmSync(path, { force: true });
    for (const [path, bytes] of copies) writeFileSync(path, bytes);
    return { context, home, backup };
  }

  it.each([
    ['query', 'the merger', '--all-projects'],
    ['show', 'aaaa1111'],
    ['export'],
    ['sessions', '--all-projects'],
    ['recap', '--since', '2020-01-01', '--all-projects'],
    ['notes', '--all-projects', '--state', 'all'],
    ['status'],
    ['doctor'],
  ])('shows nothing of what was forgotten: %s', async (...args) => {
    const { context, home } = await withOldCopy();
    const { stdout, stderr } = await run(context, ...args);
    expect(stdout + stderr).not.toMatch(/nightjar|Halvorsen/);
    await run(context, 'ingest');
    expect(traces(home)).toEqual([]);
  });

  it('is not backed up with it', async () => {
    const { context, backup } = await withOldCopy();
    await run(context, 'export', '--database', backup);
    expect(tracesIn([backup], SECRET)).toEqual([]);
  });
});

describe('a list of backups that cannot be read', () => {
  async function withTornList() {
    const context = withTurns();
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    const list = stateOf(homeOf(context));
    change(homeOf(context), { backups: 'torn' });
    return { context, backup, list };
  }

  it('is told, and never taken for an empty one', async () => {
    const { context, backup, list } = await withTornList();
    const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(done.exitCode).toBe(1);
    expect(done.stdout).toContain(`Not done in any backup that ${list} names: the list of backups`);
    expect(done.stdout).not.toContain('none is left');
    expect((await run(context, 'forget', '--secrets')).exitCode).toBe(1);
    const purge = await run(context, 'disable', '--purge', '--dry-run');
    expect(purge.stdout).toContain('backups that were written, if any: the list of backups cannot');
    const { stdout, exitCode } = await run(context, 'doctor');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${tilde(context, list)}: the list of backups cannot be read`);
    expect(existsSync(backup)).toBe(true);
  });

  it.each([
    ['{"backups":{}}', { backups: {} }],
    ['{"backups":[5]}', { backups: [5] }],
    // The whole file: it is kept, and the list in the new one still says that there may be more.
    ['[]', { backups: 'unreadable' }],
    ['{"backups":["/hom', { backups: 'unreadable' }],
  ])('is not written over: %j', async (text, left) => {
    const { context, list } = await withTornList();
    writeFileSync(list, text);
    const another = join(context.homedir, 'another.db');
    const refused = await run(context, 'export', '--database', another);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('the list of backups cannot be read');
    expect(existsSync(another)).toBe(false);
    await run(context, 'export', '--gone', '--database', join(context.homedir, 'gone.db'));
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    runWorker(context);
    expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject(left);
    const kept = `${list}.unreadable`;
    expect(existsSync(kept)).toBe(left.backups === 'unreadable');
    if (existsSync(kept)) expect(readFileSync(kept, 'utf8')).toBe(text);
  });

  it('is made up for once it can be read again', async () => {
    const { context, backup } = await withTornList();
    await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(tracesIn([backup], SECRET)).not.toEqual([]);
    change(homeOf(context), { backups: [backup] });
    await run(context, 'ingest');
    expect(tracesIn([backup], SECRET)).toEqual([]);
    expect(pendingBackups(homeOf(context))).toEqual([]);
    expect((await run(context, 'doctor')).stdout).not.toContain('cannot be read');
  });

  it('stops no worker, nor does a state that cannot even be replaced', async () => {
    const { context, list } = await withTornList();
    rmSync(list);
    mkdirSync(list);
    const more = { project: 'shop', session: 'eeee5555', numbered: true, prompts: ['and now?'] };
    const transcript = writeTranscript(context, more);
    mkdirSync(inboxOf(homeOf(context)), { recursive: true });
    const payload = { version: 1, event: 'stop', transcriptPath: transcript, receivedAtMs: 1 };
    writeFileSync(join(inboxOf(homeOf(context)), '1-a.json'), JSON.stringify(payload));
    runWorker(context);
    const status = JSON.parse((await run(context, 'status', '--json')).stdout);
    expect(status).toMatchObject({ turns: 4, inbox: 0 });
    expect(readFileSync(join(homeOf(context), 'mementor.log'), 'utf8')).toContain('backups: ');
  });
});

describe('the note of a removal that was stopped', () => {
  it('is kept and named when it cannot be read: the turns may still be stored', async () => {
    const context = withTurns();
    const state = stateOf(homeOf(context));
    writeFileSync(state, '{"removal":{"turns":"aaaa11"}}');
    await run(context, 'ingest');
    expect(JSON.parse(readFileSync(state, 'utf8'))).not.toHaveProperty('removal');
    expect(readFileSync(`${state}.unreadable`, 'utf8')).toContain('aaaa11');
    expect((await run(context, 'doctor')).stdout).toContain(
      `may still be stored (${tilde(context, state)}.unread`,
    );
    await run(context, 'disable', '--purge', '--yes');
    expect(existsSync(homeOf(context))).toBe(false);
  });
});
