/**
 * Markdown with YAML front matter: one file may have several notes, each after a block between
 * two lines `---`. Pure.
 */

import { unmarked } from '../files/byte-order-mark.ts';

/** A part of a file: its front matter and the text after it. */
export interface Part {
  /** The text of the YAML block, without its marks. */
  readonly yaml: string;
  readonly body: string;
  /** The line of the first mark, from 1. */
  readonly line: number;
}

export interface Split {
  readonly parts: readonly Part[];
  /** The text before the first block; the whole text of a plain file. */
  readonly before: string;
  /** The line of a block at the beginning that does not end. */
  readonly unclosed: number | undefined;
}

/** Keys by which a block inside of a file is known as the front matter of another note. */
const KNOWN = /^(mementor|id|type|kind|timestamp|summary|title|name|description|status|tags)\s*:/i;
const KEY = /^[\w"'][^:]*:(\s|$)/;
const MARK = /^---[ \t\r]*$/;
/** More lines than any front matter has. */
const BLOCK_LINES_MAX = 200;

/** Splits a file. A byte order mark is dropped, and a file with CRLF has LF afterwards. */
export function splitFrontMatter(file: string): Split {
  const text = unmarked(file);
  const lines = linesOf(text);
  const starts = lines.flatMap((_, at) =>
    (at === 0 ? beginsFile(lines) : beginsNote(lines, at)) ? [at] : [],
  );
  const parts = partsOf(lines, starts);
  const first = starts[0] ?? lines.length;
  const isOpen = starts[0] !== 0 && MARK.test(lines[0] ?? '') && KNOWN.test(lines[1] ?? '');
  return { parts, before: lines.slice(0, first).join('\n'), unclosed: isOpen ? 1 : undefined };
}

/** A file whose first line ends with CRLF has CRLF everywhere. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines[0]?.endsWith('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

/** The marks inside of a block are no marks of another one. */
function partsOf(lines: readonly string[], starts: readonly number[]): Part[] {
  const parts: Part[] = [];
  let free = 0;
  for (const [at, start] of starts.entries()) {
    if (start < free) continue;
    const end = endOf(lines, start) ?? lines.length;
    const next = starts.slice(at + 1).find((each) => each > end) ?? lines.length;
    parts.push({
      yaml: lines.slice(start + 1, end).join('\n'),
      body: lines.slice(end + 1, next).join('\n'),
      line: start + 1,
    });
    free = end + 1;
  }
  return parts;
}

/** Returns the line that ends the block which begins at a line. */
function endOf(lines: readonly string[], start: number): number | undefined {
  const last = Math.min(lines.length, start + BLOCK_LINES_MAX);
  for (let at = start + 1; at < last; at += 1) if (MARK.test(lines[at] ?? '')) return at;
  return undefined;
}

/** Whether a file begins with a block: there, empty lines and unknown keys are allowed too. */
function beginsFile(lines: readonly string[]): boolean {
  if (!MARK.test(lines[0] ?? '')) return false;
  const end = endOf(lines, 0);
  if (end === undefined) return false;
  const first = lines.slice(1, end).find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first !== undefined && KEY.test(first);
}

/** Whether a block of another note begins at a line. A rule between two paragraphs does not. */
function beginsNote(lines: readonly string[], at: number): boolean {
  if (!MARK.test(lines[at] ?? '')) return false;
  const end = endOf(lines, at);
  if (end === undefined) return false;
  const block = lines.slice(at + 1, end);
  return (
    KEY.test(block[0] ?? '') &&
    block.every((line) => line.trim() !== '') &&
    block.some((line) => KNOWN.test(line))
  );
}

const ESCAPED = /^\\+---[ \t\r]*$/;

/** Returns a body in which no line is taken for the beginning of a note. */
export function escapedBody(body: string): string {
  const lines = body.split('\n');
  // The note that follows begins with a mark, which would end a block of the body.
  const seen = [...lines, '---'];
  const escaped = lines.map((line, at) =>
    ESCAPED.test(line) || beginsNote(seen, at) ? `\\${line}` : line,
  );
  return escaped.join('\n');
}

/** Returns the body that {@link escapedBody} was given. */
export function unescapedBody(body: string): string {
  const lines = body.split('\n');
  return lines.map((line) => (ESCAPED.test(line) ? line.slice(1) : line)).join('\n');
}
