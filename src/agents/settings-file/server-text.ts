/** The server of tools in an agent's list of servers, in a JSON file. Pure. */

import { getNodeValue, type Node } from 'jsonc-parser';
import { isObject } from '../../files/json-object.ts';
import { applyEdit, insertProperty, removeNode } from './json-edit.ts';
import type { PartText } from './part.ts';
import { type Program, serverVariables } from './program.ts';
import { hasComment, type JsonForm, parseSettings, propertyOf, valueIn } from './settings-json.ts';

/** The server's name in every agent: part of the names of its tools, as `mcp__plugin_mementor_mementor__…`. */
export const SERVER_NAME = 'mementor';

/** How an agent starts the server. */
export interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Some agents start servers with few variables, and in a folder of their own: a home that was chosen
 * is told to them, as an absolute path.
 */
export function serverOf(
  program: Pick<Program, 'nodePath' | 'scriptPath' | 'home'>,
  word = 'mcp',
): Server {
  const { nodePath, scriptPath } = program;
  return { command: nodePath, args: [scriptPath, word], env: serverVariables(program) };
}

/** Whether a command line is that of our server, of any installation. */
export function isServer(command: unknown, words: unknown): boolean {
  if (typeof command !== 'string' || !Array.isArray(words) || words.length !== 2) return false;
  const [script, word] = words;
  return word === 'mcp' && typeof script === 'string' && /(?:^|[\\/])cli\.js$/.test(script);
}

/** How an agent spells its list of servers. */
export interface ServerList {
  /** The key of the list. */
  readonly key: string;
  /** Returns our entry. */
  readonly entryOf: (server: Server) => Readonly<Record<string, unknown>>;
  /** Returns the command and its words in an entry. */
  readonly commandOf: (entry: Readonly<Record<string, unknown>>) => readonly [unknown, unknown];
}

/** The list that most agents have; `more` is what an agent wants besides the command line. */
function commonList(more: Readonly<Record<string, unknown>>): ServerList {
  return {
    key: 'mcpServers',
    entryOf: (server) => ({ ...more, ...server }),
    commandOf: ({ command, args }) => [command, args],
  };
}

export function jsonServer(
  file: string,
  form: JsonForm,
  server: Server,
  more: Readonly<Record<string, unknown>> = {},
): PartText {
  return listedServer(file, form, server, commonList(more));
}

export function listedServer(
  file: string,
  form: JsonForm,
  server: Server,
  { key, entryOf, commandOf }: ServerList,
): PartText {
  const wanted = entryOf(server);
  const serverIn = (root: Node) => propertyOf(valueIn(propertyOf(root, key)), SERVER_NAME);
  return {
    stateIn: (text) => {
      if (text === undefined) return 'off';
      const { root } = parseSettings(text, file, form);
      const list = valueIn(propertyOf(root, key));
      if (list !== undefined && list.type !== 'object') return 'closed';
      const value = serverIn(root);
      if (value === undefined) return 'off';
      const found: unknown = getNodeValue(valueIn(value) ?? value);
      if (!isObject(found) || !isServer(...commandOf(found))) return 'theirs';
      const isSame = Object.entries(wanted).every(([name, each]) => isEqual(found[name], each));
      return isSame ? 'on' : 'stale';
    },
    put: (from) => {
      const { bom, text, root } = parseSettings(from ?? '{}\n', file, form);
      const list = valueIn(propertyOf(root, key));
      const edit =
        list?.type === 'object'
          ? insertProperty(text, list, SERVER_NAME, wanted)
          : insertProperty(text, root, key, { [SERVER_NAME]: wanted });
      return bom + applyEdit(text, edit);
    },
    takeOut: (from) => {
      const { bom, text, root } = parseSettings(from, file, form);
      const list = propertyOf(root, key);
      const server = serverIn(root);
      if (list === undefined || server === undefined) return undefined;
      const inside = text.slice(list.offset, server.offset);
      const rest = text.slice(server.offset + server.length, list.offset + list.length);
      const isAlone =
        server.parent?.children?.length === 1 && !hasComment(inside) && !hasComment(rest);
      return bom + applyEdit(text, removeNode(text, isAlone ? list : server));
    },
  };
}

function isEqual(found: unknown, wanted: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(wanted);
}
