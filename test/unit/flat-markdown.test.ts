/** Markdown as a part of one line. */

import { describe, expect, it } from 'vitest';
import { flatMarkdown } from '../../src/text/flat-markdown.ts';
import { oneLine } from '../../src/text/lines.ts';

const flat = (text: string) => oneLine(flatMarkdown(text));

describe('flatMarkdown', () => {
  it('lets a heading lead to what follows it', () => {
    const plan = 'Do this:\n\n# Lamps: two of them (#7)\n\n## Why?\nIt is dark.';
    expect(flat('… ## Where\nHere.')).toBe('… Where: Here.');
    expect(flat(plan)).toBe('Do this: Lamps: two of them (#7): Why? It is dark.');
  });

  it('drops fences, rules and the lines of tables, and keeps what stands between', () => {
    expect(flat('a\n```ts\nlet b\n```\n---\n| c |\n|---|\n| d |')).toBe('a let b | c | | d |');
  });

  it('keeps what is no heading', () => {
    expect(flat('#43 is merged\n- one\n--- a/file')).toBe('#43 is merged - one --- a/file');
    expect(flat('see C#\n#!/bin/sh')).toBe('see C# #!/bin/sh');
  });

  it('keeps a text that is nothing else', () => {
    expect(flat('---')).toBe('---');
  });
});
