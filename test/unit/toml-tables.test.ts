/** Tables of a TOML file: found, appended and taken out, and all else as it was. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tomlServer } from '../../src/agents/codex/server-text.ts';
import { tablesOf, withoutTables, withTable } from '../../src/agents/codex/toml-tables.ts';
import { namedPart } from '../../src/agents/settings-file/part.ts';

const pathsIn = (text: string) => tablesOf(text).map(({ path }) => path.join('|'));

describe('the tables of a text', () => {
  it('are known by their headers, however these are written', () => {
    const text = [
      'model = "x"',
      '[a]',
      '  [ a . "b.c" ] # note',
      "['C:\\x'.d]",
      '[[list]]',
      '["q\\"\\u0041"]',
      '[not a header',
    ].join('\r\n');
    expect(pathsIn(text)).toEqual(['a', 'a|b.c', 'C:\\x|d', 'list', 'q"A']);
  });

  it('are not looked for in texts and lists of several lines', () => {
    const text =
      '[a]\nx = """\n[no]\n"""\ny = \'\'\'one\n[no]\'\'\'\nz = [\n  "[no]",\n]\n# """ [no]\nw = "#"\n[b]\n';
    expect(pathsIn(text)).toEqual(['a', 'b']);
    const [a] = tablesOf(text);
    expect(text.slice(a?.start, a?.end)).toMatch(/^\[a\][\s\S]*w = "#"\n$/);
  });

  it('end with their last key: comments after it are of what follows', () => {
    const text = '[a]\nx = 1\n\n# about b\n[b]\n';
    const [a] = tablesOf(text);
    expect(text.slice(a?.start, a?.end)).toBe('[a]\nx = 1\n');
  });
});

describe('a table of ours', () => {
  const line = fc.constantFrom(
    '',
    'x = 1',
    '# note',
    '[t]',
    '[t.u] # v',
    'y = "[z]"',
    'z = [\n 1,\n]',
  );
  const file = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'))
    .map(([lines, eol]) => lines.map((each) => each.replaceAll('\n', eol) + eol).join(''));
  const isOurs = ([key]: readonly string[]) => key === 'ours';

  it('goes as it came, and what was written after it stays', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const text = withTable(before, ['ours', 'a b'], { x: '"q"', y: ['1'], z: { w: 'v' } }, 'c');
        expect(tablesOf(text).at(-1)?.path).toEqual(['ours', 'a b']);
        const more = text + after;
        // Keys that follow are the table's.
        const isTable = /^(?:\s*(?:#.*)?\n)*(?:\[|$)/.test(after.replaceAll('\r', ''));
        if (isTable) expect(withoutTables(more, isOurs, 'c')).toBe(before + after);
        expect(withoutTables(withoutTables(more, isOurs, 'c'), isOurs, 'c')).toBe(
          withoutTables(more, isOurs, 'c'),
        );
      }),
    );
  });
});

describe('the server', () => {
  const SERVER = { command: '/usr/bin/node', args: ['/opt/mementor/dist/cli.js', 'mcp'] };
  const { stateIn, put, takeOut } = tomlServer(SERVER);

  it('is put behind everything, and goes with what is allowed to it', () => {
    const before = '# mine\nmodel = "x" # fast\n\n[projects."/srv"]\ntrust_level = "trusted"\n';
    const text = put(before);
    expect(text).toBe(
      `${before}\n# \`mementor disable --mcp --agent codex\` removes this table\n[mcp_servers.mementor]\ncommand = "/usr/bin/node"\nargs = ["/opt/mementor/dist/cli.js", "mcp"]\n`,
    );
    expect([stateIn(before), stateIn(text)]).toEqual(['off', 'on']);
    const allowed = '\n[mcp_servers.mementor.tools.memory_search]\napproval_mode = "approve"\n';
    const others = '\n[mcp_servers.other]\ncommand = "x"\n';
    expect(takeOut(text + allowed + others)).toBe(`${before}\n${others}`);
    expect(stateIn(put(undefined))).toBe('on');
  });

  it('is told from those of other installations and of a person', () => {
    const header = '[mcp_servers.mementor]\n';
    expect(stateIn(tomlServer({ ...SERVER, command: '/old/node' }).put(''))).toBe('stale');
    expect(stateIn(tomlServer({ ...SERVER, env: { MEMENTOR_HOME: '/m' } }).put(''))).toBe('on');
    expect(stateIn(`${header}command = "mementor"\nargs = ["mcp"]\n`)).toBe('theirs');
    expect(stateIn(`${header}url = "http://localhost"\n`)).toBe('theirs');
    expect(stateIn('[mcp_servers.other]\ncommand = "x"\n')).toBe('off');
  });

  it.each([
    'mcp_servers = { other = { command = "x" } }\n',
    '"mcp_servers" = {}\n',
    'model = "x"\n \'mcp_servers\'={\n  other = { command = "x" },\n}\n[a]\nb = 1\n',
    '[[mcp_servers]]\ncommand = "x"\n',
  ])('cannot be added to a list in the form of %j', (text) => {
    expect(stateIn(text)).toBe('closed');
    const part = namedPart(
      { agent: 'codex', path: 'c.toml', name: 'mcp' },
      'the server',
      tomlServer(SERVER),
    );
    expect(() => part.put(text, {})).toThrow(/c\.toml has a form .* nothing was changed/);
    expect(part.takeOut(text, {}).changed).toBe(false);
  });

  it.each([
    'mcp_servers.other.command = "x"\n',
    '[mcp_servers]\nother = { command = "x" }\n',
    '[mcp_servers.other]\ncommand = "mementor"\n',
    '# mcp_servers = {}\nmodel = "x"\n',
  ])('can be added as a table to a list in the form of %j', (text) => {
    expect(stateIn(text)).toBe('off');
    expect(stateIn(put(text))).toBe('on');
  });

  it.each([
    'mcp_servers = { other = { command = "x" }, mementor = { command = "y" } }\n',
    'mcp_servers.mementor.command = "y"\n',
    '[mcp_servers]\n"mementor" = { command = "y" }\n',
  ])('is a person’s own in %j', (text) => {
    expect(stateIn(text)).toBe('theirs');
  });
});
