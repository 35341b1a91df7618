/**
 * Knows the shell commands that run our hooks. Ours is what bears our mark, in the form that some
 * version of ours writes. A command that a person rewrote is reported, and left alone. Pure.
 */

import { isAbsolute } from 'node:path';
import { WORDS } from '../hook-events.ts';

const HOOK = `hook\\s+(?<word>${WORDS.join('|')})\\b`;
const TRACE = new RegExp(`mementor|\\b${HOOK}`, 'i');

/** Whether a text that cannot be parsed may hold a call of our program, a server or a plugin. */
export function mayBeOurs(text: string): boolean {
  return TRACE.test(text);
}

/** What a command runs. */
export interface Call {
  /** Undefined if the script runs without a named Node. */
  readonly node: string | undefined;
  /** The script, or the program `mementor`. */
  readonly script: string;
  readonly word: string;
  /** The variables that the command sets for the call, as written, each followed by a space. */
  readonly variables: string;
  /** The home that it names. */
  readonly home?: string | undefined;
  /** The folder where it looks for another Node. */
  readonly beside?: string | undefined;
}

const QUOTED = String.raw`"(?:[^"\\]|\\[\s\S])*"`;
const TOKEN = String.raw`(?:${QUOTED}|'[^']*'|[^\s"';&|()])+`;
const SET = `(?:[A-Za-z_]\\w*=(?:${TOKEN})? )*?`;
const WORD = `(?:${WORDS.join('|')})`;
const HOME = `(?: --home (?<home>${QUOTED}))?`;
const RUN = `(?<variables>${SET})(?<node>${QUOTED}|node) (?<script>${QUOTED}) hook (?<word>${WORD})${HOME}`;

/** The first word names us; a server that answers prompts may end the command first. */
const YIELD = String.raw`\{ read -r server < ${QUOTED} && kill -0 "\$server"; \} 2>/dev/null \|\| `;
const MARK = ': mementor; ';
/** What is called where the Node, or the script, is gone. */
const OPTIONS = `(?: --home ${QUOTED})?(?: --instead-of ${QUOTED})?`;
const GONE = `test ! -f ${QUOTED} \\|\\| test -x ${QUOTED}`;
const FOUND = '(?:! )?command -v (?:node|mementor) >/dev/null';
const CALL = `NODE_OPTIONS= ${SET}`;
const OTHERWISE = [
  `${GONE} \\|\\| ${FOUND} \\|\\| ${CALL}node ${QUOTED} hook ${WORD}${OPTIONS} \\|\\| :`,
  `(?:; ${GONE} \\|\\| ${FOUND} \\|\\| test ! -x ${QUOTED} \\|\\| ${CALL}"(?<beside>(?:[^"\\\\]|\\\\[\\s\\S])*)/node" ${QUOTED} hook ${WORD}${OPTIONS} \\|\\| :)?`,
  `(?:; test -f ${QUOTED} \\|\\| ${FOUND} \\|\\| ${CALL}mementor hook ${WORD}${OPTIONS} \\|\\| :)?`,
].join('');
const MARKED = new RegExp(
  `^${MARK}(?:${YIELD})?test ! -f ${QUOTED} \\|\\| test ! -x ${QUOTED} \\|\\| NODE_OPTIONS= ${RUN} \\|\\| :; ${OTHERWISE}$`,
);
/** As on Windows, where no shell gives a mark: then the script must lie in a folder of our name. */
const PLAIN = new RegExp(`^${RUN}$`);
const OWN_SCRIPT = String.raw`mementor[^\\/"']*[\\/](?:dist[\\/])?cli\.js`;
/** A command of any form that calls our program. */
const CALLED = new RegExp(`(?:(?<node>${TOKEN})\\s+)?(?<script>${TOKEN})\\s+${HOOK}`);
const CALLS_US = new RegExp(
  `(?:^|[\\s"'=/\\\\])(?:mementor(?:\\.(?:cmd|exe|ps1))?|${OWN_SCRIPT})\\\\?["']?\\s+${HOOK}`,
  'i',
);
const NODE = /(?:^|[\\/])(?:node|nodejs|bun|deno)[\w.-]*$/i;

/** No shell line of a person is as long. */
const COMMAND_CHARS_MAX = 10_000;

/** Whether a command is ours: enable may replace it, and disable may remove it. */
export function isOwnCommand(command: string, known: ReadonlySet<string>): boolean {
  if (known.has(command) || MARKED.test(command)) return true;
  const script = PLAIN.exec(command)?.groups?.script ?? '';
  return new RegExp(`${OWN_SCRIPT}"$`, 'i').test(script);
}

/** Whether a command calls our program, but is not as we write it: a person changed it. */
export function isEditedCommand(command: string, known: ReadonlySet<string>): boolean {
  if (isOwnCommand(command, known)) return false;
  const isMarked = command.startsWith(MARK) && TRACE.test(command.slice(MARK.length));
  if (isMarked || CALLS_US.test(command)) return true;
  const script = callIn(command)?.script;
  return script !== undefined && [...known].some((each) => callIn(each)?.script === script);
}

/** Returns what a command runs; undefined if it calls no hook. */
export function callIn(command: string): Call | undefined {
  if (command.length > COMMAND_CHARS_MAX) return undefined;
  const found = (MARKED.exec(command) ?? PLAIN.exec(command) ?? CALLED.exec(command))?.groups;
  if (found?.script === undefined || found.word === undefined) return undefined;
  const node = found.node === undefined ? undefined : unquoted(found.node);
  return {
    node: node !== undefined && NODE.test(node) ? node : undefined,
    script: unquoted(found.script),
    word: found.word,
    variables: found.variables ?? '',
    home: found.home === undefined ? undefined : unquoted(found.home),
    beside: found.beside === undefined ? undefined : unquoted(`"${found.beside}"`),
  };
}

function unquoted(token: string): string {
  return token.replace(/"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, (_, double?: string, single = '') =>
    double === undefined ? single : double.replace(/\\([\\"$`])/g, '$1'),
  );
}

/** Returns the homes that commands of ours use without a variable of the client's own. */
export function homesOf(commands: readonly string[], fallback: string): string[] {
  const calls = commands.map(callIn).filter((call) => call !== undefined);
  // A person who sets the variable in the command knows.
  const plain = calls.filter(({ variables }) => !variables.includes('MEMENTOR_HOME='));
  return [...new Set(plain.map(({ home = fallback }) => home))];
}

/** Returns the absolute paths of the Node binaries that commands run. */
export function nodesOf(commands: readonly string[]): string[] {
  const nodes = commands.map((command) => callIn(command)?.node ?? '');
  return [...new Set(nodes)].filter((path) => isAbsolute(path));
}

/** Returns the Node binary and the script that a command runs. */
export function filesOf(command: string): string[] {
  const { node, script } = callIn(command) ?? {};
  return [node, script].filter((file) => file !== undefined);
}

/** Returns the hook's word in a command, else the command itself. */
export function wordOf(command: string): string {
  return callIn(command)?.word ?? command;
}
