/**
 * Recognises the shell commands that run our hooks, from any version and installation, and also
 * after a person has edited them. Pure.
 */

import { type SimpleCommand, simpleCommandsOf, type Word } from './shell-line.ts';

/** The hooks' words: what follows `hook` in a command. */
export const WORDS = [
  'session-start',
  'user-prompt-submit',
  'stop',
  'pre-compact',
  'session-end',
] as const;

const TRACE = new RegExp(`mementor|\\bhook\\s+(?:${WORDS.join('|')})\\b`, 'i');

/** Whether a text that cannot be parsed may hold a call of our program, a server or a plugin. */
export function mayBeOurs(text: string): boolean {
  return TRACE.test(text);
}

/** One call of our program in a shell command. */
export interface Call {
  /** Undefined if the script runs without a named Node. */
  readonly node: string | undefined;
  /** The script, or the program `mementor`. */
  readonly script: string;
  readonly word: string;
  /** The variables that the command sets for the call, as written, each followed by a space. */
  readonly variables: string;
}

/** The calls of our program in a command; `mixed` if it also runs something else. */
export interface Calls {
  readonly calls: readonly Call[];
  readonly mixed: boolean;
}

const NONE: Calls = { calls: [], mixed: false };

/**
 * Returns whether a command is ours: enable may replace it, and disable may remove it.
 *
 * It is ours if we are known to have written exactly it, or if it calls our program and runs
 * nothing else that has an effect. See {@link callsIn}.
 */
export function isOwnCommand(command: string, known: ReadonlySet<string>): boolean {
  if (known.has(command)) return true;
  const { calls, mixed } = callsIn(command, known);
  return calls.length > 0 && !mixed;
}

/** Returns whether a command calls our program among other commands, which a person added. */
export function isMixedCommand(command: string, known: ReadonlySet<string>): boolean {
  return !known.has(command) && callsIn(command, known).mixed;
}

/**
 * Returns the calls of our program in a command.
 *
 * A call is `<node> <script> hook <word>` or `mementor hook <word>`, where the word is one of ours.
 * The script is a known one, or a `cli.js` in a Mementor package: `…/X/cli.js` or
 * `…/X/dist/cli.js`. The name of folder X must contain `mementor`, or X must be directly in a
 * folder named `mementor` (a version, a worktree) that is not a user's home. A `mementor`
 * elsewhere in the path proves nothing, since other tools may be installed there too. It is better
 * to keep a stale hook than to delete another tool's. A command that begins with our name may call a
 * script of any name.
 */
export function callsIn(command: string, known: ReadonlySet<string> = new Set()): Calls {
  return callsOf(command, NAMED.test(command) ? 'any' : scriptsOf(known), SHELLS_MAX);
}

/** Our hooks begin with our name; then the script may lie anywhere, also in a clone that is gone. */
const NAMED = /^\s*: mementor;/;

/** Returns the calls in a command that is known to be ours, whatever its script is named. */
export function callsInOwn(command: string): readonly Call[] {
  return callsOf(command, 'any', SHELLS_MAX).calls;
}

/** The scripts that are ours whatever they are named. */
type Scripts = ReadonlySet<string> | 'any';

const scriptsOfKnown = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function scriptsOf(known: ReadonlySet<string>): ReadonlySet<string> {
  const found = scriptsOfKnown.get(known);
  if (found !== undefined) return found;
  const scripts = new Set([...known].flatMap(callsInOwn).map(({ script }) => script));
  scriptsOfKnown.set(known, scripts);
  return scripts;
}

/** A shell in a shell in a shell is not a hook of ours. */
const SHELLS_MAX = 3;
const SHELLS = /^(?:sh|bash|zsh|dash|ksh)$/;
const CONTROL = new Set('if then else elif fi do done while until ! { } time exec'.split(' '));

function callsOf(line: string, scripts: Scripts, shells: number): Calls {
  const parts = simpleCommandsOf(line)?.map((command) => partOf(command, scripts, shells)) ?? [];
  const calls = parts.flatMap((part) => part.calls);
  // A variable that the line exports is set for each call.
  const exported = parts.map((part) => part.exported ?? '').join('');
  return {
    calls: calls.map((call) => ({ ...call, variables: exported + call.variables })),
    mixed: calls.length > 0 && parts.some((part) => part.mixed),
  };
}

interface Part extends Calls {
  readonly exported?: string;
}

const HARMLESS: Part = NONE;
const OTHER: Part = { calls: [], mixed: true };

/** What prepares a call or tests for it, and has no effect once the command is replaced. */
const PREPARES = /^(?::|true|test|\[|\[\[|exit|cd|\.|source|set|unset|umask|hash|type|read)$/;

function partOf({ words, writesFile }: SimpleCommand, scripts: Scripts, shells: number): Part {
  const from = words.findIndex(({ text }) => !CONTROL.has(text));
  if (from === -1) return HARMLESS;
  const { variables, rest } = withoutVariables(words.slice(from));
  const first = rest[0]?.text ?? '';
  const name = nameOf(first);
  if (SHELLS.test(name) && shells > 0) return shellPart(rest, variables, scripts, shells);
  const call = callAt(rest, scripts);
  if (call) return { calls: [{ ...call, variables: variables + call.variables }], mixed: false };
  if (first === 'export')
    return { ...HARMLESS, exported: withoutVariables(rest.slice(1)).variables };
  const isTest =
    first === '' || PREPARES.test(first) || /^(?:command -[vV]|kill -0)$/.test(headOf(rest));
  return isTest && !writesFile ? HARMLESS : OTHER;
}

function headOf(words: readonly Word[]): string {
  return words
    .slice(0, 2)
    .map(({ text }) => text)
    .join(' ');
}

/** Returns the calls in the line that a shell is given with `-c`. */
function shellPart(
  words: readonly Word[],
  variables: string,
  scripts: Scripts,
  shells: number,
): Part {
  const option = words.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
  const line = words[option + 1]?.text;
  if (option === -1 || line === undefined) return OTHER;
  const { calls, mixed } = callsOf(line, scripts, shells - 1);
  if (calls.length === 0) return OTHER;
  return {
    calls: calls.map((call) => ({ ...call, variables: variables + call.variables })),
    mixed,
  };
}

function withoutVariables(words: readonly Word[]): { variables: string; rest: readonly Word[] } {
  const end = words.findIndex(({ raw }) => !/^[A-Za-z_]\w*=/.test(raw));
  const count = end === -1 ? words.length : end;
  const variables = words.slice(0, count).map(({ raw }) => `${raw} `);
  return { variables: variables.join(''), rest: words.slice(count) };
}

/** Programs that start the program named after their own options. */
const LAUNCHER =
  /^(?:env|command|nice|ionice|nohup|setsid|timeout|stdbuf|caffeinate|mise|rtx|asdf|fnm|volta|nodenv|npx|bunx|direnv)$/;
const NODE = /^(?:node|nodejs|bun|deno|tsx)[\w.-]*$/i;
/** `$NODE`, `$(which node)`, `` `which node` ``. */
const SUBSTITUTED_NODE = /^[$`].*node/is;

function callAt(words: readonly Word[], scripts: Scripts): Call | undefined {
  const isLaunched = LAUNCHER.test(nameOf(words[0]?.text ?? ''));
  const isScript = (text: string) =>
    scripts === 'any' ? text.endsWith('cli.js') : isOurs(text, scripts);
  const isProgram = ({ text }: Word) => isNode(text) || isProgramName(text) || isScript(text);
  const at = isLaunched ? words.findIndex(isProgram) : 0;
  const program = words[at];
  if (program === undefined || !isProgram(program)) return undefined;
  const script = isNode(program.text) ? afterOptions(words, at + 1) : at;
  const [called, hook, word] = words.slice(script, script + 3).map(({ text }) => text);
  if (called === undefined || word === undefined || hook !== 'hook' || !isWord(word))
    return undefined;
  if (!isOurs(called, scripts) && !isProgramName(called)) return undefined;
  const set = words.slice(0, at).filter(({ raw }) => /^[A-Za-z_]\w*=/.test(raw));
  return {
    node: script === at ? undefined : program.text,
    script: called,
    word,
    variables: set.map(({ raw }) => `${raw} `).join(''),
  };
}

/** Returns the index of the first word that is no option of Node and no option's value. */
function afterOptions(words: readonly Word[], from: number): number {
  let at = from;
  for (let text = words[at]?.text; text !== undefined; text = words[at]?.text) {
    if (/^(?:-r|-C|--require|--import|--loader|--conditions|--env-file)$/.test(text)) at += 2;
    else if (text.startsWith('-') || text === 'run') at += 1;
    else break;
  }
  return at;
}

function isWord(text: string): boolean {
  return WORDS.some((word) => word === text);
}

function isNode(text: string): boolean {
  return NODE.test(nameOf(text)) || SUBSTITUTED_NODE.test(text);
}

/** The program that a package manager puts into the PATH. */
function isProgramName(text: string): boolean {
  return /^mementor(?:\.(?:cmd|exe|ps1))?$/i.test(nameOf(text));
}

function isOurs(text: string, scripts: Scripts): boolean {
  return scripts === 'any' || scripts.has(text) || isOwnScript(text.split(/[\\/]/));
}

function isOwnScript(components: string[]): boolean {
  if (components.at(-1) !== 'cli.js') return false;
  const folders = components.slice(0, components.at(-2) === 'dist' ? -2 : -1);
  const names = folders.map((name) => name.toLowerCase());
  const [home = '', parent = '', own = ''] = ['', '', ...names].slice(-3);
  if (own.includes('mementor')) return true;
  return parent === 'mementor' && home !== 'home' && home !== 'users';
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
