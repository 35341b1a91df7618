/** The kept inputs of the fuzzer, and some new ones; `npm run fuzz` goes on for as long as asked. */

import { describe, expect, it } from 'vitest';
import { fuzz, keptOf } from '../../fuzz/shell/fuzz.mjs';
import { targets } from '../../fuzz/shell/targets.mjs';

const RUNS = 300;

describe.each(Object.entries(targets))('%s', (name, target) => {
  it('holds for every kept input', async () => {
    const kept = keptOf(name);
    expect(kept.length).toBeGreaterThan(0);
    for (const text of kept) await target(text);
  });

  it('holds for any other', async () => {
    const { runs, input, error } = await fuzz(name, { numRuns: RUNS });
    expect(error, JSON.stringify(input)).toBeUndefined();
    expect(runs).toBe(RUNS);
  });
});
