/** Parses settings files as strictly as an agent does, with positions for errors and edits. */

import {
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  stripComments,
} from 'jsonc-parser';
import { MementorError } from '../../errors/errors.ts';
import { placeOf } from '../../text/place.ts';

/**
 * A settings file's text without its byte order mark, and its syntax tree. Offsets refer to
 * `text`.
 */
export interface Settings {
  readonly bom: string;
  readonly text: string;
  readonly root: Node;
}

/** What an agent accepts as a settings file. */
export interface JsonForm {
  /** The agent, as errors name it. */
  readonly client: string;
  /** Whether the agent accepts comments. */
  readonly comments: boolean;
  /** Whether it accepts a comma after the last element. */
  readonly lastCommas?: boolean;
}

/** Parses what an agent accepts; refuses anything that makes the agent ignore the file. */
export function parseSettings(source: string, file: string, form: JsonForm): Settings {
  const isSame = last?.form.comments === form.comments && last.form.lastCommas === form.lastCommas;
  if (last?.source !== source || !isSame) {
    last = { source, form, settings: parsed(source, file, form) };
  }
  return last.settings;
}

/** Cache of the last text: it is parsed several times, and a large one takes a second. */
let last:
  | { readonly source: string; readonly form: JsonForm; readonly settings: Settings }
  | undefined;

function parsed(source: string, file: string, form: JsonForm): Settings {
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(bom.length);
  if (text.trim() === '') {
    throw invalid(file, '1:1', 'the file is empty', 'delete the file, or write `{}` into it');
  }
  const settings = { bom, text, root: treeOf(text, file, form) };
  checkShape(settings, file, form);
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

/** Whether a piece of a valid text, cut between its elements, has a comment. */
export function hasComment(piece: string): boolean {
  // Outside of strings a slash stands in comments only.
  return piece.replace(/"(?:[^"\\]|\\.)*"/g, '').includes('/');
}

export function invalid(file: string, place: string, what: string, hint: string): MementorError {
  return new MementorError('SETTINGS_INVALID', `${file}:${place}: ${what}`, hint);
}

function treeOf(text: string, file: string, form: JsonForm): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, {
      disallowComments: !form.comments,
      allowTrailingComma: form.lastCommas === true,
    });
    const isStrict = errors.length === 0 && form.lastCommas !== true;
    if (isStrict) JSON.parse(form.comments ? stripComments(text) : text);
  } catch (error) {
    // The tree is too deep for the stack, or only JSON.parse rejects the text.
    throw invalid(file, '1:1', `not valid JSON: ${String(error)}`, repairFor(form));
  }
  const first = errors[0];
  if (first) throw syntaxError(text, first, file, form);
  if (root?.type !== 'object') {
    const place = placeOf(text, root?.offset ?? 0);
    throw invalid(file, place, 'the file does not hold a JSON object', repairFor(form));
  }
  return root;
}

function repairFor({ client }: JsonForm): string {
  return `${client} ignores the whole file as it is; repair it, then run the command again`;
}

/** A comma before the end, with the white space and the comments behind it. */
const LAST_COMMA = /,(?:\s|\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/;

function syntaxError(text: string, error: ParseError, file: string, form: JsonForm): MementorError {
  const repair = repairFor(form);
  const place = placeOf(text, error.offset);
  const code = printParseErrorCode(error.error);
  const head = text.slice(0, error.offset);
  const isComment = /\/[/*]/.test(text.slice(error.offset, error.offset + 2));
  if (!form.comments && (isComment || code === 'InvalidCommentToken')) {
    return invalid(file, place, 'a comment', `${repair} (JSON has no comments)`);
  }
  const trailing = /[}\]]/.test(text.charAt(error.offset)) ? LAST_COMMA.exec(head) : null;
  if (trailing) {
    const comma = placeOf(text, trailing.index);
    return invalid(file, comma, 'a comma after the last element', `${repair} (remove the comma)`);
  }
  const what = code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  return invalid(file, place, `not valid JSON: ${what}`, repair);
}

function checkShape({ text, root }: Settings, file: string, form: JsonForm): void {
  const hooks = valueIn(propertyOf(root, 'hooks'));
  if (!hooks) return;
  const repair = repairFor(form);
  if (hooks.type !== 'object') {
    const place = placeOf(text, hooks.offset);
    throw invalid(file, place, '`hooks` is not an object', `${repair} (\`"hooks": {}\` will do)`);
  }
  for (const property of propertiesOf(hooks)) {
    const list = valueIn(property);
    if (!list || list.type === 'array') continue;
    const what = `\`hooks.${keyOf(property)}\` is not an array`;
    throw invalid(file, placeOf(text, list.offset), what, `${repair} (it is a list of groups)`);
  }
}
