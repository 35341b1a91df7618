/** Layout: no line is wider than the terminal, at three widths, with wide characters and colour. */

import { stripVTControlCharacters as plain, styleText } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../src/output/layout/page.ts';
import { shortPath, withShortPaths } from '../../src/output/layout/paths.ts';
import { table } from '../../src/output/layout/table.ts';
import { relativeTime, when } from '../../src/output/layout/when.ts';
import { cut, cutAtWord, cutPath, visibleWidth } from '../../src/output/layout/width.ts';
import { fields, fitted, hanging, wrapped } from '../../src/output/layout/wrap.ts';
import { style } from '../../src/process/style.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const WIDTHS = [60, 80, 160];
const ENGLISH =
  'The staging database listens on port 6543, behind the bouncer, and the connection string of the workers names it; the one of the migrations names 5432, because a migration needs a session of its own.';
const CJK =
  'ステージング環境のデータベースはポート6543で待ち受けています。接続文字列はバウンサーを経由します。移行だけは5432を使います。理由は独自のセッションが必要だからです。';
const EMOJI = 'Deploy 🚀 done 👩‍👩‍👧 and 🇩🇪 checked ✅ '.repeat(6).trim();
const red = (text: string) => styleText('red', text, { validateStream: false });
const TEXTS = [ENGLISH, CJK, EMOJI, `${ENGLISH} ${CJK} ${EMOJI}`];

describe('cutAtWord', () => {
  it.each(WIDTHS)('fits %i columns, whatever the text', (width) => {
    for (const text of [...TEXTS, red(ENGLISH)]) {
      expect(visibleWidth(cutAtWord(text, width))).toBeLessThanOrEqual(width);
    }
  });

  it('ends with a word that can end a line', () => {
    expect(cutAtWord('restart the bouncer whenever a migration runs', 32)).toBe(
      'restart the bouncer…',
    );
    expect(cutAtWord('restart the bouncer', 32)).toBe('restart the bouncer');
    expect(cutAtWord('/a/very/long/path/without/any/space', 20)).toBe('/a/very/long/path/w…');
  });
});

/** The width by the rules of terminals that the texts above need: wide marks count two. */
function columns(text: string): number {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(plain(text));
  const wide = /\p{Emoji_Presentation}|[\u3000-\u30FF\u4E00-\u9FFF\uFF01-\uFF60]/u;
  return [...graphemes].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

describe.each(WIDTHS)('at %i columns', (width) => {
  it.each([...TEXTS, ...TEXTS.map(red)])('wraps within the width: %s', (text) => {
    const lines = hanging('   > ', text, width);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => columns(line) > width)).toEqual([]);
    expect(plain(lines[0] ?? '')).toMatch(/^ {3}> \S/);
    for (const line of lines.slice(1)) expect(plain(line)).toMatch(/^ {5}\S/);
    const words = (from: string) => plain(from).replace(/\s/g, '');
    expect(words(lines.join(''))).toBe(words(`   > ${text}`));
  });

  it.each([ENGLISH, red(ENGLISH)])('breaks no word that fits', (text) => {
    const words = wrapped(text, width).flatMap((line) => plain(line).split(' '));
    expect(words).toEqual(ENGLISH.split(' '));
  });

  it.each([...TEXTS, ...TEXTS.map(red)])('cuts to the width: %s', (text) => {
    const line = cut(text, width);
    // One column may stay empty beside a wide character.
    expect(columns(line)).toBeLessThanOrEqual(width);
    expect(columns(line)).toBeGreaterThanOrEqual(Math.min(columns(text), width - 1));
    expect(plain(line).endsWith('…')).toBe(columns(text) > width);
    expect(line.endsWith('\u001B[39m')).toBe(text.startsWith('\u001B'));
  });

  it('aligns the columns of a table, and cuts the flexible one', () => {
    const rows = [
      ['8037c875', '3 hours ago', '12', ENGLISH, 'main'],
      [red('e788c476'), '9 months ago', '4', CJK, 'fix/ports'],
      ['04948bb3', 'just now', '1,234', 'hi', ''],
    ];
    const shape = [{}, {}, { align: 'right' }, { flexible: true }, {}] as const;
    const lines = table(rows, shape, width);
    expect(lines.filter((line) => columns(line) > width)).toEqual([]);
    expect(plain(lines[0] ?? '')).toMatch(/^8037c875 {2}3 hours ago {6}12 {2}The staging/);
    expect(plain(lines[1] ?? '')).toMatch(/^e788c476 {2}9 months ago {6}4 {2}ステー/);
    const branchAt = (line = '', branch = '') => columns(line) - branch.length;
    expect(branchAt(lines[0], 'main')).toBe(branchAt(lines[1], 'fix/ports'));
  });
});

describe('table in a pipe', () => {
  it('aligns its columns, and cuts none', () => {
    const rows = [
      ['project', 'turns', 'last'],
      ['a-long-name', '7', 'yesterday'],
    ];
    const columns = [{ flexible: true }, { align: 'right' as const }, {}];
    expect(table(rows, columns, Number.POSITIVE_INFINITY)).toEqual([
      'project      turns  last',
      'a-long-name      7  yesterday',
    ]);
  });
});

describe('withShortPaths', () => {
  it('shortens paths in a sentence, but none in quotes and none that only begins alike', () => {
    const from = { folder: '/home/mara/shop', home: '/home/mara' };
    const said = (text: string) => withShortPaths(text, from);
    expect(said('on in /home/mara/.claude/settings.json')).toBe('on in ~/.claude/settings.json');
    expect(said('/home/mara/shop/.claude/settings.json lacks a hook')).toBe(
      '.claude/settings.json lacks a hook',
    );
    expect(said('(/home/mara/a, /home/mara/shop/b)')).toBe('(~/a, b)');
    expect(said('run `rm "/home/mara/a"`')).toBe('run `rm "/home/mara/a"`');
    expect(said('/mnt/home/mara/a and /home/maraboo/a')).toBe(
      '/mnt/home/mara/a and /home/maraboo/a',
    );
    expect(withShortPaths('/etc/x', { folder: '/', home: '/root' })).toBe('/etc/x');
    const painted = '\u001B[36m/root/x\u001B[39m';
    expect(withShortPaths(painted, { home: '/root' })).toBe('\u001B[36m~/x\u001B[39m');
  });
});

describe('visibleWidth', () => {
  it('is what the library says, whatever the text', () => {
    const narrow = fc.constantFrom(...'aZ ~¡é®ß¬ʯ–—‘’“”…─│❯');
    const any = fc.string({ unit: fc.oneof(narrow, fc.string({ unit: 'grapheme' })) });
    fc.assert(
      fc.property(fc.oneof(any, fc.string({ unit: narrow })), (text) => {
        expect(visibleWidth(text)).toBe(stringWidth(text));
        expect(visibleWidth(red(text))).toBe(stringWidth(text));
      }),
    );
    for (let code = 0x20; code < 0x2b0; code += 1) {
      const text = String.fromCharCode(code);
      expect([code, visibleWidth(text)]).toEqual([code, stringWidth(text)]);
    }
  });
});

describe('cut', () => {
  it('leaves a text alone where there is no width', () => {
    expect(cut(ENGLISH, Number.POSITIVE_INFINITY)).toBe(ENGLISH);
    expect(wrapped(ENGLISH, Number.POSITIVE_INFINITY)).toEqual([ENGLISH]);
  });

  it('is never wider than it may be, whatever the text', () => {
    const anyText = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
        expect(visibleWidth(cut(text, width))).toBeLessThanOrEqual(width);
        expect(visibleWidth(cutPath(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it.each([
    ['src/output/hits.ts', 18, 'src/output/hits.ts'],
    ['src/output/hits.ts', 17, '…/output/hits.ts'],
    ['src/output/hits.ts', 12, '…/hits.ts'],
    ['src/output/hits.ts', 6, '…ts.ts'],
    ['C:\\code\\shop\\db.rs', 10, '…\\db.rs'],
  ])('keeps the name of the file: %s at %i', (path, width, expected) => {
    expect(cutPath(path, width)).toBe(expected);
  });
});

describe('fields', () => {
  it('puts values beside their names, wrapped', () => {
    const page = { width: 40, paint: style(fakeOutput(), {}) };
    expect(
      fields(
        [
          ['when', 'today'],
          ['folder', 'one two three four five six seven'],
        ],
        page,
      ),
    ).toEqual(['when    today', 'folder  one two three four five six', '        seven']);
  });
});

describe('pageOf', () => {
  const context = (env: Record<string, string>) => fakeContext({ env });
  const terminal = (columns?: number) => ({ ...fakeOutput(true), columns });

  it.each([
    ['the terminal says so', terminal(132), {}, 132],
    ['COLUMNS says so', terminal(132), { COLUMNS: '100' }, 100],
    ['COLUMNS is nonsense', terminal(132), { COLUMNS: 'wide' }, 132],
    ['nothing is known', terminal(), {}, 80],
    ['a terminal of no width', terminal(0), {}, 80],
    ['it is very narrow', terminal(5), {}, 20],
    ['a pipe is never cut', fakeOutput(), { COLUMNS: '100' }, Number.POSITIVE_INFINITY],
  ])('%s', (_, output, env, expected) => {
    expect(pageOf(output, context(env)).width).toBe(expected);
  });
});

describe('shortPath', () => {
  it.each([
    ['/code/shop/src/db.rs', '/code/shop', 'src/db.rs'],
    ['/code/shopping/db.rs', '/code/shop', '/code/shopping/db.rs'],
    ['/code/shop', '/code/shop', '/code/shop'],
    ['/home/mara/.config/x', '/code/shop', '~/.config/x'],
    ['C:\\code\\shop\\src\\db.rs', 'C:\\code\\shop', 'src\\db.rs'],
    ['/etc/hosts', undefined, '/etc/hosts'],
    ['/etc/hosts', '', '/etc/hosts'],
    ['/etc/hosts', '/', '/etc/hosts'],
    ['src/db.rs', null, 'src/db.rs'],
  ])('%s in %s', (path, folder, expected) => {
    expect(shortPath(path, { folder, home: '/home/mara' })).toBe(expected);
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 23, 12, 0).getTime();
  const past = (days: number, hours = 0, minutes = 0) =>
    new Date(2026, 10, 23 - days, 12 - hours, -minutes).getTime();

  it.each([
    [now, 'just now'],
    [now + 60_000, 'just now'],
    [past(0, 0, 1), '1 minute ago'],
    [past(0, 3), '3 hours ago'],
    [past(1), '1 day ago'],
    [past(13), '1 week ago'],
    [past(40), '1 month ago'],
    [past(364), '12 months ago'],
    [past(800), '2 years ago'],
    [0, 'unknown'],
  ])('%#: %s', (atMs, expected) => {
    expect(relativeTime(atMs, now)).toBe(expected);
  });

  it('are relative and absolute, of today without the date', () => {
    expect(when(past(0, 3), now)).toBe('3 hours ago · 09:00');
    expect(when(past(0, 13), now)).toBe('13 hours ago · 2026-11-22 23:00');
    expect(when(0, now)).toBe('unknown');
  });
});

describe('text on a narrow terminal', () => {
  const widths = (text: string) => text.split('\n').map(visibleWidth);

  it('stands below its label where there is no room beside it', () => {
    const lines = hanging('a label of some length  ', 'what it means in a few words', 30);
    expect(lines[0]).toBe('a label of some length');
    expect(lines.slice(1).every((line) => line.startsWith('    '))).toBe(true);
    for (const width of [20, 25, 30, 34, 60]) {
      const told = hanging('a label of some length  ', 'what it means in a few words', width);
      expect(Math.max(...widths(told.join('\n')))).toBeLessThanOrEqual(width);
    }
  });

  it('is wrapped where a line is too wide, behind its indent, and else as it was', () => {
    const text = 'short\n\n  $ mementor query "which port does staging use" -n 3\n';
    expect(fitted(text, 80)).toBe(text);
    expect(fitted(text, Number.POSITIVE_INFINITY)).toBe(text);
    expect(fitted(text, 30)).toBe(
      'short\n\n  $ mementor query "which port\n    does staging use" -n 3\n',
    );
  });
});
