/** The picker: what keys do, and that every screen fits its terminal. */

import { describe, expect, it } from 'vitest';
import { panesOf, screenOf } from '../../src/browse/screen.ts';
import { type Key, listed, pressed, START, type State } from '../../src/browse/state.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { style } from '../../src/process/style.ts';
import { fakeOutput } from '../helpers/fake-context.ts';

const ITEMS = Array.from({ length: 30 }, (_, index) => ({
  id: `id-${index}`,
  atMs: 1_000 + index,
  project: index % 2 === 0 ? 'shop' : undefined,
  prompt: `${index} ${'Which port? 漢字 🚀 '.repeat(20)}`,
}));
const FULL: State = { query: '', items: ITEMS, selected: 0, status: '30 sessions' };

/** The state after keys; a text stands for its characters. */
function keyed(state: State, ...keys: readonly (string | Key)[]): State {
  return keys.reduce<State>(
    (now, key) =>
      typeof key === 'string'
        ? pressed(now, key, {}, 10).state
        : pressed(now, undefined, key, 10).state,
    state,
  );
}

describe('keys', () => {
  it.each<[string, readonly Key[], number]>([
    ['down', [{ name: 'down' }, { name: 'down' }], 2],
    ['up at the top', [{ name: 'up' }], 0],
    ['a page', [{ name: 'pagedown' }], 10],
    ['pages beyond the end', Array(9).fill({ name: 'pagedown' }), 29],
    ['the end and back', [{ name: 'end' }, { name: 'up' }], 28],
    ['home', [{ name: 'end' }, { name: 'home' }], 0],
    [
      'as in a shell',
      [
        { name: 'n', ctrl: true },
        { name: 'n', ctrl: true },
        { name: 'p', ctrl: true },
      ],
      1,
    ],
  ])('move: %s', (_, keys, selected) => {
    expect(keyed(FULL, ...keys).selected).toBe(selected);
  });

  it('edit the query', () => {
    expect(keyed(FULL, 'a', 'é', '漢', ' ', 'b').query).toBe('aé漢 b');
    expect(keyed(FULL, 'a', 'b', { name: 'backspace' }).query).toBe('a');
    expect(keyed(FULL, 'e\u0301', { name: 'backspace' }).query).toBe('');
    expect(keyed(FULL, { name: 'backspace' }).query).toBe('');
    expect(keyed(FULL, 'ab cd', { name: 'w', ctrl: true }).query).toBe('ab ');
    expect(keyed(FULL, 'ab cd', { name: 'u', ctrl: true }).query).toBe('');
    expect(keyed(FULL, '\u001B[Z', '\t', '\u0007').query).toBe('');
  });

  it('search, open and leave', () => {
    const effect = (key: Key, text?: string, state = FULL) => pressed(state, text, key, 10).effect;
    expect(effect({ name: 'a' }, 'a')).toBe('search');
    expect(effect({ name: 'down' })).toBeUndefined();
    expect(effect({ name: 'return' })).toBe('open');
    expect(effect({ name: 'return' }, undefined, START)).toBeUndefined();
    expect(effect({ name: 'escape' })).toBe('leave');
    expect(effect({ name: 'c', ctrl: true }, '\u0003')).toBe('leave');
  });
});

describe('listed', () => {
  it('selects the first of a new list, and drops a late one', () => {
    const state = { ...FULL, query: 'new', selected: 7 };
    const found = { items: ITEMS.slice(0, 2), status: '2 turns' };
    expect(listed(state, 'new', found)).toMatchObject({ selected: 0, status: '2 turns' });
    expect(listed(state, 'old', found)).toBe(state);
  });
});

describe('screenOf', () => {
  const preview = ['漢字'.repeat(100), 'x'.repeat(300), 'short'];
  const sizes = [20, 60, 80, 160].flatMap((columns) =>
    [6, 24].map((rows) => [columns, rows] as const),
  );

  it.each(sizes)('fits %i columns and %i rows, and shows the selected item', (columns, rows) => {
    for (const isTTY of [false, true]) {
      const paint = style(fakeOutput(isTTY), {});
      const page = { width: columns, paint, nowMs: 100_000, home: '/home/mara' };
      for (const selected of [0, 1, 15, 29]) {
        const state = { ...FULL, selected, query: 'long '.repeat(40) };
        const lines = screenOf(state, preview, { columns, rows }, page);
        expect(lines.length).toBe(rows);
        expect(lines.filter((line) => visibleWidth(line) > columns)).toEqual([]);
        expect(lines.filter((line) => line.includes('❯'))).toHaveLength(1);
      }
    }
  });

  it('puts the preview beside the list where there is room', () => {
    expect(panesOf({ columns: 120, rows: 24 }).isBeside).toBe(true);
    expect(panesOf({ columns: 80, rows: 24 })).toMatchObject({ isBeside: false, listRows: 11 });
  });
});
