import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/memory.ts';
import { pageOf } from '../../src/output/layout/page.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { noteRow } from '../../src/output/note-row.ts';
import { renderNoNotes } from '../../src/output/notes.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const { paint } = pageOf(fakeOutput(), fakeContext());

function row(state: string, width: number, fields: Partial<Note> = {}): string {
  const note = {
    id: '1234abcd-0000-4000-8000-000000000000',
    kind: 'decision',
    saidMs: Date.parse('2026-01-02T12:00:00Z'),
    summary: 'the staging database is reached through the bouncer alone '.repeat(3).trim(),
    project: 'a project with a long name',
    scope: 'project',
    tags: ['database', 'staging'],
    suspect: [],
    pinned: false,
    state,
    ...fields,
  };
  return noteRow(note as unknown as Note, true, paint, width);
}

describe('a note in a list', () => {
  it.each([60, 80, 120])('keeps its state in sight, at %i columns', (width) => {
    const line = row('archived', width);
    expect(visibleWidth(line)).toBeLessThanOrEqual(width);
    expect(line).toMatch(/… {2}.*archived$/);
    expect(row('tombstone', width)).toMatch(/expired$/);
  });

  it('keeps most of a narrow line for its summary', () => {
    const superseded = { supersededBy: '9abc1234-0000-4000-8000-000000000000' };
    expect(row('archived', 80, superseded)).toMatch(
      /the staging database is reached.*… {2}superseded$/,
    );
    expect(row('archived', 140, superseded)).toMatch(/archived · superseded by 9abc1234$/);
    const suspect = { suspect: ['COMPLETION_DRIVE', 'POISON_PATH'] };
    expect(row('active', 80, suspect)).toMatch(/is reached.*… {2}suspect$/);
  });

  it('has its project and tags where there is room', () => {
    expect(row('archived', 200)).toContain('a project with a long name · #database · #staging');
    expect(row('archived', 80)).not.toContain('#database');
  });
});

describe('no note', () => {
  const nothing = { kinds: [], states: [], tag: undefined, filters: {}, limit: 9 } as const;
  const text = (options: object, proposed = 0) =>
    renderNoNotes(
      { proposed },
      { ...nothing, project: undefined, everything: false, ...options },
      paint,
    );

  it('is said of all that hold, or of those that were asked for', () => {
    expect(text({})).toMatch(/^No note of this project holds\.\n/);
    expect(text({ kinds: ['rule'] })).toMatch(/^No note of this project is like that\.\n/);
    expect(text({ tag: 'db', project: 'shop' })).toMatch(/^No note of project shop is like that/);
  });

  it('has hints for what was not asked for', () => {
    expect(text({})).toMatch(/--state all.*--all-projects/);
    expect(text({})).not.toContain('review');
    expect(text({}, 2)).toContain('`mementor notes review` goes through 2 proposed notes');
    expect(text({ project: 'my shop' }, 1)).toContain(
      "`mementor notes review --project 'my shop'`",
    );
    expect(text({ everything: true }, 1)).toContain('`mementor notes review --all-projects`');
    const all = text({ states: ['all'], everything: true });
    expect(all).not.toMatch(/--state all|--all-projects/);
  });
});

describe('misuse of notes', () => {
  async function misused(...args: string[]): Promise<string> {
    const context = fakeContext();
    expect(await runProgram(args, context)).toBe(2);
    return context.stderr.text;
  }

  it('names the unknown command, also where a default command would run', async () => {
    expect(await misused('notes', 'foo')).toContain("error: unknown command 'foo'");
    expect(await misused('notes', 'lst')).toContain('did you mean `mementor notes list`');
    expect(await misused('notes', 'list', 'foo')).toContain('too many arguments');
  });

  it('names the states that there are', async () => {
    const text = await misused('notes', '--state', 'foo');
    expect(text).toContain('no state is called "foo"');
    expect(text).toContain('archived, expired, rejected');
  });

  it('says that a text is empty', async () => {
    for (const text of ['', '  ']) {
      const context = { ...fakeContext(), ask: async () => '' };
      expect(await runProgram(['remember', text], context)).toBe(2);
      expect(context.stderr.text).toContain('error: the text of the note is empty');
    }
  });
});
