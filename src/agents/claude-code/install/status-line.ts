/**
 * Puts our command into the `statusLine` of a settings file's text, and takes it out again. A status
 * line that a person has stays: our command runs theirs. Pure.
 */

import type { Node } from 'jsonc-parser';
import { MementorError } from '../../../errors/errors.ts';
import { quoted } from '../../settings-file/hooks.ts';
import {
  applyEdit,
  insertProperty,
  removeNode,
  replaceNode,
} from '../../settings-file/json-edit.ts';
import { parseSettings, propertyOf, valueIn } from '../../settings-file/settings-json.ts';
import { revert, type Undo, undoOf } from '../../settings-file/undo.ts';
import type { Installation } from './hook-command.ts';
import { STRICT_JSON } from './strict-json.ts';

const KEY = 'statusLine';

/** What the receipt says. */
export interface LineAbout {
  /** The file's name, for errors. */
  readonly file: string;
  /** The undo of our last change, from the receipt. */
  readonly undo?: Undo | undefined;
  /** The person's own command as it stood in the file, with its quotes; undefined without one. */
  readonly original?: string | undefined;
}

export interface LineEnabled {
  readonly text: string;
  readonly changed: boolean;
  /** Whether the file had our command already, in another form. */
  readonly isUpdate: boolean;
  readonly original: string | undefined;
  /** Restores the file without our command; undefined if nothing changed. */
  readonly undo: Undo | undefined;
}

/** `theirs`: a status line that does not run us. */
export type LineState = 'ours' | 'stale' | 'theirs' | 'missing';

/**
 * Returns the shell command. Without a command of the person's it is like that of a hook: if
 * Mementor or Node was deleted, it prints nothing. With one, it then runs that command alone.
 */
export function lineCommand(installation: Installation, theirs: string | undefined): string {
  const { nodePath, scriptPath, platform } = installation;
  const [node, script] = [quoted(nodePath, platform), quoted(scriptPath, platform)];
  if (platform === 'win32') return `${node} ${script} ${WORD}`;
  if (theirs === undefined) {
    return `${NAME} test ! -f ${script} || test ! -x ${node} || ${node} ${script} ${WORD} || :`;
  }
  const ours = `${node} ${script} ${WORD} --beside "$line"`;
  const line = `'${theirs.replaceAll("'", "'\\''")}'`;
  return `${NAME} line=${line}; if test -f ${script} && test -x ${node}; then ${ours}; else eval "$line"; fi`;
}

const NAME = ': mementor;';
const WORD = 'statusline';
const COMPOSED =
  /^: mementor; line='((?:[^']|'\\'')*)'; if test -f .* statusline --beside "\$line"; else eval "\$line"; fi$/s;
const ALONE = /^: mementor; test ! -f .* statusline \|\| :$/s;
/** As on Windows. */
const PLAIN = /^"[^"]*" "[^"]*cli\.js" statusline$/;

/** Returns the text with our command in its status line, and everything else unchanged. */
export function enableLine(
  text: string | undefined,
  installation: Installation,
  about: LineAbout,
): LineEnabled {
  // The file may be ours alone: then there was none before.
  const without = text === undefined ? undefined : (disableLine(text, about) ?? { text });
  const before = without?.text;
  const base = before ?? '{}\n';
  const { bom, text: body, root } = parseSettings(base, about.file, STRICT_JSON);
  const line = valueIn(propertyOf(root, KEY));
  const command = line && commandIn(line, about.file);
  if (command !== undefined && installation.platform === 'win32') throw notComposable(about.file);
  const wanted = lineCommand(installation, command?.value);
  const edit =
    command === undefined
      ? insertProperty(body, root, KEY, { type: 'command', command: wanted })
      : replaceNode(command, wanted);
  const current = bom + applyEdit(body, edit);
  const changed = current !== text && !isExact(text, wanted, about);
  return {
    text: changed ? current : (text ?? current),
    changed,
    isUpdate: text !== undefined && stateIn(text, installation, about) === 'stale',
    original: command && body.slice(command.offset, command.offset + command.length),
    undo: changed ? undoOf(before, current) : undefined,
  };
}

/** A person may have added keys beside our command: these are no reason to write it again. */
function isExact(text: string | undefined, wanted: string, about: LineAbout): boolean {
  return text !== undefined && ownCommand(text, about)?.value === wanted;
}

/**
 * Returns the text without our command; its text is undefined if the file should be deleted. Returns
 * undefined if our command is not there.
 */
export function disableLine(
  text: string,
  about: LineAbout,
): { readonly text: string | undefined } | undefined {
  const command = ownCommand(text, about);
  if (command === undefined) return undefined;
  const reverted = about.undo && revert(text, about.undo);
  if (reverted !== undefined) return reverted;
  const settings = parseSettings(text, about.file, STRICT_JSON);
  const theirs = theirCommand(String(command.value));
  const property = propertyOf(settings.root, KEY);
  if (theirs === undefined && property === undefined) return undefined;
  const edit =
    theirs === undefined
      ? removeNode(settings.text, property ?? command)
      : { ...replaceNode(command, theirs), ...asWritten(theirs, about.original) };
  return { text: settings.bom + applyEdit(settings.text, edit) };
}

/** Restores the escapes that the person's command was written with. */
function asWritten(theirs: string, original: string | undefined): { readonly text?: string } {
  try {
    return original !== undefined && JSON.parse(original) === theirs ? { text: original } : {};
  } catch {
    return {};
  }
}

/** Returns what a file's status line is. */
export function stateIn(text: string, installation: Installation, about: LineAbout): LineState {
  const line = valueIn(propertyOf(parseSettings(text, about.file, STRICT_JSON).root, KEY));
  if (line === undefined) return 'missing';
  const own = ownCommand(text, about);
  if (own === undefined) return 'theirs';
  const wanted = lineCommand(installation, theirCommand(String(own.value)));
  return own.value === wanted ? 'ours' : 'stale';
}

/** Returns the node of our command in the status line. */
function ownCommand(text: string, { file }: LineAbout): Node | undefined {
  const line = valueIn(propertyOf(parseSettings(text, file, STRICT_JSON).root, KEY));
  const command = valueIn(propertyOf(line, 'command'));
  const value: unknown = command?.value;
  if (typeof value !== 'string') return undefined;
  return [COMPOSED, ALONE, PLAIN].some((form) => form.test(value)) ? command : undefined;
}

/** Returns the person's command in ours. */
function theirCommand(command: string): string | undefined {
  return COMPOSED.exec(command)?.[1]?.replaceAll("'\\''", "'");
}

/** Returns the command of a status line; throws if the client has another kind of status line. */
function commandIn(line: Node, file: string): Node {
  const type: unknown = valueIn(propertyOf(line, 'type'))?.value;
  const command = valueIn(propertyOf(line, 'command'));
  if (type === 'command' && typeof command?.value === 'string') return command;
  const message = `\`statusLine\` in ${file} is not one that runs a command; nothing was changed`;
  throw new MementorError('STATUSLINE_UNKNOWN', message, 'take it out, then run the command again');
}

function notComposable(file: string): MementorError {
  return new MementorError(
    'STATUSLINE_TAKEN',
    `${file} has a status line, and on Windows Mementor cannot run it beside its own`,
    'let your own command run `mementor statusline` with the same standard input',
  );
}
