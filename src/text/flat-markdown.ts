/** Prepares Markdown for a single line, where its structure is only noise. Pure. */

import { oneLine } from './lines.ts';

/** A fence of a code block, a rule, and the line below the head of a table. */
const MARK_LINE =
  /^[ \t>]*(?:```|~~~).*$|^[ \t>]*(?:[-*_][ \t]*){3,}$|^[ \t>]*\|[ \t:|-]+\|[ \t]*$/gm;
const HEADING = /^([ \t>…]*)#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm;

/**
 * Returns a text whose lines can be joined: without fences, rules and the marks of headings. A
 * heading ends in a colon, because what it heads follows on the same line.
 */
export function flatMarkdown(text: string): string {
  const flat = text
    .replace(/\r\n?/g, '\n')
    .replace(MARK_LINE, '')
    .replace(HEADING, (_, inset: string, title: string) => inset + headed(title));
  return flat.trim() === '' ? text : flat;
}

/** Returns Markdown as one line, cut to so many characters. */
export function markdownLine(text: string, charsMax: number): string {
  return oneLine(flatMarkdown(text), charsMax);
}

function headed(title: string): string {
  const words = title.replace(/[\p{Cc}`*_)\]"]+$/u, '');
  return title === '' || /\p{P}$/u.test(words) ? title : `${title}:`;
}
