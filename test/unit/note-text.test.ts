import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUMMARY_CHARS_MAX, withSummary } from '../../src/text/note-text.ts';

const LONG =
  'Always run the integration tests with the race detector before a push, because the pipeline does not do it.';

describe('the text of a note', () => {
  it('stays as it is where its first line fits', () => {
    expect(withSummary('use tabs\n\nwhy: gofmt')).toBe('use tabs\n\nwhy: gofmt');
  });

  it('begins with its first sentence, and has all of it below', () => {
    const text = `Use tabs in every Go file. ${LONG}`;
    expect(withSummary(text)).toBe(`Use tabs in every Go file.\n\n${text}`);
  });

  it('is cut between words where its first sentence is too long', () => {
    const [summary, , line, more] = withSummary(`${LONG}\nmore`).split('\n');
    expect(summary).toBe(
      'Always run the integration tests with the race detector before a push, because the pipeline does…',
    );
    expect(line).toBe(LONG);
    expect(more).toBe('more');
  });

  it('is never cut within a word, which may be a secret, nor within what is private', () => {
    const token = 'x'.repeat(101);
    expect(withSummary(token)).toBe(token);
    const [summary] = withSummary(`the token of the staging server is ${token}`).split('\n');
    expect(summary).toBe('the token of the staging server is…');
    const hidden = `the key of the server is <private>${'ab '.repeat(40)}</private>`;
    expect(withSummary(hidden).split('\n')[0]).toBe('the key of the server is…');
    expect(withSummary('港'.repeat(120)).split('\n')[0]).toBe(`${'港'.repeat(99)}…`);
  });

  it('has a summary that fits and loses nothing, whatever it is', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const done = withSummary(text);
        const [first = ''] = done.trim().split(/\r?\n/);
        if (done !== text) expect([...first.trim()].length).toBeLessThanOrEqual(SUMMARY_CHARS_MAX);
        for (const line of text.trim().split(/\r?\n/)) expect(done).toContain(line.trim());
      }),
    );
  });
});
