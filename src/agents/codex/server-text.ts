/** The server of tools in Codex's `config.toml`. Pure. */

import { parseJson } from '../../files/json-object.ts';
import type { PartState, PartText } from '../settings-file/part.ts';
import { isServer, SERVER_NAME, type Server } from '../settings-file/server-text.ts';
import { type Table, tablesOf, withoutTables, withTable } from './toml-tables.ts';

const LIST = 'mcp_servers';

const COMMENT = '`mementor disable --mcp --agent codex` removes this table';

export function tomlServer(server: Server): PartText {
  const values = { ...server };
  return {
    stateIn: (text = '') => {
      const table = tablesOf(text).find(({ path }) => path.length === 2 && isOfServer(path));
      if (table === undefined) return stateOfKeys(text);
      const found = fieldsOf(text, table);
      if (!isServer(found.command, found.args)) return 'theirs';
      const alone = withTable('', [LIST, SERVER_NAME], values, COMMENT);
      const lines = alone.split('\n').slice(2, -1);
      const own = text.slice(table.start, table.end).split(/\r?\n/);
      return lines.every((line) => own.includes(line)) ? 'on' : 'stale';
    },
    put: (text = '') => withTable(text, [LIST, SERVER_NAME], values, COMMENT),
    // Codex keeps what a person allows a server in tables below the server's.
    takeOut: (text) => withoutTables(text, isOfServer, COMMENT),
  };
}

function isOfServer([list, name]: readonly string[]): boolean {
  return list === LIST && name === SERVER_NAME;
}

/** How the list stands where no table is our server's. A table cannot be added to a list in a line. */
function stateOfKeys(text: string): PartState {
  const tables = tablesOf(text);
  const above = text.slice(0, tables[0]?.start ?? text.length);
  const inside = tables.flatMap(({ path, start, end }) =>
    path.length === 1 && path[0] === LIST ? [text.slice(start, end)] : [],
  );
  const isOurs = OUR_KEY.test(above) || inside.some((each) => OUR_ENTRY.test(each));
  const line = LIST_IN_LINE.exec(above)?.[1];
  if (isOurs || (line !== undefined && OUR_ENTRY_IN_LINE.test(line))) return 'theirs';
  return line !== undefined || LISTS.test(text) ? 'closed' : 'off';
}

const QUOTE = `["']?`;
const NAME = `${QUOTE}${SERVER_NAME}${QUOTE}`;
const KEY = `${QUOTE}${LIST}${QUOTE}`;
const OUR_KEY = new RegExp(`^[ \\t]*${KEY}[ \\t]*\\.[ \\t]*${NAME}[ \\t]*[.=]`, 'm');
const OUR_ENTRY = new RegExp(`^[ \\t]*${NAME}[ \\t]*[.=]`, 'm');
/** An inline table may have several lines. */
const LIST_IN_LINE = new RegExp(`^[ \\t]*${KEY}[ \\t]*=([\\s\\S]*)`, 'm');
const OUR_ENTRY_IN_LINE = new RegExp(`[{,]\\s*${NAME}\\s*[.=]`);
/** A list of tables is not the list of servers that the client reads. */
const LISTS = new RegExp(`^[ \\t]*\\[\\[[ \\t]*${KEY}[ \\t]*\\]\\]`, 'm');

/** Returns the command line in a table; a value that is spelt in another way is left out. */
function fieldsOf(text: string, { start, end }: Table): { command?: unknown; args?: unknown } {
  const lines = text.slice(start, end).split(/\r?\n/);
  const values = lines.map((line) => /^\s*(command|args)\s*=\s*(.+?)\s*$/.exec(line) ?? []);
  return Object.fromEntries(
    values.flatMap(([, key, value]) => (key ? [[key, parseJson(value)]] : [])),
  );
}
