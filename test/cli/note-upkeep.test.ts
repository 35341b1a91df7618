/** The upkeep of notes, as a person and a script use it: the built program, by words alone. */

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };
const DAY_MS = 24 * 60 * 60 * 1_000;

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

async function run(...args: string[]): Promise<Result> {
  return await box.cli(args, { env: WORDS_ALONE });
}

// biome-ignore lint/suspicious/noExplicitAny: the document of any command
async function document(...args: string[]): Promise<any> {
  return JSON.parse((await run(...args, '--json')).stdout);
}

/** Takes a note in that was written some days ago, and has been known here since. */
async function written(daysAgo: number, fields: string, id: string, text?: string): Promise<void> {
  await imported(daysAgo, fields, id, text);
  const line = JSON.stringify({ note: id, times: 0, atMs: 0 });
  appendFileSync(join(box.memory, 'notes-shown.jsonl'), `${line}\n`);
}

/** Takes a note in that was written some days ago elsewhere. */
async function imported(
  daysAgo: number,
  fields: string,
  id: string,
  text = 'It lasts.',
): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  const front = `mementor: 1\nid: ${id}\ntimestamp: ${at}\nchanged: ${at}\nauthor: person\n${fields}`;
  const file = box.write(`${id}.md`, `---\n${front}\n---\n\n${text}\n`);
  expect(await run('notes', 'import', file, '--trust')).toMatchObject({ exitCode: 0 });
}

const OAK = '4fe1c2a0-0000-4000-8000-000000000001';
const ELM = '9ad3b7c4-0000-4000-8000-000000000002';

async function states(): Promise<Record<string, string>> {
  const { notes } = await document('notes', '--state', 'all');
  return Object.fromEntries(
    notes.map(({ summary, state }: Record<string, string>) => [summary, state]),
  );
}

describe('notes tidy', () => {
  it('counts the age of a found note from the day on which it was found here', async () => {
    const talk = conversation(box.project, { at: '2020-02-02T09:00:00Z' });
    const prompt = "Let's use pine instead of oak for the mast.";
    const file = box.write('transcripts/old.jsonl', talk.turn(prompt, 'The mast is of pine now.'));
    expect((await run('ingest', file)).exitCode).toBe(0);
    const before = await states();
    expect(Object.values(before)).toContain('active');
    expect(await document('notes', 'tidy', '--dry-run')).toMatchObject({ notes: [] });
    for (const _ of [1, 2]) await run('notes', 'tidy');
    expect(await states()).toEqual(before);
  });

  it('counts the age of an imported note from the day on which it came here', async () => {
    await imported(2_000, 'type: decision\nsummary: Oak', OAK);
    expect(await document('notes', 'tidy', '--dry-run')).toMatchObject({ notes: [] });
    for (const _ of [1, 2, 3]) await run('notes', 'tidy');
    expect(await states()).toEqual({ Oak: 'active' });
  });

  it('does not delete the next day what has expired in a long absence', async () => {
    await written(2_000, 'type: decision\nsummary: Oak', OAK);
    for (const _ of [1, 2, 3]) await run('notes', 'tidy');
    expect(await states()).toEqual({ Oak: 'tombstone' });
  });

  it('archives what nobody uses, says why, and an undo takes it back', async () => {
    await written(100, 'type: decision\nsummary: Oak', OAK);
    await written(100, 'type: rule\nsummary: Elm', ELM);
    const shown = await run('notes', 'tidy', '--dry-run');
    expect(shown.stdout).toMatch(
      /^4fe1c2a0 {2}decision .* Oak .*\n {2}\d{4}-\d\d-\d\d {2}active → archived: neither said nor shown since \d{4}-\d\d-\d\d\n\n1 note would be tidied\. Nothing was changed\.\n$/,
    );
    expect(await states()).toEqual({ Oak: 'active', Elm: 'active' });
    const tidied = await document('notes', 'tidy');
    expect(tidied).toMatchObject({
      done: 'tidied',
      notes: [{ id: OAK, summary: 'Oak', steps: [{ to: 'archived', because: 'unused' }] }],
      proof: null,
    });
    expect(await states()).toEqual({ Oak: 'archived', Elm: 'active' });
    expect((await run('notes', 'show', OAK, '--history')).stdout).toContain(
      'made it archived: nobody used',
    );
    expect((await run('notes', 'undo', '4fe1')).stdout).toMatch(/^Taken back: 4fe1c2a0 /);
    expect((await run('notes', 'tidy')).stdout).toBe('Nothing to tidy: no note is due.\n');
  });

  it('leaves what was shown, and `show` says how often', async () => {
    await written(100, 'type: decision\nsummary: Oak', OAK);
    await run('notes', 'show', OAK);
    expect((await document('notes', 'show', OAK)).note).toMatchObject({ shown: 1 });
    expect((await run('notes', 'show', OAK)).stdout).toMatch(/^shown +2 times, last /m);
    expect((await document('notes', 'tidy')).notes).toEqual([]);
    expect((await document('notes', 'show', OAK)).note.shown).toBe(3);
    await run('notes', 'delete', OAK, '--yes');
    expect(readFileSync(join(box.memory, 'notes-shown.jsonl'), 'utf8')).toBe('');
  });

  it('deletes a note that expired a year ago, and proves it', async () => {
    await written(
      400,
      'type: decision\nsummary: Oak\nstatus: tombstone',
      OAK,
      'The brindlewood keelson.',
    );
    await written(1, 'type: decision\nsummary: Elm', ELM);
    const gone = await run('notes', 'tidy');
    expect(gone.exitCode).toBe(0);
    expect(gone.stdout).toMatch(/expired → gone: expired since/);
    expect(gone.stdout).toContain('none is left');
    expect(gone.stdout).not.toContain('undo');
    expect(gone.stdout).not.toContain('Oak');
    expect(await states()).toEqual({ Elm: 'active' });
    await run('notes', 'import', box.path(`${OAK}.md`), '--trust');
    expect(await states()).toEqual({ Elm: 'active' });
  });

  it('is done by the worker, once a day', async () => {
    await written(100, 'type: decision\nsummary: Oak', OAK);
    const file = box.write('t/a.jsonl', conversation(box.project).turn('Hello there', 'Hello.'));
    const payload = { session_id: 's', transcript_path: file, cwd: box.project };
    await box.cli(['hook', 'stop'], { stdin: JSON.stringify(payload), env: WORDS_ALONE });
    await expect.poll(states, { timeout: 30_000 }).toEqual({ Oak: 'archived' });
    expect(JSON.parse(readFileSync(join(box.memory, 'state.json'), 'utf8'))).toMatchObject({
      version: 1,
    });
  });
});

describe('notes undo', () => {
  it('brings an earlier text back by its number, and says what it cannot', async () => {
    const { note } = await document('remember', 'Oak', '--kind', 'decision', '--tag', 'wood');
    await run('notes', 'edit', note.id, 'Pine', '--tag', 'soft');
    await run('notes', 'set', note.id, 'archived');
    const { history } = await document('notes', 'show', note.id);
    expect(history.map(({ n, says }: Record<string, unknown>) => [n, says])).toEqual([
      [1, 'written'],
      [2, 'edited'],
      [3, 'moved'],
    ]);
    const undone = await document('notes', 'undo', note.id, '--to', '1');
    expect(undone).toMatchObject({
      changed: true,
      note: { summary: 'Oak', tags: ['wood'], state: 'active' },
    });
    expect((await document('notes', 'undo', note.id, '--to', '1')).changed).toBe(false);
    const refused = await run('notes', 'undo', note.id, '--to', '99');
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain('its history has the numbers 1 to');
    expect(refused.stderr).toContain('mementor notes show ID --history');
    const other = await document('remember', 'Elm');
    expect((await run('notes', 'undo', other.note.id)).stderr).toContain('nothing was changed');
  });
});

describe('notes export and import', () => {
  it('carry notes to another machine, in one file and in many, however often', async () => {
    const text = 'Use oak\n\n---\ntype: rule\nsummary: not a note\n---\nThe end.';
    await document('remember', text, '--kind', 'decision', '--tag', 'a b', '--pin');
    const { note } = await document('remember', 'Never "quote": #this', '--scope', 'person');
    await run('notes', 'reject', note.id);
    const before = (await document('notes', '--state', 'all', '--all-projects')).notes;
    const one = box.path('all.md');
    const many = box.path('notes');
    expect((await run('notes', 'export', '--output', one)).stderr).toContain('Exported 2 notes');
    await run('notes', 'export', '--dir', many);
    expect(await document('notes', 'export', '--dir', many)).toMatchObject({
      notes: 2,
      path: many,
      text: null,
    });
    expect(readdirSync(many)).toHaveLength(2);
    const [first = ''] = readdirSync(many);
    const whole = readFileSync(join(many, first), 'utf8');
    writeFileSync(join(many, first), `${whole}\nadded by hand\n`);
    writeFileSync(box.path('diary.md'), 'mine\n');
    const again = await run('notes', 'export', '--dir', many);
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.stderr).toContain(`${first} was changed, and stays`);
    expect(readFileSync(join(many, first), 'utf8')).toContain('added by hand');
    writeFileSync(join(many, first), whole);
    expect(await run('notes', 'export', '-o', box.path('diary.md'))).toMatchObject({ exitCode: 2 });
    expect(readFileSync(box.path('diary.md'), 'utf8')).toBe('mine\n');
    const other = sandbox();
    for (const path of [one, many, one]) {
      const done = await other.cli(['notes', 'import', path, '--trust', '--json'], {
        env: WORDS_ALONE,
      });
      expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    }
    const args = ['notes', '--state', 'all', '--all-projects', '--json'];
    const after = JSON.parse((await other.cli(args, { env: WORDS_ALONE })).stdout).notes;
    const same = (notes: Record<string, unknown>[]) =>
      notes
        .map(({ changedAt: _, ...rest }) => rest)
        .toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1));
    expect(same(after)).toEqual(same(before));
    const { notes } = JSON.parse(
      (await other.cli(['notes', 'import', one, '--trust', '--json'], { env: WORDS_ALONE })).stdout,
    );
    expect(notes.map(({ outcome }: Record<string, string>) => outcome)).toEqual(['known', 'known']);
  });

  it('takes the good notes of a file with a broken one, and says where it is', async () => {
    const text =
      '---\ntype: rule\nsummary: One\n---\n\n---\ntype: rule\nsummary: "Two\n---\n\n---\ntype: ruel\nsummary: Three\n---\n';
    const done = await run('notes', 'import', box.write('x.md', text), '--trust');
    expect(done).toMatchObject({ exitCode: 1 });
    expect(done.stdout).toMatch(/^error: .*x\.md:\d+: .+\(put texts with/m);
    expect(done.stdout).toContain('no kind is called "ruel"');
    expect(done.stdout).toContain('Imported 2 notes.');
    expect(await states()).toEqual({ One: 'active', Three: 'active' });
    const missing = await run('notes', 'import', 'nowhere.md');
    expect(missing).toMatchObject({ exitCode: 2 });
    expect(missing.stderr).toContain('nowhere.md');
  });

  it('lists the rules of CLAUDE.md, and takes them with --yes; nothing comes twice', async () => {
    const text =
      '# Boats\n\nBoats count boats.\n\n- Always use tabs\n- Prefer short names\n- Fast\n';
    writeFileSync(join(box.project, 'CLAUDE.md'), text);
    const listed = await run('notes', 'import', 'CLAUDE.md');
    expect(listed).toMatchObject({ exitCode: 1 });
    expect(listed.stdout).toMatch(/^rule +Always use tabs {2}CLAUDE\.md:5$/m);
    expect(listed.stdout).toContain('`--yes` imports them');
    expect(await states()).toEqual({});
    expect((await run('notes', 'import', 'CLAUDE.md', '--dry-run')).exitCode).toBe(0);
    expect((await run('notes', 'import', 'CLAUDE.md', '--yes')).stdout).toMatch(
      /^Imported 2 notes/,
    );
    const again = await document('notes', 'import', 'CLAUDE.md', '--yes', '--all');
    expect(again.notes.map(({ outcome }: Record<string, string>) => outcome)).toEqual([
      'written',
      'known',
      'known',
      'written',
    ]);
    const kinds = (await document('notes')).notes.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['preference', 'rule', 'rule', 'rule']);
  });

  it('masks, and leaves out what is excluded', async () => {
    await run('config', 'exclude', JSON.stringify(['**/vault']));
    const token = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
    const text = `---\ntype: fact\nsummary: The token is ${token}\n---\n\n---\ntype: fact\nsummary: Key\nfiles: [vault/key.pem]\n---\n`;
    const done = await run('notes', 'import', box.write('x.md', text), '--trust');
    expect(done).toMatchObject({ exitCode: 1 });
    expect(done.stdout).toContain('is excluded');
    const [summary = ''] = Object.keys(await states());
    expect(summary).toContain('The token is');
    expect(summary).not.toContain(token);
  });
});

describe('a note of a branch', () => {
  it('is found and listed on that branch alone', async () => {
    const head = join(box.project, '.git');
    mkdirSync(join(head, 'refs'), { recursive: true });
    mkdirSync(join(head, 'objects'), { recursive: true });
    writeFileSync(join(head, 'HEAD'), 'ref: refs/heads/mast\n');
    const { note } = await document('remember', 'Oak for the mast', '--branch');
    expect(note).toMatchObject({ scope: 'branch', branch: 'mast' });
    await document('remember', 'Tar the keel', '--branch', 'keel');
    expect(await states()).toEqual({ 'Oak for the mast': 'active' });
    expect((await document('notes', '--all-branches')).notes).toHaveLength(2);
    expect((await document('notes', '--branch', 'keel')).notes).toHaveLength(1);
    expect((await document('query', 'keel')).notes).toEqual([]);
    expect((await document('query', 'keel', '--all-branches')).notes).toHaveLength(1);
    writeFileSync(join(head, 'HEAD'), 'ref: refs/heads/keel\n');
    expect(await states()).toEqual({ 'Tar the keel': 'active' });
  });
});

describe('suspect work', () => {
  it('is flagged where it is shown, and found by its tag', async () => {
    const answer = 'The winch holds two tons. #POISON_PATH';
    const file = box.write(
      't/a.jsonl',
      conversation(box.project).turn('How strong is it?', answer),
    );
    expect((await run('ingest', file)).exitCode).toBe(0);
    await run('remember', 'Guess the load\n\n#COMPLETION_DRIVE', '--kind', 'pattern');
    const found = await document('query', '--tag', '#poison_path');
    expect(found.hits).toMatchObject([{ suspect: ['POISON_PATH'] }]);
    expect(found.notes).toEqual([]);
    const { stdout } = await run('query', 'winch');
    expect(stdout).toContain('suspect: #POISON_PATH');
    expect((await run('show', found.hits[0].turn)).stdout).toContain('suspect: #POISON_PATH');
    expect((await document('show', found.hits[0].turn)).turns[0]).toMatchObject({
      tags: ['POISON_PATH'],
      suspect: ['POISON_PATH'],
    });
    const listed = await run('notes', '--tag', 'completion_drive');
    expect(listed.stdout).toContain('suspect: #COMPLETION_DRIVE');
    await document('remember', 'A hack', '--tag', 'HACK');
    expect((await document('notes', '--tag', 'hack')).notes[0].suspect).toEqual([]);
    await run('config', 'suspect', '["#hack"]');
    expect((await document('notes', '--tag', 'hack')).notes[0].suspect).toEqual(['HACK']);
  });
});
