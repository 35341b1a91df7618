/** The commands of the built program: what they take, what they say, and how they end. */

import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../src/agents/claude-code/install/hook-command.ts';
import { native, openForReading } from '../../src/memory.ts';
import { bundledModels } from '../../src/package-root.ts';
import { counted } from '../../src/text/numbers.ts';
import {
  CLI,
  type Conversation,
  conversation,
  type Result,
  type Sandbox,
  sandbox,
  until,
} from '../helpers/sandbox.ts';
import { shownPath } from '../helpers/shown-path.ts';
import { writing } from '../helpers/writing.ts';

const isRoot = process.getuid?.() === 0;

/** Text alone is fast, and enough where meaning is not the matter. */
const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };

let box: Sandbox;
let chat: Conversation;

beforeEach(() => {
  box = sandbox();
  chat = conversation(box.project);
});

/** Runs the program by words alone; the warning that says so is left out. */
async function words(...args: string[]): Promise<Result> {
  const result = await box.cli(args, { env: WORDS_ALONE });
  const stderr = result.stderr.replace(/^warning: (not search|searched by words).*\n/gm, '');
  return { ...result, stderr };
}

/** Takes files in without looking at what they are, as earlier versions did. */
function remember({ memory }: Sandbox, ...paths: string[]): void {
  mkdirSync(memory, { recursive: true });
  writing({ home: memory, models: '', nowMs: 0 }, (opened) => {
    for (const path of paths)
      while (!opened.ingest(path, { env: {}, cwd: '/', homedir: '/' }).done);
  });
}

async function document(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await words(...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function expectError(result: Result, message: string, hint: string): void {
  const { exitCode, stdout, stderr } = result;
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(`error: ${message}`);
  expect(stderr.match(/^error: /gm)).toHaveLength(1);
  expect(stderr).toMatch(/\n\nhint: \S/);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain('    at ');
}

describe('ingest', () => {
  it('takes in a file, a folder with what is below it, and both only once', async () => {
    const file = box.write('old/a b.jsonl', chat.turn('Which port?', '6543.'));
    box.write('old/deep/é.jsonl', conversation(box.project).turn('Which host?', 'staging.'));
    box.write('old/notes.txt', 'no transcript');
    expect(await words('ingest', file)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Stored 1 turn from 1 transcript of Claude Code \(0 unchanged, /,
      ),
      stderr: '',
    });
    const both = await document('ingest', file, box.path('old'), join(box.path('old'), '.'));
    expect(both).toMatchObject({ transcripts: 2, unchanged: 1, turns: 1, failed: [] });
  });

  it('takes in the transcripts of the current project, or all of them', async () => {
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    const elsewhere = conversation(box.home);
    box.write('claude/projects/-elsewhere/b.jsonl', elsewhere.turn('Which host?', 'staging.'));
    expect(await document('ingest')).toMatchObject({ transcripts: 1, turns: 1 });
    expect(await document('ingest', '--all')).toMatchObject({ transcripts: 2, unchanged: 1 });
    expect(await box.status()).toMatchObject({ sessions: 2, turns: 2 });
  });

  it('prints one document, which a second run repeats as unchanged', async () => {
    const skipped = `${JSON.stringify({ type: 'summary', summary: 'x', leafUuid: 'y' })}\n`;
    const text = `${skipped}${chat.turn('Which port?', '6543.')}not json\n`;
    const path = box.write('transcripts/a.jsonl', text);
    const first = await box.cli(['ingest', '--json']);
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      version: 1,
      interrupted: false,
      transcripts: 1,
      agents: { 'claude-code': 1 },
      unchanged: 0,
      excluded: 0,
      bytes: statSync(path).size,
      kept: 2,
      skipped: expect.any(Object),
      problems: expect.any(Object),
      turns: 1,
      agentTurns: 0,
      changed: 0,
      failed: [],
      newer: {},
      others: 0,
      embedded: 1,
      stored: { projects: 1, sessions: 1, turns: 1, pending: 0, chunks: 1 },
    });
    const { problems, skipped: reasons } = JSON.parse(first.stdout);
    expect(Object.values(problems)).toEqual([1]);
    expect(Object.values(reasons)).toEqual([1]);
    const second = await document('ingest');
    expect(second).toMatchObject({
      transcripts: 1,
      unchanged: 1,
      bytes: 0,
      turns: 0,
      problems: {},
    });
    // It runs without the model, so no vector counts for it.
    expect(second).toMatchObject({ stored: { sessions: 1, turns: 1, pending: 1 } });
  });

  it('refuses a path that is not there before it reads any', async () => {
    const file = box.write('a.jsonl', chat.turn('Which port?', '6543.'));
    const result = await words('ingest', file, 'no such.jsonl');
    expectError(result, 'no such file or folder: no such.jsonl', 'hint: give a .jsonl transcript');
    expect(existsSync(box.memory)).toBe(false);
    const { stdout } = await words('ingest', 'no such.jsonl', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'TRANSCRIPT_UNREADABLE' } });
  });

  it('refuses a file that is no transcript, and keeps nothing of it', async () => {
    const readme = box.write('README.md', '# Title\n\nSome text.\n```json\n{"a": 1}\n```\n');
    for (const _ of [1, 2]) {
      const result = await words('ingest', readme);
      expectError(result, `${readme} is not a transcript: none of its 5 lines`, 'mementor import');
      expect(existsSync(box.memory)).toBe(false);
    }
    const good = box.write('a.jsonl', `\n${chat.turn('Which port?', '6543.')}`);
    const { exitCode, stdout, stderr } = await words('ingest', readme, good);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: ${readme} is not a transcript: none of its 5 lines is an entry of Claude Code, Codex, Copilot CLI, Gemini CLI, Qwen Code, OpenCode, Cursor, Aider, or SpecStory\n`,
    });
    expect(stdout).toContain('Stored 1 turn ');
    const { transcripts } = await document('status', '--transcripts');
    expect(transcripts).toEqual([expect.objectContaining({ path: good })]);
  });

  it('says how many transcripts the setting `exclude` left out', async () => {
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    box.write('transcripts/b.jsonl', conversation(box.project).turn('Which host?', 'staging.'));
    await words('config', '--add', 'exclude', box.project);
    expect(await words('ingest')).toMatchObject({
      exitCode: 0,
      stdout:
        'Stored 0 turns from 2 transcripts of Claude Code (0 unchanged, 2 excluded by the setting exclude, 0 B read).\n',
    });
    expect(await document('ingest')).toMatchObject({ transcripts: 2, excluded: 2, turns: 0 });
  });

  it('refuses exports and backups, and says what takes them in', async () => {
    const good = box.write('a.jsonl', chat.turn('Which port?', '6543.'));
    expect(await words('ingest', good)).toMatchObject({ exitCode: 0 });
    const lines = (await words('export')).stdout;
    const exported = box.write('e.jsonl', lines);
    const rest = box.write('rest.jsonl', lines.replace(/^.*\n/, ''));
    const backup = box.path('b.db');
    expect(await words('export', '--database', backup)).toMatchObject({ exitCode: 0 });
    const hint = '`mementor import FILE` takes it in';
    expectError(await words('ingest', exported), `${exported} is an export of Mementor`, hint);
    expectError(await words('ingest', backup), `${backup} is a database`, hint);
    expectError(await words('ingest', rest), `${rest} is not a transcript`, 'mementor import');
    for (const file of [exported, backup]) {
      expect(await words('ingest', '--agent', 'codex', file)).toMatchObject({ exitCode: 2 });
    }
    expect(await box.status()).toMatchObject({ turns: 1 });
    const { transcripts } = await document('status', '--transcripts');
    expect(transcripts).toEqual([expect.objectContaining({ path: good })]);
  });

  it('refuses other lines of JSON, and names the agent that writes such lines', async () => {
    const log = box.write('log.jsonl', '{"type":"request","path":"/"}\n{"type":"reply"}\n');
    expectError(await words('ingest', log), `${log} is not a transcript: none of its 2`, 'import');
    const item = { type: 'response_item', payload: { type: 'message', role: 'user' } };
    const codex = box.write('old.jsonl', `${JSON.stringify(item)}\n`);
    expectError(
      await words('ingest', codex),
      `${codex} is not a transcript of Claude Code: its lines look like those of Codex`,
      '`--agent codex` reads it',
    );
    expect(existsSync(box.memory)).toBe(false);
  });

  it('forgets files that an earlier version kept and that are no transcripts', async () => {
    const readme = box.write('README.md', '# Title\n\nSome text.\n');
    const good = box.write('a.jsonl', chat.turn('Which port?', '6543.'));
    remember(box, readme, good);
    const { transcripts } = await document('status', '--transcripts');
    expect(transcripts).toEqual([expect.objectContaining({ path: good })]);
    expect((await words('doctor', '--verbose')).stdout).not.toContain('README.md');
  });

  it('hints at --all where no session was started', async () => {
    const { exitCode, stdout } = await words('ingest');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `There are no transcripts of the project of ${box.project}.\nRun mementor ingest --all to read those of every project.\n`,
    });
  });

  it('says which file is no transcript, and takes in the others', async () => {
    const garbage = Buffer.from([0, 0xff, 0x0a, 0x7b, 0x0a, 0xc3, 0x28, 0x0a]);
    const bad = box.write('transcripts/bad.jsonl', garbage);
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    box.write('transcripts/b.jsonl', conversation(box.project).turn('Which host?', 'staging.'));
    const { exitCode, stdout, stderr } = await words('ingest');
    expect(exitCode).toBe(2);
    const shown = shownPath(bad, { homedir: box.home });
    expect(stderr).toBe(`error: ${shown} is not a transcript: none of its 3 lines could be read\n`);
    expect(stdout).toContain('Stored 2 turns');
    appendFileSync(bad, '{\n');
    expect(await document('ingest')).toMatchObject({ turns: 0 });
    expect(await box.status()).toMatchObject({ turns: 2 });
  });

  it('of a bad line loses that line alone', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"type":"user","message":"'),
      Buffer.from([0xff, 0x0a]),
    ]);
    const path = box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    appendFileSync(path, bad);
    appendFileSync(path, chat.turn('Which host?', 'staging.'));
    expect(await words('ingest')).toMatchObject({ exitCode: 0, stderr: '' });
    // The same at the end of what was read before.
    appendFileSync(path, bad);
    const { exitCode, stdout, stderr } = await words('ingest');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('\n1 line could not be read and was skipped (');
    expect(await box.status()).toMatchObject({ turns: 2 });
  });

  it('is content with empty files, torn lines, and nothing at all', async () => {
    expect(await document('ingest')).toMatchObject({ transcripts: 0, failed: [] });
    box.write('transcripts/empty.jsonl', '');
    const whole = chat.turn('Which port?', '6543.');
    const torn = box.write('transcripts/torn.jsonl', whole.slice(0, -40));
    expect(await words('ingest')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await box.status()).toMatchObject({ turns: 1 });
    writeFileSync(torn, whole);
    expect(await document('ingest')).toMatchObject({ turns: 0, changed: 1, problems: {}, kept: 1 });
    expect(await box.status()).toMatchObject({ turns: 1 });
  });

  it.skipIf(isRoot)('says which file it may not read, and takes in the others', async () => {
    const closed = box.write('transcripts/closed.jsonl', chat.turn('Which port?', '6543.'));
    box.write('transcripts/a.jsonl', conversation(box.project).turn('Which host?', 'staging.'));
    chmodSync(closed, 0);
    const { exitCode, stdout, stderr } = await words('ingest');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`error: cannot read ${closed}`),
    });
    expect(stdout).toContain('Stored 1 turn ');
  });

  it.skipIf(isRoot)('says which folder of an agent it may not read', async () => {
    const folder = join(box.home, '.claude/projects/-closed');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.jsonl'), chat.turn('Which port?', '6543.'));
    chmodSync(folder, 0);
    const { exitCode, stderr } = await words('ingest', '--all');
    const { stdout } = await words('doctor');
    chmodSync(folder, 0o700);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('-closed: Permission denied');
    expect(stdout).toContain('1 transcript cannot be read');
  });

  it('a line of 100 MB costs only itself', async () => {
    const path = box.write('transcripts/long.jsonl', chat.turn('Which port?', '6543.'));
    const piece = Buffer.alloc(10 << 20, 'x');
    appendFileSync(path, '{"type":"user","message":{"role":"user","content":"');
    for (let piecesLeft = 10; piecesLeft > 0; piecesLeft -= 1) appendFileSync(path, piece);
    appendFileSync(path, `"}}\n${chat.turn('Which host?', 'staging.')}`);
    const done = await document('ingest');
    rmSync(path);
    expect(done).toMatchObject({ turns: 2, kept: 4, failed: [] });
    expect(Object.values(done.problems as object)).toEqual([1]);
  });

  it('files turns under a project that is named', async () => {
    const path = box.write('a.jsonl', chat.turn('Which port has the quince service?', '6543.'));
    await words('ingest', path, '--project', 'the "ö" shop');
    const args = ['query', 'quince', '--project', 'the "ö" shop', '--json'];
    const { exitCode, stdout } = await box.cli(args, { env: WORDS_ALONE, cwd: box.home });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      project: 'the "ö" shop',
      hits: [{ project: 'the "ö" shop' }],
    });
    expect((await words('query', 'quince')).exitCode).toBe(1);
  });

  it('warns that there is no model, and stores the text', async () => {
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    const { exitCode, stderr } = await box.cli(['ingest'], { env: WORDS_ALONE });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning: not searchable by meaning: no embedding model at ');
    // The vectors follow when there is one.
    const { stdout } = await box.cli(['ingest', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ unchanged: 1, embedded: 1, stored: { pending: 0 } });
  });

  it('moves a damaged database aside, says so, and begins a new one', async () => {
    const damaged = 'SQLite format 3\0'.padEnd(8_192, 'damaged ');
    box.write('memory/memory.db', damaged);
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    expectError(
      await words('query', 'port'),
      `the database is damaged: ${box.path('memory/memory.db')}`,
      'hint: run `mementor repair`',
    );
    const { exitCode, stdout, stderr } = await words('ingest');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Stored 1 turn ');
    const aside = readdirSync(box.memory).find((name) => name.startsWith('memory.db.damaged-'));
    const path = join(box.memory, aside ?? '');
    expect(stderr).toBe(
      `warning: the database was damaged and is now ${path}; a new one was begun\n` +
        `warning: saved 0 of an unknown number of turns of ${path}; keep that file\n`,
    );
    expect(readFileSync(path, 'utf8')).toBe(damaged);
    expect((await words('query', 'port')).exitCode).toBe(0);
  });

  it('leaves the database of a newer Mementor as it is', async () => {
    await words('ingest');
    const database = box.path('memory/memory.db');
    const bytes = readFileSync(database);
    bytes.writeUInt32BE(native().about().schema + 1, 60);
    writeFileSync(database, bytes);
    for (const args of [['ingest'], ['query', 'port']]) {
      expectError(await words(...args), 'the database has schema version', 'update this one');
    }
    expect(readFileSync(database).equals(bytes)).toBe(true);
  });

  it('says when its home cannot be written', async () => {
    const file = box.write('file', 'mine');
    for (const home of [file, join(file, 'below')]) {
      const result = await box.cli(['ingest'], { env: { MEMENTOR_HOME: home } });
      expectError(result, 'cannot write to ', 'set MEMENTOR_HOME');
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  describe('while another one runs', () => {
    it('waits for it to end', async () => {
      box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
      const lock = native().IngestLock.tryAcquire(box.memory);
      const running = box.start(['ingest'], { env: WORDS_ALONE });
      const began = performance.now();
      await until('a second has passed', () => performance.now() - began > 1_000);
      expect(running.child.exitCode).toBeNull();
      lock?.release();
      expect(await running.done).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('Stored 1 turn '),
      });
    });

    it('ends at once at a Ctrl-C', async () => {
      const lock = native().IngestLock.tryAcquire(box.memory);
      const running = box.start(['ingest']);
      const began = performance.now();
      await until('a second has passed', () => performance.now() - began > 1_000);
      running.child.kill('SIGINT');
      expect(await running.done).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
      lock?.release();
    });
  });

  it('keeps what it has at a Ctrl-C, and goes on from there', async () => {
    const files = 120;
    const turnsEach = 25;
    for (let file = 0; file < files; file += 1) {
      const session = conversation(box.project);
      const turns = Array.from({ length: turnsEach }, (_, n) =>
        session.turn(`What about quince ${file}-${n}?`, `Answer ${n}. ${'And so on. '.repeat(30)}`),
      );
      box.write(`transcripts/${file}.jsonl`, turns.join(''));
    }
    const running = box.start(['ingest'], { env: WORDS_ALONE });
    await until('some are in', () => {
      try {
        return openForReading({ home: box.memory, nowMs: 0 }).stats().turns > 0;
      } catch {
        return running.child.exitCode !== null;
      }
    });
    running.child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await running.done;
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: '' });
    expect(stdout).toContain('Interrupted; stored ');
    const { turns } = await box.status();
    expect(stdout).toContain(`stored ${counted(turns, 'turn')}`);
    expect(stdout).toMatch(/\nTo go on where it stopped, run .+ again\.\n$/);
    expect(turns).toBeLessThan(files * turnsEach);
    expect((await words('ingest')).exitCode).toBe(0);
    expect(await box.status()).toMatchObject({ turns: files * turnsEach, sessions: files });
  });
});

describe('query', () => {
  const QUESTION = 'Which port does the quince service use?';
  let asked: Sandbox;
  let session: string;
  let turn: string;

  beforeAll(async () => {
    asked = sandbox();
    const own = conversation(asked.project, { branch: 'fix/ports', at: '2026-11-17T09:00:00Z' });
    session = own.session;
    const first = own.prompt(QUESTION);
    turn = (JSON.parse(first) as { uuid: string }).uuid;
    const file_path = join(asked.project, 'src', 'quince.yml');
    asked.write(
      `transcripts/${session}.jsonl`,
      first +
        own.tool('Edit', { file_path, old_string: '1', new_string: '2' }) +
        own.answer('The quince service uses port 6543.') +
        own.turn(
          'And the medlar service?',
          'It has none: medlars are served by the walled garden.',
        ),
    );
    const other = conversation(asked.home);
    asked.write('claude/projects/-o/b.jsonl', other.turn('Quince jam?', 'Boil it for an hour.'));
    const { exitCode, stderr } = await asked.cli(['ingest', '--all']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  async function query(...args: string[]): Promise<Result> {
    return await asked.cli(['query', ...args]);
  }

  async function hits(...args: string[]): Promise<Record<string, unknown>[]> {
    const { stdout, stderr } = await query(...args, '--json');
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { hits: Record<string, unknown>[] }).hits;
  }

  it('shows the best turn first, with the way back', async () => {
    const { exitCode, stdout, stderr } = await query('which port has quince');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [word, , head = '', prompt = '', answer = '', files = ''] = stdout.split('\n');
    expect(word).toBe('Found:');
    expect(head).toMatch(/^session [\da-f]{8} · .+ · 2026-11-17 09:00 · fix\/ports$/);
    expect(prompt).toMatch(/^1 {2}> Which port does the quince service use\? {2}turn /);
    expect(answer).toContain('6543');
    expect(files).toBe('   files  src/quince.yml');
    expect(stdout).toContain('\nshow    mementor show 1\n');
    expect(stdout).toMatch(
      new RegExp(`\nresume  .*( && claude --resume ${session}|mementor resume \\w+)\n`),
    );
  });

  it('prints one document for scripts', async () => {
    const { stdout, exitCode } = await query('which port has quince', '--limit', '1', '--json');
    expect(exitCode).toBe(0);
    const excerpt = { text: expect.any(String), matches: expect.any(Array) };
    const document: { hits: { promptExcerpt: { text: string; matches: number[][] } }[] } =
      JSON.parse(stdout);
    expect(document).toMatchObject({
      version: 1,
      project: expect.any(String),
      searched: 2,
      semantic: true,
      waiting: 0,
      degraded: null,
      hits: [
        {
          turn,
          session,
          project: expect.any(String),
          at: '2026-11-17T09:00:01.000Z',
          cwd: asked.project,
          branch: 'fix/ports',
          files: [join(asked.project, 'src', 'quince.yml')],
          prompt: QUESTION,
          passage: expect.stringContaining('6543'),
          promptExcerpt: excerpt,
          excerpt,
          score: expect.any(Number),
          textScore: expect.any(Number),
          similarity: expect.any(Number),
          resume: expect.stringMatching(/^cd '.+' && claude --resume \S+$/),
        },
      ],
    });
    expect(document.hits).toHaveLength(1);
    const { text = '', matches = [] } = document.hits[0]?.promptExcerpt ?? {};
    expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(['port', 'quince']);
  });

  it('gives a command that goes back, in any shell and to any folder', async () => {
    const [hit] = await hits('which port has quince');
    const bin = asked.path('bin/claude');
    mkdirSync(asked.path('bin'), { recursive: true });
    writeFileSync(bin, '#!/bin/sh\nprintf "%s|%s|%s" "$PWD" "$1" "$2"\n', { mode: 0o755 });
    const { stdout } = await asked.start([], {
      shell: String(hit?.resume),
      cwd: '/',
      env: { PATH: `${asked.path('bin')}:/usr/bin:/bin` },
    }).done;
    expect(stdout).toBe(`${asked.project}|--resume|${session}`);
  });

  it('looks in this project, in another, or in all', async () => {
    const prompts = async (...args: string[]) =>
      (await hits('quince', ...args)).map((hit) => hit.prompt);
    expect(await prompts()).not.toContain('Quince jam?');
    expect(await prompts('--all-projects')).toEqual(
      expect.arrayContaining([QUESTION, 'Quince jam?']),
    );
    const other = await hits('quince jam', '--all-projects', '-n', '1');
    expect(await prompts('--project', String(other[0]?.project))).toEqual(['Quince jam?']);
    expect(await prompts('-a', '-n', '1')).toHaveLength(1);
  });

  it('says what it has searched when there is nothing, exit status 1', async () => {
    const nowhere = await query('quince', '--project', 'no such project');
    expect(nowhere).toMatchObject({ exitCode: 2, stdout: '' });
    expect(nowhere.stderr).toContain('no project is called no such project');
    const env = WORDS_ALONE;
    const here = await asked.cli(['query', 'kumquat'], { env });
    expect(here).toMatchObject({ exitCode: 1, stdout: '' });
    expect(here.stderr).toContain('Nothing found for "kumquat" in 2 turns with text of project ');
    expect(here.stderr).toContain(' (words).\n\nhint: add `--all-projects`');
    const document = await asked.cli(['query', 'kumquat', '--json', '-a'], { env });
    expect(document).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(document.stdout)).toMatchObject({ project: null, searched: 3, hits: [] });
  });

  it('goes on by words alone without the model, and says so', async () => {
    const { exitCode, stdout, stderr } = await asked.cli(['query', 'quince'], { env: WORDS_ALONE });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('6543');
    expect(stderr).toMatch(/^warning: searched by words alone: no embedding model at .+\n$/);
    const models = asked.path('models');
    cpSync(join(bundledModels, 'manifest.json'), join(models, 'manifest.json'));
    const { stdout: text } = await asked.cli(['query', 'quince', '--json'], {
      env: { MEMENTOR_MODELS: models },
    });
    expect(JSON.parse(text)).toMatchObject({
      semantic: false,
      degraded: { code: 'MODEL_MISSING', message: expect.any(String) },
    });
  });

  it.each(
    Object.entries({
      'a quote': '"',
      'a star': '*',
      'an operator': 'NEAR(',
      'a double dash': '--',
      'a number like an option': '-1',
      operators: '() OR AND NOT ^',
      SQL: "'; DROP TABLE turn; --",
      'a column': 'quince:port {a b}: "c',
      emoji: '😀 👩‍👩‍👧',
      'other scripts': '漢字 كلمة',
      'control characters': 'a\u0001\u001B[2Jb',
      'a noncharacter': '\uFFFF',
      'a format': '%s %n \\',
      'many words': 'quince '.repeat(1_429),
      'a word of 10,000 characters': 'x'.repeat(10_000),
    }),
  )('takes any text: %s', async (_, text) => {
    const { exitCode, stdout, stderr } = await query('--json', '--', text);
    expect(stderr).toBe('');
    const { hits: found }: { hits: unknown[] } = JSON.parse(stdout);
    expect(exitCode).toBe(found.length > 0 ? 0 : 1);
  });

  it('does not send the person’s control characters to the terminal', async () => {
    const text = 'kumquat\u001B]0;x\u0007';
    const { stderr } = await asked.cli(['query', text], { env: WORDS_ALONE });
    expect(stderr).toContain('Nothing found for "kumquat');
    expect(stderr).not.toContain('\u001B');
  });

  it('does not repeat all of a text without an end', async () => {
    const long = 'zq7xw'.repeat(20_000);
    const words = Array.from({ length: 12_000 }, (_, at) => `zq${at}xw`).join(' ');
    const ends = ['', ' quince'].flatMap((end) => [long + end, words + end]);
    for (const args of [
      ...ends.map((text) => ['query', text]),
      ['query', 'quince', '--branch', long],
      ['query', 'quince', '--command', long],
      ['query', '!'.repeat(100_000)],
      ['show', long],
      ['sessions', long],
      ['query', 'quince', '--project', long],
      [words],
    ]) {
      const { stdout, stderr } = await asked.cli(args);
      expect({ args: args[0], length: stdout.length + stderr.length }).toEqual({
        args: args[0],
        length: expect.toSatisfy((length: number) => length > 20 && length < 3_000),
      });
    }
  });

  it('before anything was stored names the first step, and creates nothing', async () => {
    const result = await box.cli(['query', 'anything']);
    expectError(result, `no memory yet at ${box.memory}`, 'hint: run `mementor ingest --all`');
    expect(existsSync(box.memory)).toBe(false);
  });

  it('minds no closed pipe', async () => {
    const status = asked.path('status');
    const ended = async (shell: string, ...args: string[]) => {
      const { stderr } = await asked.start(args, { shell }).done;
      return `${stderr}${readFileSync(status, 'utf8').trim()}`;
    };
    const closed = `{ "$@"; echo $? >'${status}'; } | true`;
    expect(await ended(closed, 'query', 'quince', '-a')).toBe('0');
    expect(await ended(closed, '--help')).toBe('0');
    const both = `{ "$@" 2>&1; echo $? >'${status}'; } | true`;
    expect(await ended(both, 'query', 'quince', '--limit', '0')).toBe('2');
    expect(await ended(both, 'ingest', 'no such file')).toBe('2');
    const { stdout, stderr } = await asked.start(['query', 'quince', '-a'], {
      shell: '"$@" | head -1',
    }).done;
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toBe('');
  });
});

describe('enable and disable', () => {
  const files = {
    '--user': 'claude/settings.json',
    '--project': 'project/.claude/settings.json',
    '--local': 'project/.claude/settings.local.json',
  };

  it.each(Object.entries(files))(
    '%s: writes, runs, and gives back what was there',
    async (flag, name) => {
      const before = '{\n\t"model": "opus",  "hooks": {}\n}';
      const path = box.write(name, before);
      const dry = await box.cli(['enable', flag, '--dry-run']);
      expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
      expect(dry.stdout).toContain('Nothing was written (--dry-run).');
      expect(readFileSync(path, 'utf8')).toBe(before);
      expect(existsSync(box.memory)).toBe(false);

      const enabled = await box.cli(['enable', flag]);
      expect(enabled).toMatchObject({ exitCode: 0, stderr: '' });
      expect(enabled.stdout).toContain(shownPath(path, { homedir: box.home }));
      const others = Object.values(files).filter((other) => other !== name);
      for (const other of others) expect(existsSync(box.path(other))).toBe(false);
      const settings: { hooks: Record<string, { hooks: { command: string }[] }[]> } = JSON.parse(
        readFileSync(path, 'utf8'),
      );
      expect(Object.keys(settings.hooks).sort()).toEqual([...HOOK_EVENTS].sort());
      for (const [group] of Object.values(settings.hooks)) {
        const command = group?.hooks[0]?.command ?? '';
        expect(command).toContain(CLI);
        const ran = await box.start([], { shell: command, stdin: '{}' }).done;
        expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      }

      const disabled = await box.cli(['disable', flag]);
      expect(disabled).toMatchObject({ exitCode: 0, stderr: '' });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  it('refuses settings that it cannot read, and leaves them as they are', async () => {
    const broken = '{ "hooks": "mementor hook stop"';
    const path = box.write('claude/settings.json', broken);
    for (const command of ['enable', 'disable']) {
      const { exitCode, stdout, stderr } = await box.cli([command]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^error: .+\n\nhint: /);
      const { stdout: text } = await box.cli([command, '--json']);
      expect(JSON.parse(text)).toMatchObject({ version: 1, error: { code: expect.any(String) } });
    }
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  it('keeps the memories', async () => {
    box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
    await box.cli(['enable']);
    await words('ingest');
    await box.cli(['disable']);
    expect(await box.status()).toMatchObject({ turns: 1 });
  });
});
