/** Times as a person names them: a time or nothing, and never one that is no number. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MementorError } from '../../src/errors/errors.ts';
import { localTime, parseTime, sinceMs, untilMs } from '../../src/text/times.ts';

/** A Monday afternoon, in whatever zone this runs. */
const NOW = new Date(2026, 2, 30, 15, 45, 30, 250);
const NOW_MS = NOW.getTime();

function at(...parts: [number, number, number, number?, number?, number?]): number {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

describe('parseTime', () => {
  it.each<[string, number, number]>([
    ['today', at(2026, 3, 30), at(2026, 3, 31)],
    ['Yesterday', at(2026, 3, 29), at(2026, 3, 30)],
    ['now', NOW_MS, NOW_MS],
    ['2026-11-03', at(2026, 11, 3), at(2026, 11, 4)],
    ['3.11.2026', at(2026, 11, 3), at(2026, 11, 4)],
    ['03.11.2026 14:30', at(2026, 11, 3, 14, 30), at(2026, 11, 3, 14, 30)],
    ['2026-12-31', at(2026, 12, 31), at(2027, 1, 1)],
    ['2028-02-29', at(2028, 2, 29), at(2028, 3, 1)],
    ['2026-11', at(2026, 11, 1), at(2026, 12, 1)],
    ['2026-12', at(2026, 12, 1), at(2027, 1, 1)],
    ['2026-11-03 14:30', at(2026, 11, 3, 14, 30), at(2026, 11, 3, 14, 30)],
    [' 2026-11-03T14:30:15 ', at(2026, 11, 3, 14, 30, 15), at(2026, 11, 3, 14, 30, 15)],
    ['2026-11-03T14:30:00Z', Date.UTC(2026, 10, 3, 14, 30), Date.UTC(2026, 10, 3, 14, 30)],
    ['2026-11-03 14:30 +0200', Date.UTC(2026, 10, 3, 12, 30), Date.UTC(2026, 10, 3, 12, 30)],
    [
      '2026-11-03T14:30:00.5-05:30',
      Date.UTC(2026, 10, 3, 20, 0, 0, 500),
      Date.UTC(2026, 10, 3, 20, 0, 0, 500),
    ],
  ])('%j', (text, fromMs, toMs) => {
    expect(parseTime(text, NOW_MS)).toEqual({ fromMs, toMs });
  });

  it.each<[string, Date]>([
    ['30min', new Date(NOW_MS - 30 * 60_000)],
    ['6h', new Date(NOW_MS - 6 * 3_600_000)],
    ['1 hour ago', new Date(NOW_MS - 3_600_000)],
    ['3d', new Date(2026, 2, 27, 15, 45, 30, 250)],
    ['last 24h', new Date(NOW_MS - 24 * 3_600_000)],
    ['the past 3d', new Date(2026, 2, 27, 15, 45, 30, 250)],
    ['2w', new Date(2026, 2, 16, 15, 45, 30, 250)],
    ['2 Weeks  ago', new Date(2026, 2, 16, 15, 45, 30, 250)],
    // February has no 30th.
    ['1 month ago', new Date(2026, 1, 28, 15, 45, 30, 250)],
    ['3 months ago', new Date(2025, 11, 30, 15, 45, 30, 250)],
    ['1y', new Date(2025, 2, 30, 15, 45, 30, 250)],
    ['0d', NOW],
  ])('%j', (text, date) => {
    const ms = date.getTime();
    expect(parseTime(text, NOW_MS)).toEqual({ fromMs: ms, toMs: ms });
  });

  it.each([
    '',
    ' ',
    'tomorrow',
    '3',
    '3m',
    'd',
    '-3d',
    '1.5h',
    '3 d a',
    'ago',
    '2026',
    '2026-13',
    '2026-00',
    '2026-02-30',
    '2026-2-3',
    '0026-01-01',
    '2026-02-30 10:00',
    '2026-11-03 25:00',
    '2026-11-03 14:60',
    '2026-11-03 14',
    '2026-11-03 14:30 CET',
    '99999999999999999999d',
    '２０２６-11-03',
    '2026-11-03\u000014:30',
    'x'.repeat(99),
    `${'9'.repeat(41)}d`,
  ])('%j is no time', (text) => {
    expect(parseTime(text, NOW_MS)).toBeUndefined();
  });

  it('makes of any text a time or nothing', () => {
    const words = fc.stringMatching(/^[0-9a-zA-Z:+ TZ.-]{0,24}$/);
    const close = fc
      .tuple(
        fc.nat(99_999),
        fc.constantFrom('', ' '),
        fc.constantFrom('d', 'w', 'h', 'mo', 'y', 'm'),
      )
      .map((parts) => parts.join(''));
    const dates = fc
      .tuple(
        fc.nat(9999),
        fc.nat(99),
        fc.nat(99),
        fc.constantFrom('', ' 10:00', 'T23:59:60', ' 24:00'),
      )
      .map(
        ([y, m, d, time]) =>
          `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}${time}`,
      );
    fc.assert(
      fc.property(fc.oneof(fc.string(), words, close, dates), (text) => {
        const span = parseTime(text, NOW_MS);
        if (span === undefined) {
          expect(() => sinceMs(text, NOW_MS)).toThrow(MementorError);
          return;
        }
        expect(Number.isInteger(span.fromMs) && Number.isInteger(span.toMs)).toBe(true);
        expect(span.fromMs).toBeLessThanOrEqual(span.toMs);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('times in words', () => {
  // What the core knows of days, for this test.
  const DAYS: Record<string, readonly [string, string]> = {
    monday: ['2026-03-23', '2026-03-24'],
    'last week': ['2026-03-23', '2026-03-30'],
    'this week': ['2026-03-30', '2026-04-06'],
  };
  const daysNamed = (words: string) => {
    const [since, until] = DAYS[words] ?? [];
    return since === undefined || until === undefined ? null : { since, until };
  };

  it.each<[string, number, number]>([
    ['Last week', at(2026, 3, 23), at(2026, 3, 30)],
    ['earlier this week', at(2026, 3, 30), at(2026, 4, 6)],
    ['yesterday evening', at(2026, 3, 29, 18), at(2026, 3, 30)],
    ['monday morning', at(2026, 3, 23, 5), at(2026, 3, 23, 12)],
    ['yesterday in the afternoon', at(2026, 3, 29, 12), at(2026, 3, 29, 18)],
    ['this morning', at(2026, 3, 30, 5), at(2026, 3, 30, 12)],
    ['last night', at(2026, 3, 29, 18), at(2026, 3, 30, 6)],
    ['tonight', at(2026, 3, 30, 18), at(2026, 3, 31, 6)],
    ['yesterday at 14:30', at(2026, 3, 29, 14, 30), at(2026, 3, 29, 14, 30)],
    ['monday 9am', at(2026, 3, 23, 9), at(2026, 3, 23, 9)],
    ['today, 12:05 pm', at(2026, 3, 30, 12, 5), at(2026, 3, 30, 12, 5)],
  ])('%j', (text, fromMs, toMs) => {
    expect(parseTime(text, NOW_MS, daysNamed)).toEqual({ fromMs, toMs });
  });

  it.each([
    ['an hour ago', '1h'],
    ['half an hour ago', '30min'],
    ['a week ago', '7d'],
    ['two weeks ago', '14d'],
    ['a couple of days ago', '2d'],
    ['a few days ago', '3d'],
    ['the last 3 hours', '3h'],
    ['past hour', '1h'],
  ])('%j is as %j', (text, same) => {
    expect(parseTime(text, NOW_MS)).toEqual(parseTime(same, NOW_MS));
  });

  it.each([
    'last week morning',
    'morning',
    'soonish',
    'soon morning',
    'monday 25:00',
    'monday 13pm',
    'some ago',
  ])('%j is no time', (text) => {
    expect(parseTime(text, NOW_MS, daysNamed)).toBeUndefined();
  });
});

describe('sinceMs and untilMs', () => {
  it('take the whole day that is named', () => {
    expect(sinceMs('2026-11-03', NOW_MS)).toBe(at(2026, 11, 3));
    expect(untilMs('2026-11-03', NOW_MS)).toBe(at(2026, 11, 4));
  });

  it.each(['tomorrow', 'Next week', 'in 3 days'])('know %j, which lies in the future', (text) => {
    expect(() => sinceMs(text, NOW_MS)).toThrow(`--since is in the future: "${text}"`);
    expect(() => untilMs(text, NOW_MS)).toThrow(`--until is in the future: "${text}"`);
  });

  it('say what would do', () => {
    const error = (() => {
      try {
        return untilMs('soon', NOW_MS);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({
      code: 'TIME_INVALID',
      message: '--until is no time: "soon"',
      hint: expect.stringContaining('`3 months ago`'),
    });
  });
});

describe('localTime', () => {
  it('is to the minute, and nothing for no time', () => {
    expect(localTime(at(2026, 1, 2, 3, 4))).toBe('2026-01-02 03:04');
    expect(localTime(0)).toBeUndefined();
  });
});
