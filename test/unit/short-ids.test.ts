/** Short ids: enough to find a thing again, and to tell it from the others of a list. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginningOfId } from '../../src/operations/id.ts';
import { shortId, shortIds } from '../../src/text/lines.ts';

it.each([
  ['5f0c2a9e-1b1d-4c1e-9a3b-000000000001', '5f0c2a9e'],
  // Sessions that began in the same minute share eight digits of a time.
  ['019aaaaa-b111-7111-8111-000000000001', '019aaaaa-b111'],
  ['1ec9414c-232a-6b00-b3c8-9e6bdeced846', '1ec9414c-232a'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEK'],
  ['line-0123456789abcdef', 'line-01234567'],
  ['abc', 'abc'],
])('%s is %s', (id, short) => {
  expect(shortId(id)).toBe(short);
});

it('differ within a list, and begin the ids', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[ab]{4}-?[abc]{6,12}$/), { maxLength: 30 });
  fc.assert(
    fc.property(ids, (all) => {
      const short = shortIds(all);
      expect(short.size).toBe(all.length);
      for (const id of all) {
        const beginning = short.get(id) as string;
        const begun = all.filter((other) => other.startsWith(beginning));
        expect(begun.length === 1 || beginning === id).toBe(true);
        expect(begun).toContain(id);
      }
    }),
  );
});

it.each([
  [' 5f0c2a9e ', '5f0c2a9e'],
  ['5F0C2A9E-1B1D', '5f0c2a9e-1b1d'],
  ['5f0c2a9e…', '5f0c2a9e'],
  ['5f0c2a9e...', '5f0c2a9e'],
  ['01ARZ3NDEK', '01ARZ3NDEK'],
  ['Lighthouse beacon', 'Lighthouse beacon'],
])('%j begins an id as %j', (typed, begun) => {
  expect(beginningOfId(typed, '')).toBe(begun);
});
