/**
 * Puts our command into the `statusLine` of a settings file's text, and takes it out again. A status
 * line that a person has stays: our command runs theirs. Pure.
 */

import type { Node } from 'jsonc-parser';
import { MementorError } from '../../../errors/errors.ts';
import { doubleQuoted, singleQuoted } from '../../../text/shell-word.ts';
import {
  applyEdit,
  insertProperty,
  removeNode,
  replaceNode,
} from '../../settings-file/json-edit.ts';
import type { Known, Part, Taken } from '../../settings-file/part.ts';
import { guardedCall } from '../../settings-file/program.ts';
import { STATUS_LINE } from '../../settings-file/receipt.ts';
import { parseSettings, propertyOf, valueIn } from '../../settings-file/settings-json.ts';
import { revert, undoOf } from '../../settings-file/undo.ts';
import type { Installation } from './hook-command.ts';
import { STRICT_JSON } from './strict-json.ts';

const KEY = 'statusLine';

/** `theirs`: a status line that does not run us. */
export type LineState = 'ours' | 'stale' | 'theirs' | 'missing';

/**
 * Returns the shell command. Without a command of the person's it is like that of a hook: if
 * Mementor or Node was deleted, it prints nothing. With one, it then runs that command alone.
 */
export function lineCommand(installation: Installation, theirs: string | undefined): string {
  const { nodePath, scriptPath, platform, home } = installation;
  if (platform === 'win32' || theirs === undefined) return guardedCall(installation, WORD);
  const [node, script] = [doubleQuoted(nodePath, platform), doubleQuoted(scriptPath, platform)];
  const asked = home === undefined ? WORD : `${WORD} --home ${doubleQuoted(home, platform)}`;
  const ours = `NODE_OPTIONS= ${node} ${script} ${asked} --beside "$line"`;
  return `${NAME} line=${singleQuoted(theirs)}; if test -f ${script} && test -x ${node}; then ${ours}; else eval "$line"; fi`;
}

const NAME = ': mementor;';
const WORD = 'statusline';
const COMPOSED =
  /^: mementor; line='((?:[^']|'\\'')*)'; if test -f .* statusline .*--beside "\$line"; else eval "\$line"; fi$/s;
const ALONE = /^: mementor; test ! -f .* statusline.* \|\| :$/s;
/** As on Windows. */
const PLAIN = /^"[^"]*" "[^"]*cli\.js" statusline(?: --home "[^"]*")?$/;

/** Returns our command in the status line as a part of a settings file. */
export function linePart(path: string, installation: Installation): Part {
  const takeOut = (text: string, { undo, receipt }: Known): Taken => {
    const command = ownCommand(text, path);
    if (command === undefined) return { text, changed: false, removed: [], mixed: [] };
    const done = { changed: true, removed: [STATUS_LINE], mixed: [] };
    const reverted = undo && revert(text, undo);
    if (reverted !== undefined) return { ...done, text: reverted.text };
    const { bom, text: body, root } = parseSettings(text, path, STRICT_JSON);
    const theirs = theirCommand(String(command.value));
    const edit =
      theirs === undefined
        ? removeNode(body, propertyOf(root, KEY) ?? command)
        : { ...replaceNode(command, theirs), ...asWritten(theirs, receipt?.line?.original) };
    return { ...done, text: bom + applyEdit(body, edit) };
  };
  return {
    path,
    name: STATUS_LINE,
    takeOut,
    put: (text, known) => {
      const before = text === undefined ? undefined : takeOut(text, known).text;
      const { bom, text: body, root } = parseSettings(before ?? '{}\n', path, STRICT_JSON);
      const line = valueIn(propertyOf(root, KEY));
      const theirs = line && commandIn(line, path);
      if (theirs !== undefined && installation.platform === 'win32') throw notComposable(path);
      const wanted = lineCommand(installation, theirs?.value);
      const edit =
        theirs === undefined
          ? insertProperty(body, root, KEY, { type: 'command', command: wanted })
          : replaceNode(theirs, wanted);
      const own = text === undefined ? undefined : ownCommand(text, path);
      // A person may have added keys beside our command: these are no reason to write it again.
      const changed = own?.value !== wanted;
      const after = changed || text === undefined ? bom + applyEdit(body, edit) : text;
      return {
        text: after,
        changed,
        added: changed && own === undefined ? [STATUS_LINE] : [],
        updated: changed && own !== undefined ? [STATUS_LINE] : [],
        mixed: [],
        undo: changed ? undoOf(before, after) : undefined,
        kept: {
          line: {
            original: theirs ? body.slice(theirs.offset, theirs.offset + theirs.length) : null,
          },
        },
      };
    },
  };
}

/** Whether our command in a text runs the person's own too. */
export function isComposed(text: string, path: string): boolean {
  return theirCommand(String(ownCommand(text, path)?.value)) !== undefined;
}

/** Restores the escapes that the person's command was written with. */
function asWritten(
  theirs: string,
  original: string | null | undefined,
): { readonly text?: string } {
  try {
    return original && JSON.parse(original) === theirs ? { text: original } : {};
  } catch {
    return {};
  }
}

/** Returns what a file's status line is. */
export function stateIn(text: string, installation: Installation, file: string): LineState {
  const line = valueIn(propertyOf(parseSettings(text, file, STRICT_JSON).root, KEY));
  if (line === undefined) return 'missing';
  const own = ownCommand(text, file);
  if (own === undefined) return 'theirs';
  const wanted = lineCommand(installation, theirCommand(String(own.value)));
  return own.value === wanted ? 'ours' : 'stale';
}

/** Returns the node of our command in the status line. */
function ownCommand(text: string, file: string): Node | undefined {
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
