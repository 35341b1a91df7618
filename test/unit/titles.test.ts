/** What sessions are called in lists. */

import { describe, expect, it } from 'vitest';
import { titlesOf } from '../../src/text/titles.ts';

const launch = (name: string) =>
  `Work on pier ${name}. Run quay show ${name} to see its planks, and start with the first loose one.`;

describe('titles', () => {
  it.each([
    ['Implement the following plan: # Plan: Tar the hull', 'Tar the hull'],
    ['Implement the following plan:\n\n# Tar the hull\n\n## Why', 'Tar the hull\n\n## Why'],
    ['please execute this plan: Fix: leaks', 'Fix: leaks'],
    ['Implement the following plan:', 'Implement the following plan:'],
    ['implement the plan that we made', 'implement the plan that we made'],
    ['Tar the hull', 'Tar the hull'],
    ['', ''],
  ])('of %j is %j', (request, title) => {
    expect(titlesOf([request])).toEqual([title]);
  });

  it('begin with what differs where many sessions begin alike', () => {
    const names = ['p-1', 'p-2', 'p-3'];
    const others = ['Tar the hull before the winter comes, please'];
    expect(titlesOf([...names.map(launch), ...others])).toEqual([
      ...names.map((name) => `${name}: ${launch(name)}`),
      ...others,
    ]);
    // What was cut may have a word less.
    const cut = launch('p-4').replace(/ loose one\.$/, ' loo…');
    expect(titlesOf([...names.map(launch), cut])[3]).toBe(`p-4: ${cut}`);
  });

  it('stay what was said where nothing differs, in two sessions, and for few words', () => {
    for (const requests of [
      Array.from({ length: 4 }, () => launch('p-1')),
      [launch('p-1'), launch('p-2')],
      ['tar hull one', 'tar hull two', 'tar hull three'],
    ]) {
      expect(titlesOf(requests)).toEqual(requests);
    }
  });
});
