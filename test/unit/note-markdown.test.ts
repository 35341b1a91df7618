/** Notes as Markdown: what is written is read again, whatever its text is. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Note, NoteOfFile } from '../../src/memory.ts';
import { markdownOf, parseNotes } from '../../src/operations/notes/markdown.ts';
import { itemsOf } from '../../src/operations/notes/plain.ts';
import { escapedBody, splitFrontMatter, unescapedBody } from '../../src/text/front-matter.ts';
import * as yaml from '../../src/text/yaml.ts';

const KINDS = new Set(['decision', 'rule', 'fact', 'note']);

function noteOf(fields: Partial<Note>): Note {
  return {
    id: '4fe1c2a0-0000-4000-8000-000000000001',
    kind: 'decision',
    summary: 'Oak',
    body: '',
    tags: [],
    files: [],
    scope: 'project',
    project: 'boats',
    projectKey: 'git:example.org/boats',
    state: 'active',
    author: 'person',
    confidence: 1,
    pinned: false,
    supersedes: [],
    relatesTo: [],
    writtenMs: Date.UTC(2026, 2, 4, 5, 6, 7, 8),
    changedMs: Date.UTC(2026, 2, 5),
    said: 1,
    saidMs: 0,
    statements: [],
    ...fields,
  };
}

/** What of a note stands in a file. */
function kept(note: Note | NoteOfFile) {
  const { id, kind, summary, body, tags, files, scope, state, pinned, supersedes, relatesTo } =
    note;
  const { author, writtenMs, changedMs } = note;
  const project =
    'projectKey' in note ? { name: note.project, key: note.projectKey } : note.project;
  const texts = { summary, body, tags, files, supersedes, relatesTo };
  const facts = { id, kind, scope, state, pinned, author, project };
  return { ...texts, ...facts, writtenMs, changedMs };
}

function read(text: string) {
  const parsed = parseNotes(text, KINDS, yaml);
  return {
    problems: parsed.problems,
    plain: parsed.plain,
    notes: parsed.notes.map(({ note }) => note),
  };
}

/** Lines that look like front matter, and other odd ones. */
const line = fc.oneof(
  fc.constantFrom('---', '--- ', '\\---', '\\\\---', '---\r', 'type: rule', 'id: x', 'summary: |'),
  fc.constantFrom('', '\r', '# A heading', '```', '...', '%YAML 1.2', '\t- a', '\uFEFF', '\u2028'),
  fc.string({ unit: 'binary' }).map((text) => text.replace(/\n/g, ' ')),
);
const body = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n').trim());
const word = fc
  .oneof(
    fc.constantFrom(
      'true',
      'null',
      '1.10',
      '- a',
      'a: b',
      '#x',
      "it's",
      '"',
      '*a',
      '&a',
      '!!str',
      '~',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  )
  .filter((text) => text.trim() !== '');
const note = fc
  .record({
    id: fc.uuid(),
    summary: word.map((text) => text.replace(/\s+/g, ' ')),
    body,
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    files: fc.uniqueArray(word, { maxLength: 3 }),
    relatesTo: fc.uniqueArray(word, { maxLength: 2 }),
    kind: fc.constantFrom('decision', 'rule'),
    state: fc.constantFrom('active', 'rejected', 'tombstone'),
    scope: fc.constantFrom('project', 'person'),
    pinned: fc.boolean(),
    author: fc.constantFrom('person', 'answer', 'agent', 'import'),
  })
  .map(noteOf);

describe('notes as Markdown', () => {
  it('come back as they were, alone and several in one file', () => {
    fc.assert(
      fc.property(fc.array(note, { maxLength: 4 }), (notes) => {
        const text = notes.map((each) => markdownOf(each, yaml)).join('\n');
        const found = read(text);
        expect(found.problems).toEqual([]);
        const trimmed = found.notes.map((each) => ({ ...each, body: each.body.trim() }));
        expect(trimmed.map(kept)).toEqual(notes.map(kept));
      }),
      { numRuns: 100 },
    );
  });

  it('keep their text when an editor writes CRLF and a byte order mark', () => {
    const notes = [
      noteOf({ body: 'one\n\n---\ntype: rule\n---\ntwo' }),
      noteOf({ summary: 'Pine' }),
    ];
    const text = notes.map((each) => markdownOf(each, yaml)).join('\n');
    const found = read(`\uFEFF${text.replace(/\n/g, '\r\n')}`);
    expect(found.problems).toEqual([]);
    const trimmed = found.notes.map((each) => ({ ...each, body: each.body.trim() }));
    expect(trimmed.map(kept)).toEqual(notes.map(kept));
  });

  it('escapes and unescapes any body, and no line of it begins a note', () => {
    fc.assert(
      fc.property(body, (text) => {
        const escaped = escapedBody(text);
        expect(unescapedBody(escaped)).toBe(text);
        const file = `---\ntype: rule\n---\n\n${escaped}\n\n---\ntype: fact\n---\n`;
        expect(splitFrontMatter(file).parts).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });

  it('reads the fields of other tools, and loses nothing', () => {
    const text = `---
type: adr
timestamp: 2026-03-04T05:06:07Z
title: Use 1.10
spec: payments
phase: design
tags: "#db, style"
status: accepted
relates_to: [adr-3]
owner: Ada
---
Because of this.

---

A rule between two paragraphs.
`;
    const { notes, problems } = read(text);
    expect(problems).toEqual([]);
    expect(notes).toMatchObject([
      {
        kind: 'note',
        summary: 'Use 1.10',
        state: 'active',
        writtenMs: Date.UTC(2026, 2, 4, 5, 6, 7),
        relatesTo: ['adr-3'],
        tags: ['#db', ' style', 'spec:payments', 'phase:design', 'type:adr'],
      },
    ]);
    expect(notes[0]?.body).toContain('A rule between two paragraphs.');
    expect(notes[0]?.body).toContain('owner: "Ada"');
  });

  it('says that a time cannot be read, and keeps its words', () => {
    const timed = (value: string) => {
      const [found] = parseNotes(`---\ntype: rule\ndate: ${value}\n---\nx\n`, KINDS, yaml).notes;
      return found;
    };
    for (const value of ['yesterdayish', '2026-02-30', 'version 2', '7', '2026-11-03T25:00']) {
      const found = timed(value);
      expect(found?.note.writtenMs, value).toBeUndefined();
      expect(found?.remarks[0], value).toContain(`"${value}" is no time`);
      expect(found?.note.body, value).toContain(`date: "${value}"`);
    }
    for (const value of ['2026-03-04T00:00:00+00:00', '2026-03-04', '2026-03-04 00:00Z']) {
      expect(timed(value), value).toMatchObject({
        note: { writtenMs: Date.UTC(2026, 2, 4), body: '' },
        remarks: [],
      });
    }
    expect(timed('March 4, 2026 UTC')?.note.writtenMs).toBe(Date.UTC(2026, 2, 4));
    expect(timed('')?.remarks).toEqual([]);
  });

  it('carry the words in which a rule found them, and take none from other tools', () => {
    const found = { turn: '5e550000-0000-4000-8000-000000000001', words: 'no, use: oak\n---' };
    const [own] = read(markdownOf(noteOf(found), yaml)).notes;
    expect(own?.origin).toEqual(found);
    const [other] = read('---\ntype: rule\nsummary: x\nturn: 7\nwords: two\n---\n').notes;
    expect(other?.origin).toBeUndefined();
    expect(other?.body).toContain('words: "two"');
  });

  it('tells the line of broken front matter, and reads the notes around it', () => {
    const text = `---
type: rule
summary: one
---

---
type: rule
summary: "two
tags: [a
---
text

---
type: rule
summary: three
---
`;
    const { notes, problems } = read(text);
    expect(notes.map(({ summary }) => summary)).toEqual(['one', 'three']);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.line).toBeGreaterThanOrEqual(7);
    expect(problems[0]?.line).toBeLessThanOrEqual(10);
    expect(problems[0]?.hint).toContain('quotes');
    const open = read('---\ntype: rule\nsummary: x\n');
    expect(open).toMatchObject({ notes: [], problems: [{ line: 1 }], plain: '' });
  });

  it('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n');
        const { notes, problems, plain } = read(text);
        expect(notes.length + problems.length <= lines.length + 1).toBe(true);
        expect(typeof plain).toBe('string');
        itemsOf(plain);
      }),
      { numRuns: 500 },
    );
  });
});

describe('rules in plain Markdown', () => {
  const text = `# Boats

Boats is a program that counts boats.

## Commands

- \`npm test\` runs the tests
- Never push to main,
  whatever the hurry
1. Prefer short names

\`\`\`
- always in code
\`\`\`
<!-- - always in a comment -->

| always | a table |

## Style rules

- Two spaces
- These hold for tests:
  - no sleeps
- Is this always so?
`;

  it('are the list items and paragraphs that say what holds', () => {
    const rules = itemsOf(text).filter(({ isRule }) => isRule);
    expect(rules.map(({ text, line, kind }) => [text, line, kind])).toEqual([
      ['Never push to main, whatever the hurry', 8, 'rule'],
      ['Prefer short names', 10, 'preference'],
      ['Two spaces', 21, 'rule'],
      ['no sleeps', 23, 'rule'],
    ]);
    expect(itemsOf(text).map((item) => item.text)).toContain(
      'Boats is a program that counts boats.',
    );
    expect(itemsOf(text).some((item) => /in code|in a comment|a table/.test(item.text))).toBe(
      false,
    );
  });
});
