/** The server of tools in the plugin's `.mcp.json`, and in the commands of clients. Pure. */

import { isObject, isStrings, parseObject } from '../../../files/json-object.ts';
import { shellWord } from '../../../text/shell-word.ts';
import { serverVariables } from '../../settings-file/program.ts';
import { SERVER_NAME, serverOf } from '../../settings-file/server-text.ts';
import type { Installation } from './hook-command.ts';

/** What follows the script in the command of the server. */
const WORD = 'mcp';

export interface McpServer {
  /** The Node that runs it. */
  readonly command: string;
  readonly script: string;
}

/** Returns what `.mcp.json` holds. A client starts the command without a shell. */
export function mcpServers(program: Installation) {
  return { mcpServers: { [SERVER_NAME]: serverOf(program) } };
}

/** Returns the server if a file holds ours, as some version of ours writes it, and nothing else. */
export function ownServer(text: string | undefined): McpServer | undefined {
  const { mcpServers: servers, ...rest } = parseObject(text ?? '') ?? {};
  if (!isObject(servers) || Object.keys(rest).length > 0) return undefined;
  const { [SERVER_NAME]: server, ...others } = servers;
  if (!isObject(server) || Object.keys(others).length > 0) return undefined;
  const { command, args, env, ...more } = server;
  if (typeof command !== 'string' || !isStrings(args) || Object.keys(more).length > 0) {
    return undefined;
  }
  if (env !== undefined && !isOurs(env)) return undefined;
  const [script = '', word] = args;
  return args.length === 2 && word === WORD ? { command, script } : undefined;
}

/** Whether variables are those that we set, and no others. */
function isOurs(env: unknown): boolean {
  if (!isObject(env) || env.NODE_OPTIONS !== '') return false;
  const known = Object.keys(serverVariables({ home: '' }));
  return Object.keys(env).every((name) => known.includes(name));
}

/** Returns the command by which a client that loads no plugin of ours learns of the server. */
export function addCommand({ nodePath, scriptPath, home }: Installation): string {
  const start = `${SERVER_NAME} -- ${shellWord(nodePath)} ${shellWord(scriptPath)} ${WORD}`;
  const chosen = home === undefined ? '' : `-e ${shellWord(`MEMENTOR_HOME=${home}`)} `;
  return `claude mcp add --scope user ${chosen}${start}`;
}
