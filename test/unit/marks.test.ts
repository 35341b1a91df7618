/** What became of a turn, as lists, `show` and the agent's tools tell it. */

import { describe, expect, it } from 'vitest';
import { turnEntry } from '../../src/mcp/entries.ts';
import type { Mark, MarkKind } from '../../src/memory.ts';
import { dated } from '../../src/operations/dated.ts';
import { bySession } from '../../src/operations/query.ts';
import { renderGroups, renderHit } from '../../src/output/hits.ts';
import { pageOf } from '../../src/output/layout/page.ts';
import { marksTexts } from '../../src/output/marks.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { aFoundHit, aHit } from '../helpers/hit.ts';

function aMark(kind: MarkKind, overrides: Partial<Mark> = {}): Mark {
  const turn = 'e788c476-f04c-5277-9f33-4dc6cead7801';
  return {
    kind,
    turn,
    atMs: Date.parse('2026-11-17T09:00:00.000Z'),
    files: [],
    said: null,
    ...overrides,
  };
}

describe('the marks of a turn', () => {
  it('are told in a few words with the turn that shows them', () => {
    const texts = ['superseded', 'refused', 'changed-since'].map(
      (kind) => marksTexts([aMark(kind)])[0],
    );
    expect(texts).toEqual([
      'superseded by turn e788c476',
      'objected to in turn e788c476',
      'files changed again in turn e788c476',
    ]);
  });

  it('leave most of a narrow line to the prompt', () => {
    const hit = aHit({
      marks: [aMark('changed-since')],
      promptExcerpt: [{ text: 'which port does the database use, '.repeat(5), matched: false }],
    });
    const first = (columns: number) => {
      const page = pageOf(fakeOutput(true, columns), fakeContext({ env: { NO_COLOR: '1' } }));
      return renderHit(hit, { number: '1', isFirst: true }, page)[0] ?? '';
    };
    expect(first(80)).toMatch(/^1 {2}> .{42,}… {2}changed again · turn e788c476$/);
    expect(first(240)).toContain('files changed again in turn e788c476 · turn e788c476');
  });

  it('tell that files changed again only where a later hit of the list did it', () => {
    const [turn, other] = ['11111111-1', '22222222-2'];
    const hits = [
      aFoundHit({ turn, marks: [aMark('changed-since', { turn: other })] }),
      aFoundHit({ turn: other, marks: [aMark('changed-since', { turn: '33333333-3' })] }),
      aFoundHit({ turn: '44444444-4', marks: [aMark('refused', { turn: '33333333-3' })] }),
    ];
    const page = pageOf(fakeOutput(), fakeContext());
    const text = renderGroups(bySession(hits), { named: false }, page);
    expect(text.match(/files changed again in turn \w+/g)).toEqual([
      'files changed again in turn 22222222',
    ]);
    expect(text).toContain('objected to in turn 33333333');
  });

  it('do not say again that files changed', () => {
    const marks = [aMark('superseded'), aMark('refused'), aMark('changed-since')];
    expect(marksTexts(marks)).toEqual([
      'superseded by turn e788c476',
      'objected to in turn e788c476',
    ]);
    expect(marksTexts([])).toEqual([]);
  });

  it('are all in the document', () => {
    const marks = [aMark('refused', { said: 'no, revert that.' }), aMark('changed-since')];
    expect(dated(marks)).toMatchObject([
      { kind: 'refused', at: '2026-11-17T09:00:00.000Z', files: [], said: 'no, revert that.' },
      { kind: 'changed-since', said: null },
    ]);
  });

  it('are told to the agent', () => {
    const { head } = turnEntry(aFoundHit({ marks: [aMark('superseded')] }), false);
    expect(head).toContain('superseded by turn e788c476');
    expect(turnEntry(aFoundHit(), false).head).not.toContain('superseded');
  });
});
