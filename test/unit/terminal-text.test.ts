/** What a terminal gets of stored text. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainTerminalText, terminalText } from '../../src/text/terminal-text.ts';

describe('a text for a terminal', () => {
  it('keeps words of any script, line ends, colours and emoji', () => {
    const text = '\u001B[1mgrün\u001B[22m\tمی\u200Cخواهم 👩\u200D👧 ❤\uFE0F 日本\r\n';
    expect(terminalText(text)).toBe(text);
  });

  it.each([
    ['a tag character', 'a\u{E0072}b', 'ab'],
    ['a zero-width space', 'a\u200Bb', 'ab'],
    ['a soft hyphen', 'a\u00ADb', 'ab'],
    ['a line separator', 'a\u2028b', 'ab'],
    ['a byte order mark', 'a\uFEFFb', 'ab'],
    ['an annotation', 'a\uFFF9b', 'ab'],
    ['a Hangul filler', 'a\u3164b', 'ab'],
    ['a change of direction', 'a\u202Eb', 'ab'],
    ['a run of variation selectors', 'a\uFE0F\uFE0E\uFE0Fb', 'a\uFE0Fb'],
    ['a bell', 'a\u0007b', 'a\uFFFDb'],
    ['a backspace', 'a\bb', 'a\uFFFDb'],
    ['a one-byte sequence', 'a\u009B2Jb', 'a\uFFFD2Jb'],
    ['a command of the system', '\u001B]52;c;eA==\u0007', '\uFFFD]52;c;eA==\uFFFD'],
  ])('loses %s', (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
    expect(plainTerminalText(text)).toBe(shown);
  });

  it('has no sequence at all where the text is of others', () => {
    expect(plainTerminalText('a\u001B[2Jb\rc\nd')).toBe('a\uFFFD[2Jb\uFFFDc\nd');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainTerminalText(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
