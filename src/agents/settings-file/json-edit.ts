/** Single edits of a JSON text that preserve its formatting and its comments. */

import type { Node } from 'jsonc-parser';
import { propertiesOf } from './settings-json.ts';

export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

interface Layout {
  readonly eol: string;
  readonly indent: string;
  /** The whole text is on one line, and edits keep it so. */
  readonly oneLine: boolean;
  readonly spaced: boolean;
}

export function applyEdit(text: string, edit: Edit): string {
  return text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length);
}

/** Returns the edit that adds a property at the end of an object. */
export function insertProperty(text: string, object: Node, key: string, value: unknown): Edit {
  const name = JSON.stringify(key);
  return append(text, object, (layout, indent) => {
    const colon = indent !== undefined || layout.spaced ? ': ' : ':';
    return name + colon + render(value, layout, indent);
  });
}

/** Returns the edit that adds an element at the end of an array. */
export function insertItem(text: string, array: Node, value: unknown): Edit {
  return append(text, array, (layout, indent) => render(value, layout, indent));
}

export function replaceNode(node: Node, value: unknown): Edit {
  return { offset: node.offset, length: node.length, text: JSON.stringify(value) };
}

/** Returns the edit that removes a property or an element, with its comma and its line. */
export function removeNode(text: string, node: Node): Edit {
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  if (previous) {
    const [start, end] = [endOf(previous), node.offset];
    return { offset: start, length: endOf(node) - start, text: commentsIn(text, start, end) };
  }
  if (next) {
    const [start, end] = [endOf(node), next.offset];
    const kept = commentsIn(text, start, end);
    // What follows a comment to the end of the line has to begin a new one.
    const gap = kept === '' ? '' : kept.trimStart() + blankBefore(text, end);
    return { offset: node.offset, length: end - node.offset, text: gap };
  }
  const container = node.parent ?? node;
  const [start, end] = [container.offset + 1, endOf(container) - 1];
  const before = text.slice(start, node.offset);
  const after = text.slice(endOf(node), end).replace(COMMA_AFTER, '$1');
  const isBare = (before + after).trim() === '';
  return { offset: start, length: end - start, text: isBare ? '' : before.trimEnd() + after };
}

/** The comma behind an element, where an agent accepts one behind the last. */
const COMMA_AFTER = /^((?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*),/;

/**
 * Returns the comments between two elements with the white space before each, and without the
 * comma; an empty text if there are none.
 */
function commentsIn(text: string, start: number, end: number): string {
  const gap = text.slice(start, end);
  const comments = gap.match(COMMENT_OR_COMMA) ?? [];
  return comments
    .filter((each) => each.trim() !== ',')
    .map((each) => each.trimEnd())
    .join('');
}

const COMMENT_OR_COMMA = /\s*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,)/g;

/** Returns the white space before an offset, with the line break. */
function blankBefore(text: string, offset: number): string {
  return /\s*$/.exec(text.slice(0, offset))?.[0] ?? '';
}

/** Comments between an element and the end of its line. */
const COMMENTS_ON_LINE =
  /^(?:[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?(?=[\r\n]|$)/;

/** Renders the new child; without an indent, on one line. */
type RenderChild = (layout: Layout, indent: string | undefined) => string;

function append(text: string, container: Node, child: RenderChild): Edit {
  const layout = layoutOf(text, rootOf(container));
  const last = container.children?.at(-1);
  if (last) {
    const indent = indentBefore(text, last.offset);
    const gap = indent === undefined ? blank(layout) : layout.eol + indent;
    // A comment behind the last element stays with it.
    const end = endOf(last);
    const comment = indent === undefined ? '' : (COMMENTS_ON_LINE.exec(text.slice(end))?.[0] ?? '');
    const added = `,${comment}${gap}${child(layout, indent)}`;
    return { offset: end, length: comment.length, text: added };
  }
  const [offset, length] = [container.offset + 1, container.length - 2];
  if (layout.oneLine) return { offset, length, text: child(layout, undefined) };
  const outer = indentOfLine(text, container.offset);
  const inner = outer + layout.indent;
  const { eol } = layout;
  const comments = text.slice(offset, offset + length).trimEnd();
  if (comments !== '') {
    const added = eol + inner + child(layout, inner) + eol + outer;
    return { offset: offset + comments.length, length: length - comments.length, text: added };
  }
  return { offset, length, text: eol + inner + child(layout, inner) + eol + outer };
}

function render(value: unknown, layout: Layout, indent: string | undefined): string {
  if (indent === undefined) {
    // JSON strings contain no raw line breaks, so every line break is formatting.
    return layout.spaced
      ? JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
      : JSON.stringify(value);
  }
  const unit = (tabs: string) => layout.indent.repeat(tabs.length);
  // Indent with tabs first: JSON.stringify accepts at most ten characters of indent.
  return JSON.stringify(value, null, '\t')
    .split('\n')
    .map((line) => line.replace(/^\t+/, unit))
    .join(layout.eol + indent);
}

function layoutOf(text: string, root: Node): Layout {
  const properties = propertiesOf(root);
  const [first] = properties;
  const indent = firstIndent(text, properties);
  const afterColon = first?.colonOffset === undefined ? ' ' : text.charAt(first.colonOffset + 1);
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    indent: indent?.slice(indentOfLine(text, root.offset).length) ?? '  ',
    oneLine: first !== undefined && !/[\r\n]/.test(text.slice(root.offset, endOf(root))),
    spaced: /\s/.test(afterColon),
  };
}

function blank(layout: Layout): string {
  return layout.oneLine && !layout.spaced ? '' : ' ';
}

/** Returns the indent of the first property that starts a line. */
function firstIndent(text: string, properties: readonly Node[]): string | undefined {
  for (const { offset } of properties) {
    const indent = indentBefore(text, offset);
    if (indent !== undefined) return indent;
  }
  return undefined;
}

/**
 * Returns the whitespace between the line's start and the offset; undefined if other text
 * precedes.
 */
function indentBefore(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
  const isLineStart = start > 0 && '\r\n'.includes(text.charAt(start - 1));
  return isLineStart ? text.slice(start, offset) : undefined;
}

function indentOfLine(text: string, offset: number): string {
  const before = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
  const start = offset === 0 ? 0 : before + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function rootOf(node: Node): Node {
  return node.parent ? rootOf(node.parent) : node;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
