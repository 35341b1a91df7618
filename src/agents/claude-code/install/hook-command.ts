/** Our hook entries: which events, which command line, and how to know them again in a file. */

/** The events we register, by the word that follows `hook` on the command line. */
const WORD_OF_EVENT = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
} as const;

export type HookEvent = keyof typeof WORD_OF_EVENT;

/** All known to Claude Code since long ago: old clients drop the whole file at an unknown event. */
export const HOOK_EVENTS: readonly HookEvent[] = [
  'SessionStart',
  'UserPromptSubmit',
  'Stop',
  'PreCompact',
  'SessionEnd',
];

/** A prompt hook ends by itself before; this one is for a machine on its knees. */
const TIMEOUT_S = 5;

export interface Handler {
  readonly type: 'command';
  readonly command: string;
  readonly timeout: number;
}

/** What should stand in a settings file, and which commands are known to be ours. */
export interface Hooks {
  readonly wanted: Readonly<Record<HookEvent, Handler>>;
  readonly known: ReadonlySet<string>;
}

/** Where an installation of Mementor lies. */
export interface Installation {
  readonly nodePath: string;
  readonly scriptPath: string;
  readonly platform: NodeJS.Platform;
}

/** Returns our hooks; `earlier` holds commands that a receipt says we wrote before. */
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
 * Returns the shell line for an event:
 * `test ! -f "<script>" || test ! -x "<node>" || "<node>" "<script>" hook <word> || :`.
 *
 * A Mementor or a Node that was deleted is not missed: the client would complain at every prompt.
 * The program itself always ends with 0. Another status is that of a Node that cannot start (of
 * another processor, or too old), which `mementor doctor` tells.
 */
export function hookCommand(installation: Installation, event: HookEvent): string {
  const { nodePath, scriptPath, platform } = installation;
  const script = quote(scriptPath, platform);
  const node = quote(nodePath, platform);
  const command = `${node} ${script} hook ${WORD_OF_EVENT[event]}`;
  // There it is Git Bash or PowerShell that reads it, and they share no test.
  if (platform === 'win32') return command;
  return `test ! -f ${script} || test ! -x ${node} || ${command} || :`;
}

function quote(path: string, platform: NodeJS.Platform): string {
  // Git Bash and PowerShell escape differently, but neither touches a forward slash.
  if (platform === 'win32') return `"${path.replaceAll('\\', '/')}"`;
  return `"${path.replace(/[\\"$`]/g, '\\$&')}"`;
}

const SHELL_WORD = `${String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"'\\;&|<>()$`}\`]+`;
const OUR_FORM = new RegExp(
  `^(?:test ! -f (${SHELL_WORD}) \\|\\| )?(?:test ! -x (${SHELL_WORD}) \\|\\| )?(${SHELL_WORD})[ \\t]+(${SHELL_WORD})[ \\t]+hook[ \\t]+(?:${Object.values(WORD_OF_EVENT).join('|')})(?: \\|\\| :)?$`,
);

/**
 * Tells whether a command line is one of ours, also of an older installation in another folder.
 *
 * It is when we are known to have written exactly it, or when it is `<node> <script> hook <word>`
 * and nothing else, but for the tests of that script and that Node before it and `|| :` behind it,
 * with one of our words, a Node binary, and a script `cli.js` that lies in a Mementor package: `…/X/cli.js` or `…/X/dist/cli.js`, where the name of folder X contains
 * `mementor`, or where X lies directly in a folder named `mementor` (a version, a worktree) that
 * is not somebody's home. A `mementor` elsewhere in the path proves nothing, since other tools
 * may lie there too; and to leave a stale hook is better than to delete a stranger's.
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
