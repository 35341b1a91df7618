/** Parses settings files as strictly as Claude Code does, with positions for errors and edits. */

import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { MementorError } from '../../../process/errors.ts';
import { placeOf } from '../../../text/place.ts';

/**
 * A settings file's text without its byte order mark, and its syntax tree. Offsets refer to
 * `text`.
 */
export interface Settings {
  readonly bom: string;
  readonly text: string;
  readonly root: Node;
}

/** Parses what Claude Code accepts; refuses anything that makes Claude Code ignore the file. */
export function parseSettings(source: string, file: string): Settings {
  if (last?.source !== source) last = { source, settings: parsed(source, file) };
  return last.settings;
}

/** Cache of the last text: it is parsed several times, and a large one takes a second. */
let last: { readonly source: string; readonly settings: Settings } | undefined;

function parsed(source: string, file: string): Settings {
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(bom.length);
  if (text.trim() === '') {
    throw invalid(file, '1:1', 'the file is empty', 'delete the file, or write `{}` into it');
  }
  const settings = { bom, text, root: strictTree(text, file) };
  checkShape(settings, file);
  return settings;
}

/** Returns the elements of an array; none for any other value. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** Returns the properties of an object; none for any other value. */
export function propertiesOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' ? (node.children ?? []) : [];
}

export function keyOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

export function valueIn(property: Node | undefined): Node | undefined {
  return property?.children?.[1];
}

/** Returns the property with a key: the last one, since the last duplicate wins in JSON. */
export function propertyOf(node: Node | undefined, key: string): Node | undefined {
  return propertiesOf(node).findLast((property) => keyOf(property) === key);
}

/** Returns the transcript retention in days; undefined if the file does not set it. */
export function cleanupDaysIn(root: Node): number | undefined {
  const days: unknown = valueIn(propertyOf(root, 'cleanupPeriodDays'))?.value;
  return typeof days === 'number' && Number.isInteger(days) && days > 0 ? days : undefined;
}

export function invalid(file: string, place: string, what: string, hint: string): MementorError {
  return new MementorError('SETTINGS_INVALID', `${file}:${place}: ${what}`, hint);
}

function strictTree(text: string, file: string): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    if (errors.length === 0) JSON.parse(text);
  } catch (error) {
    // The tree is too deep for the stack, or only JSON.parse rejects the text.
    throw invalid(file, '1:1', `not valid JSON: ${String(error)}`, REPAIR);
  }
  const first = errors[0];
  if (first) throw syntaxError(text, first, file);
  if (root?.type !== 'object') {
    const place = placeOf(text, root?.offset ?? 0);
    throw invalid(file, place, 'the file does not hold a JSON object', REPAIR);
  }
  return root;
}

const REPAIR = 'Claude Code ignores the whole file as it is; repair it, then run the command again';

function syntaxError(text: string, error: ParseError, file: string): MementorError {
  const place = placeOf(text, error.offset);
  const code = printParseErrorCode(error.error);
  const head = text.slice(0, error.offset);
  if (/\/[/*]/.test(text.slice(error.offset, error.offset + 2)) || code === 'InvalidCommentToken') {
    return invalid(file, place, 'a comment', `${REPAIR} (JSON has no comments)`);
  }
  if (/[}\]]/.test(text.charAt(error.offset)) && /,\s*$/.test(head)) {
    const comma = placeOf(text, head.lastIndexOf(','));
    return invalid(file, comma, 'a comma after the last element', `${REPAIR} (remove the comma)`);
  }
  const what = code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  return invalid(file, place, `not valid JSON: ${what}`, REPAIR);
}

function checkShape({ text, root }: Settings, file: string): void {
  const hooks = valueIn(propertyOf(root, 'hooks'));
  if (!hooks) return;
  if (hooks.type !== 'object') {
    const place = placeOf(text, hooks.offset);
    throw invalid(file, place, '`hooks` is not an object', `${REPAIR} (\`"hooks": {}\` will do)`);
  }
  for (const property of propertiesOf(hooks)) {
    const list = valueIn(property);
    if (!list || list.type === 'array') continue;
    const what = `\`hooks.${keyOf(property)}\` is not an array`;
    throw invalid(file, placeOf(text, list.offset), what, `${REPAIR} (it is a list of groups)`);
  }
}
