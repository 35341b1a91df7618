/** The server of tools in Codex's `config.toml`. Pure. */

import type { PartText } from '../settings-file/part.ts';
import { isServer, SERVER_NAME, type Server } from '../settings-file/server-text.ts';
import { type Table, tablesOf, withoutTables, withTable } from './toml-tables.ts';

const LIST = 'mcp_servers';

const COMMENT = '`mementor disable --mcp --agent codex` removes this table';

export function tomlServer(server: Server): PartText {
  const values = { ...server };
  return {
    stateIn: (text = '') => {
      const table = tablesOf(text).find(({ path }) => path.length === 2 && isOfServer(path));
      // A table cannot follow keys that spell the list in another way.
      if (table === undefined) return isListOfKeys(text) ? 'theirs' : 'off';
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

function isListOfKeys(text: string): boolean {
  const [first] = tablesOf(text);
  return /^[ \t]*mcp_servers\b/m.test(text.slice(0, first?.start ?? text.length));
}

/** Returns the command line in a table; a value that is spelt in another way is left out. */
function fieldsOf(text: string, { start, end }: Table): { command?: unknown; args?: unknown } {
  const lines = text.slice(start, end).split(/\r?\n/);
  const values = lines.map((line) => /^\s*(command|args)\s*=\s*(.+?)\s*$/.exec(line) ?? []);
  return Object.fromEntries(
    values.flatMap(([, key, value]) => (key ? [[key, parsed(value)]] : [])),
  );
}

function parsed(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return undefined;
  }
}
