/** What `npm run bench` makes of its samples: medians, ratios, tables, plots, and comparisons. */

import { describe, expect, it } from 'vitest';
import { regressions } from '../../bench/compare.mjs';
import { costlier, incomparable } from '../../bench/instructions/compare.mjs';
import { plot } from '../../bench/plot.mjs';
import { makeRecord } from '../../bench/record.mjs';
import { replaced, report } from '../../bench/report.mjs';
import { pairedRatio, summary } from '../../bench/statistics.mjs';
import { digits, table } from '../../bench/table.mjs';

describe('statistics', () => {
  it('a summary is the median with its quartiles, whatever the order', () => {
    expect(summary([5, 1, 4, 2, 3])).toEqual({ median: 3, q1: 2, q3: 4, n: 5 });
    expect(summary([2, 1])).toEqual({ median: 1.5, q1: 1.25, q3: 1.75, n: 2 });
    expect(() => summary([])).toThrow('nothing');
  });

  it('a ratio is that of neighbouring samples', () => {
    // The machine was half as fast in the middle, for both.
    expect(pairedRatio([2, 4, 2], [1, 2, 1])).toEqual({ median: 2, q1: 2, q3: 2, n: 3 });
    expect(() => pairedRatio([1], [1, 2])).toThrow('no pairs');
  });
});

/** A record as a run makes it; `factor` is how slow the product was. */
function results(factor: number, recall = 0.99) {
  const record = makeRecord();
  for (const size of [1_000, 10_000]) {
    const peer = [1, 1.1, 0.9].map((value) => (value * size) / 1_000);
    const product = peer.map((value) => value * factor);
    record.cost(`vectors/warm/cpu/${size}`, 'ms', { product, 'sqlite-vec': peer });
    record.cost(`vectors/warm/wall/${size}`, 'ms', { product, 'sqlite-vec': peer });
    record.cost(`vectors/cold/cpu/${size}`, 'ms', { product, 'sqlite-vec': peer });
    record.cost(`vectors/cold/peak/${size}`, 'B', { product: [2e6], 'sqlite-vec': [1e6] });
    record.value(`vectors/recall/${size}`, 'product', 'share', recall, 'higher');
    record.value(`vectors/recall/${size}`, 'sqlite-vec', 'share', 1);
  }
  const machine = { processor: 'P', cores: 2, memoryGB: 8, simd: 'AVX2', system: 'linux' };
  const about = {
    date: '2026-01-02T00:00:00Z',
    commit: 'abcdef0123',
    command: 'npm run bench',
    seconds: 90,
  };
  return { ...about, machine, corpus: 'none', ...record };
}

describe('a comparison', () => {
  it('finds what took more processor time against the peer of the same run', () => {
    expect(regressions(results(0.5), results(0.5))).toEqual([
      '0 of 8 numbers are worse than those of 2026-01-02 (abcdef0)',
    ]);
    const lines = regressions(results(0.5), results(0.8));
    expect(lines).toContain('vectors/warm/cpu/1000, product: 0.8 × sqlite-vec, was 0.5 ×');
    expect(lines.at(-1)).toMatch(/^4 of 8 /);
    expect(regressions(results(0.8), results(0.5)).at(-1)).toMatch(/^0 of 8 /);
  });

  it('finds what is found less often', () => {
    const lines = regressions(results(0.5), results(0.5, 0.95));
    expect(lines[0]).toBe('vectors/recall/1000, product: 0.95 share, was 0.99');
  });

  it('says so when there is nothing to compare with', () => {
    expect(regressions(undefined, results(1))).toEqual(['there is no earlier run to compare with']);
  });
});

describe('the generated part of the page', () => {
  it('takes the place of the earlier one and leaves the rest', () => {
    const first = replaced('# By hand\n', 'one');
    expect(first).toMatch(/^# By hand\n\n<!-- .*begin -->\none\n<!-- .*end -->\n$/);
    expect(replaced(`${first}\nmore by hand\n`, 'two')).toBe(
      `${first.replace('one', 'two')}\nmore by hand\n`,
    );
  });

  it('has a table of what was measured and nothing of what was not', () => {
    const text = report(results(0.5));
    expect(text).toMatch(/\| sqlite-vec +\| 1 \(2 ×, 2–2\) \| 10 \(2 ×, 2–2\) \|/);
    expect(text).not.toContain('### Hooks');
  });
});

it('a table is aligned and right-aligned but for the first column', () => {
  expect(
    table([
      ['a', 'n'],
      ['long', '1'],
      ['b', '12'],
    ]),
  ).toBe('| a    |  n |\n| ---- | -: |\n| long |  1 |\n| b    | 12 |');
  expect([1234.4, 12.345, 0.001234].map(digits)).toEqual(['1,234', '12.3', '0.00123']);
});

it('a plot is well-formed, names its lines, and places ten times as much one step higher', () => {
  const points: [number, number][] = [
    [10, 1],
    [100, 10],
    [1_000, 100],
  ];
  const svg = plot({ title: 'a < b', x: 'chunks', y: 'ms', series: [{ name: 'one', points }] });
  expect(svg).toContain('a &lt; b');
  expect(svg).toContain('>one</text>');
  expect(svg.match(/<(?!\/|\?)[a-z]+[^>]*[^/]>/g)?.length).toBe(svg.match(/<\/[a-z]+>/g)?.length);
  const places = [...svg.matchAll(/<circle[^>]* cx="([\d.]+)" cy="([\d.]+)"/g)];
  const [first, second, third] = places.map(([, x, y]) => [Number(x), Number(y)]);
  expect(second?.[0]).toBeCloseTo(((first?.[0] ?? 0) + (third?.[0] ?? 0)) / 2, 0);
  expect(second?.[1]).toBeCloseTo(((first?.[1] ?? 0) + (third?.[1] ?? 0)) / 2, 0);
  expect(second?.[1]).toBeLessThan(first?.[1] ?? 0);
});

describe('figures in instructions', () => {
  const before = { arch: 'x64', node: '20.1.0', figures: { hook: 10e6, query: 1e6 } };

  it('cost too much from a tenth more on, and what is new has nothing to be compared with', () => {
    const now = (hook: number) => ({ figures: { hook, query: 0.9e6, worker: 5e6 } });
    expect(costlier(before, now(10.9e6))).toEqual([]);
    expect(costlier(before, now(11.2e6))).toEqual([
      'hook: 11.20 million instructions, 12.0 % more than 10.00',
    ]);
  });

  it('of another processor or another Node are not compared', () => {
    expect(incomparable(before, { arch: 'x64', node: '20.1.0' })).toBeUndefined();
    expect(incomparable(before, { arch: 'x64', node: '22.0.0' })).toBe(
      'the committed figures are of node 20.1.0, and this is node 22.0.0',
    );
  });
});
