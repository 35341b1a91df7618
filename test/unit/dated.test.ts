/** Tests how rows become documents. */

import { describe, expect, it } from 'vitest';
import { dated } from '../../src/operations/dated.ts';

describe('dated', () => {
  it('makes every time a text in its place, and names it without its unit', () => {
    const row = { turn: 'a', atMs: 1_000, startedAtMs: 2_000, saidMs: 3_000, branch: null };
    expect(JSON.stringify(dated(row))).toBe(
      '{"turn":"a","at":"1970-01-01T00:00:01.000Z","startedAt":"1970-01-01T00:00:02.000Z",' +
        '"saidAt":"1970-01-01T00:00:03.000Z","branch":null}',
    );
  });

  it('goes through lists and rows within rows, and leaves the rest as it is', () => {
    expect(dated([{ marks: [{ atMs: 1_000, files: ['a'] }], count: 2, ended: undefined }])).toEqual(
      [{ marks: [{ at: '1970-01-01T00:00:01.000Z', files: ['a'] }], count: 2, ended: undefined }],
    );
  });

  it('has no text for a time that is not known', () => {
    expect(dated({ atMs: 0 })).toEqual({ at: null });
  });
});
