/** Our hook entries: their events and their command lines. */

import { callsIn, type WORDS } from './own-command.ts';

/** The events we register, each with the argument that follows `hook` on the command line. */
const WORD_OF_EVENT = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, (typeof WORDS)[number]>>;

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
/** A person's longer timeout does no harm: the hook ends by itself. This is the client's default. */
const TIMEOUT_S_MAX = 600;

export interface Handler {
  readonly type: 'command';
  readonly command: string;
  readonly timeout: number;
}

/** The hooks that a settings file should contain, and the commands known to be ours. */
export interface Hooks {
  readonly wanted: Readonly<Record<HookEvent, Handler>>;
  readonly known: ReadonlySet<string>;
  readonly installation: Installation;
}

/** The paths of a Mementor installation. */
export interface Installation {
  readonly nodePath: string;
  readonly scriptPath: string;
  readonly platform: NodeJS.Platform;
  /** The folder in which a server says that it answers a client's prompts, if there is one. */
  readonly warm?: string;
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
  return { wanted, known, installation };
}

/**
 * Returns the handler that should replace one of ours, with what a person added and does no harm:
 * a longer timeout, and variables that the command sets.
 */
export function repaired(
  found: { readonly command: unknown; readonly timeout: unknown },
  event: HookEvent,
  { installation, wanted, known }: Hooks,
): Handler {
  const { command, timeout } = found;
  const keepsTimeout =
    typeof timeout === 'number' && timeout >= TIMEOUT_S && timeout <= TIMEOUT_S_MAX;
  const isWanted = command === wanted[event].command;
  const calls = typeof command === 'string' && !isWanted ? callsIn(command, known).calls : [];
  return {
    ...wanted[event],
    command: hookCommand(installation, event, calls[0]?.variables),
    ...(keepsTimeout ? { timeout } : {}),
  };
}

/**
 * Returns the shell command for an event: `: mementor; test ! -f "<script>" || test ! -x "<node>"
 * || "<node>" "<script>" hook <word> || :`.
 *
 * The client lists hooks by the beginning of their commands, so the first word names us; `:` does
 * nothing and starts no process. If Mementor or Node was deleted, the command succeeds silently:
 * otherwise the client would report an error at every prompt. The program itself always exits with
 * 0. Any other status comes from a Node that cannot start (wrong architecture, or too old), which
 * `mementor doctor` reports. `variables` are set for the program alone.
 */
export function hookCommand(installation: Installation, event: HookEvent, variables = ''): string {
  const { nodePath, scriptPath, platform } = installation;
  const script = quoted(scriptPath, platform);
  const node = quoted(nodePath, platform);
  const command = `${variables}${node} ${script} hook ${WORD_OF_EVENT[event]}`;
  // On Windows, Git Bash or PowerShell runs the command, and they have no test syntax in common.
  if (platform === 'win32') return command;
  const yields = event === 'UserPromptSubmit' ? yieldTo(installation) : '';
  return `: mementor; ${yields}test ! -f ${script} || test ! -x ${node} || ${command} || :`;
}

/**
 * Returns the part of a command that ends it if a server answers the prompts of this client, which
 * is the parent of the shell. It starts no process.
 */
function yieldTo({ warm, platform }: Installation): string {
  if (warm === undefined) return '';
  const mark = `${quoted(warm, platform).slice(0, -1)}/$PPID"`;
  return `{ read -r server < ${mark} && kill -0 "$server"; } 2>/dev/null || `;
}

/** Returns a path in double quotes for the shell that the client starts. */
export function quoted(path: string, platform: NodeJS.Platform): string {
  // Git Bash and PowerShell escape differently, but both accept forward slashes.
  if (platform === 'win32') return `"${path.replaceAll('\\', '/')}"`;
  return `"${path.replace(/[\\"$`]/g, '\\$&')}"`;
}
