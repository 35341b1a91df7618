/** Our hook entries: their events, their command lines, and how to recognise them in a file. */

/** The events we register, each with the argument that follows `hook` on the command line. */
const WORD_OF_EVENT = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
} as const;

export type HookEvent = keyof typeof WORD_OF_EVENT;

/** Only long-standing events: old clients ignore the whole file if it has an unknown event. */
export const HOOK_EVENTS: readonly HookEvent[] = [
  'SessionStart',
  'UserPromptSubmit',
  'Stop',
  'PreCompact',
  'SessionEnd',
];

/** The prompt hook has a shorter limit of its own; this one is for an overloaded machine. */
const TIMEOUT_S = 5;

export interface Handler {
  readonly type: 'command';
  readonly command: string;
  readonly timeout: number;
}

/** The hooks that a settings file should contain, and the commands known to be ours. */
export interface Hooks {
  readonly wanted: Readonly<Record<HookEvent, Handler>>;
  readonly known: ReadonlySet<string>;
}

/** The paths of a Mementor installation. */
export interface Installation {
  readonly nodePath: string;
  readonly scriptPath: string;
  readonly platform: NodeJS.Platform;
}

/** Returns our hooks; `earlier` holds commands that the receipt says we wrote before. */
export function hooksOf(installation: Installation, earlier: readonly string[] = []): Hooks {
  const handler = (event: HookEvent): Handler => ({
    type: 'command',
    command: hookCommand(installation, event),
    timeout: TIMEOUT_S,
  });
  const wanted = {
    SessionStart: handler('SessionStart'),
    UserPromptSubmit: handler('UserPromptSubmit'),
    Stop: handler('Stop'),
    PreCompact: handler('PreCompact'),
    SessionEnd: handler('SessionEnd'),
  };
  const known = new Set([...Object.values(wanted).map((each) => each.command), ...earlier]);
  return { wanted, known };
}

/**
 * Returns the shell command for an event: `test ! -f "<script>" || test ! -x "<node>" || "<node>"
 * "<script>" hook <word> || :`.
 *
 * If Mementor or Node was deleted, the command succeeds silently: otherwise the client would
 * report an error at every prompt. The program itself always exits with 0. Any other status comes
 * from a Node that cannot start (wrong architecture, or too old), which `mementor doctor` reports.
 */
export function hookCommand(installation: Installation, event: HookEvent): string {
  const { nodePath, scriptPath, platform } = installation;
  const script = quote(scriptPath, platform);
  const node = quote(nodePath, platform);
  const command = `${node} ${script} hook ${WORD_OF_EVENT[event]}`;
  // On Windows, Git Bash or PowerShell runs the command, and they have no test syntax in common.
  if (platform === 'win32') return command;
  return `test ! -f ${script} || test ! -x ${node} || ${command} || :`;
}

function quote(path: string, platform: NodeJS.Platform): string {
  // Git Bash and PowerShell escape differently, but both accept forward slashes.
  if (platform === 'win32') return `"${path.replaceAll('\\', '/')}"`;
  return `"${path.replace(/[\\"$`]/g, '\\$&')}"`;
}

const SHELL_WORD = `${String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"'\\;&|<>()$`}\`]+`;
const OUR_FORM = new RegExp(
  `^(?:test ! -f (${SHELL_WORD}) \\|\\| )?(?:test ! -x (${SHELL_WORD}) \\|\\| )?(${SHELL_WORD})[ \\t]+(${SHELL_WORD})[ \\t]+hook[ \\t]+(?:${Object.values(WORD_OF_EVENT).join('|')})(?: \\|\\| :)?$`,
);

/**
 * Returns whether a command line is ours, even from an older installation in another folder.
 *
 * It is ours if we are known to have written exactly it, or if it is only `<node> <script> hook
 * <word>`, optionally with the tests of that script and that Node before it and `|| :` after it,
 * where the word is one of ours, the Node binary's name starts with `node`, and the script is a
 * `cli.js` in a Mementor package: `…/X/cli.js` or `…/X/dist/cli.js`. The name of folder X must
 * contain `mementor`, or X must be directly in a folder named `mementor` (a version, a worktree)
 * that is not a user's home. A `mementor` elsewhere in the path proves nothing, since other tools
 * may be installed there too. It is better to keep a stale hook than to delete another tool's.
 */
export function isOwnCommand(command: string, known: ReadonlySet<string>): boolean {
  if (known.has(command)) return true;
  const words = OUR_FORM.exec(command.trim());
  if (!words) return false;
  const [, testedScript, testedNode, node = '', script = ''] = words;
  if (testedScript !== undefined && testedScript !== script) return false;
  if (testedNode !== undefined && testedNode !== node) return false;
  const binary = componentsOf(node).at(-1) ?? '';
  return /^node[\w.-]*$/i.test(binary) && isOwnScript(componentsOf(script));
}

function isOwnScript(components: string[]): boolean {
  if (components.at(-1) !== 'cli.js') return false;
  const folders = components.slice(0, components.at(-2) === 'dist' ? -2 : -1).map(lowerCase);
  const [home = '', parent = '', own = ''] = ['', '', ...folders].slice(-3);
  if (own.includes('mementor')) return true;
  return parent === 'mementor' && home !== 'home' && home !== 'users';
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

function componentsOf(word: string): string[] {
  return unquote(word).split(/[\\/]/);
}

function unquote(word: string): string {
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
  return word.startsWith("'") ? word.slice(1, -1) : word;
}
