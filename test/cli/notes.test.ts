/** Notes, as a person and a script use them: the built program, by words alone. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

async function run(args: readonly string[], stdin?: string): Promise<Result> {
  const options = stdin === undefined ? {} : { stdin };
  const result = await box.cli(args, { env: WORDS_ALONE, ...options });
  const stderr = result.stderr.replace(/^warning: searched by words.*\n/gm, '');
  return { ...result, stderr };
}

// biome-ignore lint/suspicious/noExplicitAny: the document of any command
async function document(...args: string[]): Promise<any> {
  const { stdout, stderr } = await run([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function remembered(text: string, ...args: string[]): Promise<string> {
  return (await document('remember', text, ...args)).note.id;
}

async function summaries(...args: string[]): Promise<string[]> {
  const { notes } = await document('notes', ...args);
  return notes.map(({ summary }: { summary: string }) => summary);
}

async function takeIn(prompt: string, answer: string): Promise<void> {
  const file = box.write('transcripts/a.jsonl', conversation(box.project).turn(prompt, answer));
  expect((await run(['ingest', file])).exitCode).toBe(0);
}

/** The files of Mementor's home that contain a text. */
function holding(text: string): string[] {
  const names = readdirSync(box.memory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => readFileSync(path).includes(text));
}

describe('remember', () => {
  it('says that it masked a secret', async () => {
    const masked = '  what looked like a secret was masked, and is not stored\n';
    const token = `ghp_${'k7Rw2Zp9'.repeat(5)}`;
    const done = await run(['remember', `CI pushes with ${token.slice(0, 40)}`]);
    expect(done.stdout).toContain('[masked:github-token]');
    expect(done.stdout).toContain(masked);
    expect((await run(['remember', 'CI pushes at night'])).stdout).not.toContain(masked);
  });

  it('writes a note into an empty home, which the next query and list find', async () => {
    const done = await run([
      'remember',
      'Paint the boat in May',
      '--kind',
      'rules',
      '--tag',
      'boat',
    ]);
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toMatch(
      /^Remembered: [0-9a-f]{8} {2}rule .*Paint the boat in May {2}#boat\n$/,
    );
    const found = await document('query', 'boat');
    expect(found).toMatchObject({ hits: [], searched: 0, searchedNotes: 1 });
    expect(found.notes).toMatchObject([
      { rank: 0, kind: 'rule', summary: 'Paint the boat in May' },
    ]);
    const listed = await run(['notes']);
    expect(listed.stdout).toMatch(
      /^[0-9a-f]{8} {2}rule {8}\d{4}-\d\d-\d\d {2}Paint the boat in May {2}#boat\n$/,
    );
  });

  it('takes standard input: its first line is the summary, the rest the body', async () => {
    const text = 'Use oak\n\nBecause pine rots.\n';
    const { stdout } = await run(['remember', '--kind', 'decision', '--json'], text);
    expect(JSON.parse(stdout)).toMatchObject({
      done: 'written',
      note: { summary: 'Use oak', body: 'Because pine rots.', author: 'person', confidence: 1 },
    });
    expect((await run(['remember', '-'], '  \n')).stderr).toContain(
      'the text of the note is empty',
    );
  });

  it('says again what it knows, and marks what is superseded', async () => {
    const oak = await remembered('Use oak for the mast', '--kind', 'decision');
    const again = await document('remember', 'use oak  for the MAST.', '--kind', 'decision');
    expect(again).toMatchObject({ done: 'said again', note: { id: oak, said: 2 } });
    const pine = await run([
      'remember',
      'Use pine for the mast',
      '--kind',
      'decision',
      '--supersedes',
      oak.slice(0, 6),
    ]);
    expect(pine.stdout).toContain(`supersedes ${oak.slice(0, 8)}`);
    const { stdout } = await run(['query', 'mast']);
    expect(stdout).toMatch(/^note [0-9a-f]{8} · decision · .* · superseded by [0-9a-f]{8}$/m);
    expect((await document('notes', 'show', oak)).note.supersededBy).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [
      ['x', '--kind', 'decison'],
      'NOTE_KIND_UNKNOWN',
      'did you mean "decision"?',
      'rule, preference',
    ],
    [[`x\n${'y'.repeat(102_401)}`], 'NOTE_TOO_LARGE', '102401 bytes', '--file'],
    [['x', '--supersedes', 'beefbeef'], 'NOTE_UNKNOWN', 'beefbeef', 'mementor notes'],
    [['<private>x</private>'], 'NOTE_SUMMARY', 'private', 'body'],
  ])('refuses what it cannot store, and says why: %#', async (args, code, message, hint) => {
    const { stdout, exitCode } = await run(['remember', ...args, '--json']);
    const { error } = JSON.parse(stdout);
    const isUnknown = code === 'NOTE_UNKNOWN';
    expect({ exitCode, code: error.code }).toEqual({ exitCode: isUnknown ? 1 : 2, code });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(await summaries('--state', 'all')).toEqual([]);
  });

  it('stores nothing about an excluded folder, and masks secrets', async () => {
    await run(['config', 'exclude', JSON.stringify(['**/vault'])]);
    const refused = await run(['remember', 'x', '--file', 'vault/key.pem']);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain('is excluded');
    const token = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
    await remembered(`The token is ${token}`);
    expect(holding(token)).toEqual([]);
  });
});

describe('remember --detail', () => {
  it('notes a text with its detail as JSON', async () => {
    const args = ['remember', 'Release 2', '--kind', 'plan', '--detail', '{"days":3}'];
    const { note } = await document(...args);
    expect(note).toMatchObject({ kind: 'plan', summary: 'Release 2' });
    expect(note.body).toBe('```json\n{\n  "days": 3\n}\n```');
    const broken = await run(['remember', 'x', '--detail', '{days']);
    expect(broken).toMatchObject({ exitCode: 2 });
    expect(broken.stderr).toContain('--detail is no JSON');
  });
});

describe('query', () => {
  it('shows turns and notes in one ranking, and each alone', async () => {
    await takeIn('Which lamp is on the pier?', 'A red lantern hangs there.');
    await remembered('Hang the lantern before dusk', '--kind', 'rule');
    const both = await document('query', 'lantern');
    const ranks = [...both.hits, ...both.notes].map(({ rank }) => rank);
    expect(ranks.toSorted()).toEqual([0, 1]);
    expect(await document('query', 'lantern', '--turns')).toMatchObject({ notes: [] });
    expect(await document('query', 'lantern', '--notes')).toMatchObject({ hits: [] });
    expect((await document('query', 'lantern', '--kind', 'rule')).notes).toHaveLength(1);
    expect((await run(['query', 'lantern', '--kind', 'decision'])).exitCode).toBe(1);
    expect((await document('query', '--kind', 'rule')).notes).toHaveLength(1);
    const { stdout } = await run(['query', 'lantern']);
    expect(stdout).toMatch(/^note [0-9a-f]{8} · rule · \d{4}-\d\d-\d\d · /m);
  });
});

describe('notes', () => {
  it('lists by kind, state, tag, file, branch and time', async () => {
    await remembered('Tabs', '--kind', 'rule', '--tag', 'style', '--file', 'src/a.rs');
    await remembered('Pine', '--kind', 'decision');
    await remembered('Short sentences', '--kind', 'preference', '--scope', 'person', '--pin');
    expect(await summaries()).toEqual(['Short sentences', 'Pine', 'Tabs']);
    expect(await summaries('--kind', 'rules,adr')).toEqual(['Pine', 'Tabs']);
    expect(await summaries('--tag', '#Style')).toEqual(['Tabs']);
    expect(await summaries('--file', 'a.rs')).toEqual(['Tabs']);
    expect(await summaries('--branch', 'main')).toEqual([]);
    expect(await summaries('--since', 'today', '-n', '1')).toEqual(['Short sentences']);
    expect((await run(['notes', '--kind', 'fact'])).stderr).toContain('hint:');
  });

  it('lists by state, and what holds everywhere in every folder', async () => {
    await remembered('Tabs', '--kind', 'rule');
    const pine = await remembered('Pine', '--kind', 'decision');
    await remembered('Short sentences', '--kind', 'preference', '--scope', 'person', '--pin');
    await run(['notes', 'set', pine, 'archived']);
    expect(await summaries()).toEqual(['Short sentences', 'Tabs']);
    expect(await summaries('--state', 'archived')).toEqual(['Pine']);
    expect(await summaries('--state', 'all')).toHaveLength(3);
    const elsewhere = await box.cli(['notes', '--json'], { cwd: box.home, env: WORDS_ALONE });
    expect(JSON.parse(elsewhere.stdout).notes).toMatchObject([{ scope: 'person', pinned: true }]);
    expect((await run(['notes', '--state', 'open'])).stderr).toContain('no state is called');
  });

  it('lists what a newer note replaced apart from what holds', async () => {
    const oak = await remembered('Oak', '--kind', 'decision');
    const pine = await remembered('Pine', '--kind', 'decision', '--supersedes', oak);
    expect(await summaries()).toEqual(['Pine']);
    expect(await summaries('--state', 'active')).toEqual(['Pine']);
    expect(await summaries('--state', 'superseded')).toEqual(['Oak']);
    for (const states of ['active,superseded', 'all']) {
      expect((await summaries('--state', states)).sort()).toEqual(['Oak', 'Pine']);
    }
    const archived = await remembered('Teak', '--kind', 'decision');
    await run(['notes', 'set', archived, 'archived']);
    expect((await summaries('--state', 'superseded,archived')).sort()).toEqual(['Oak', 'Teak']);
    const written = await run(['notes', 'export', '--state', 'active']);
    expect(written.stdout).toContain('Pine');
    expect(written.stdout).not.toContain('Oak');
    expect((await run(['query', 'oak'])).stdout).toContain('Oak');
    await run(['notes', 'delete', pine, '--yes']);
    expect(await summaries()).toEqual(['Oak']);
  });

  it('is empty where nothing was ever stored', async () => {
    const { exitCode, stderr } = await run(['notes']);
    expect({ exitCode }).toEqual({ exitCode: 1 });
    expect(stderr).toContain('mementor remember');
  });

  it('rejects, restores, edits and pins, and its history tells it', async () => {
    const id = await remembered('Never sail on Friday', '--kind', 'rule');
    const short = id.slice(0, 8);
    expect((await run(['notes', 'reject', short])).stdout).toMatch(/^Rejected: .*rejected\n$/);
    expect((await run(['query', 'friday'])).exitCode).toBe(1);
    const refused = await run(['notes', 'set', short, 'resolved']);
    expect(refused.stderr).toContain(
      'a note that is rejected cannot be resolved: it can be accepted or restored',
    );
    await run(['notes', 'set', short, 'active']);
    const edited = await run(['notes', 'edit', short, 'Never sail on a Sunday', '--tag', 'luck']);
    expect(edited.stdout).toMatch(/^Edited: .*Never sail on a Sunday {2}#luck\n$/);
    expect((await run(['notes', 'set', short, 'pinned'])).stdout).toMatch(/^Pinned: /);
    expect((await run(['notes', 'set', short, 'pinned'])).stdout).toMatch(/^Unchanged: /);
    const { stdout } = await run(['notes', 'show', short, '--history']);
    for (const said of [
      'wrote rule: Never sail on Friday',
      'rejected it: it does not hold',
      'pinned it',
    ]) {
      expect(stdout).toContain(said);
    }
    const shown = await run(['notes', 'show', short]);
    expect(shown.stdout).toContain('Never sail on a Sunday');
    expect((await run(['query', 'friday'])).exitCode).toBe(1);
    expect((await run(['notes', 'show', 'beefbeef'])).stderr).toContain('no note has an id');
  });

  it('deletes a note without a trace, and neither an import nor a backup brings it back', async () => {
    const id = await remembered('Zanzibarite lies below deck', '--kind', 'fact');
    await remembered('Cork floats', '--kind', 'fact');
    const copy = box.write('copy.jsonl', (await run(['export'])).stdout);
    const backup = box.path('backup.db');
    expect((await run(['export', '--database', backup])).exitCode).toBe(0);
    expect(holding('anzibarite')).not.toEqual([]);
    const shown = await run(['notes', 'delete', id.slice(0, 8), '--dry-run']);
    expect(shown.stdout).toMatch(/1 note of .+ would be forgotten/);
    const asked = await run(['notes', 'delete', id.slice(0, 8)]);
    expect(asked.stderr).toContain('add `--yes`');
    const done = await run(['notes', 'delete', id.slice(0, 8), '--yes']);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toMatch(/Forgot 1 note of .+ in the memory and 1 backup\./);
    expect(done.stdout).toContain('none is left');
    expect(holding('anzibarite')).toEqual([]);
    expect(readFileSync(backup).includes('anzibarite')).toBe(false);
    for (const file of [copy, backup]) await run(['import', file, '--trust']);
    expect(await summaries('--state', 'all')).toEqual(['Cork floats']);
    expect((await run(['doctor'])).stdout).toContain('1 note');
  });

  it('is forgotten by its words, beside the turns that hold them', async () => {
    await takeIn('Is quillwater blue?', 'Quillwater is green.');
    await remembered('Quillwater stains');
    const chosen = await document('forget', '--containing', 'quillwater', '--dry-run');
    expect(chosen.turns).toHaveLength(1);
    expect(chosen.notes).toMatchObject([{ summary: 'Quillwater stains' }]);
    const done = await run(['forget', '--containing', 'quillwater', '--yes']);
    expect(done.stdout).toContain('Forgot 1 turn and 1 note');
    expect(holding('uillwater').filter((path) => path.startsWith(box.memory))).toEqual([]);
  });

  it('travels in an export, however often and in whatever order it is read', async () => {
    await remembered('Ring the bell', '--kind', 'rule');
    const lines = (await run(['export'])).stdout;
    const other = sandbox();
    const reversed = lines.trim().split('\n').reverse().join('\n');
    for (const text of [reversed, lines]) {
      const imported = await other.cli(['import', '-', '--trust', '--json'], {
        stdin: text,
        env: WORDS_ALONE,
      });
      expect(imported.exitCode).toBe(0);
    }
    const listed = await other.cli(['notes', '--all-projects', '--json'], { env: WORDS_ALONE });
    expect(JSON.parse(listed.stdout).notes).toMatchObject([{ summary: 'Ring the bell' }]);
  });
});
