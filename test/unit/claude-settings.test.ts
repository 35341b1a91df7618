/** The edit of settings files: what it adds, what it leaves alone, and the way back. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HOOK_EVENTS,
  type HookEvent,
  hookCommand,
  hooksOf,
} from '../../src/agents/claude-code/install/hook-command.ts';
import {
  callIn,
  isEditedCommand,
  isOwnCommand,
} from '../../src/agents/settings-file/own-command.ts';
import { disableIn, enableIn, inspectHooks } from '../../src/agents/settings-file/settings-edit.ts';
import { MementorError } from '../../src/errors/errors.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';

const HERE = program();
const HOOKS = hooksOf(HERE);
const OLDER = hooksOf({ ...HERE, scriptPath: '/home/u/old mementor/dist/cli.js' });
const OURS = [...HOOKS.known, ...OLDER.known];
const FILE = { file: 'settings.json' };
const STRANGER = { type: 'command', command: 'node /x/other-tool/cli.js hook stop' };

function enable(text: string | undefined, hooks = HOOKS) {
  return enableIn(text, hooks, FILE);
}

function disable(text: string, hooks = HOOKS) {
  return disableIn(text, hooks, FILE);
}

function group(event: HookEvent, hooks = HOOKS) {
  return { hooks: [hooks.wanted[event]] };
}

const ALL_GROUPS = Object.fromEntries(HOOK_EVENTS.map((event) => [event, [group(event)]]));

function pretty(value: unknown, indent: string | number = 2): string {
  return `${JSON.stringify(value, null, indent)}\n`;
}

describe('enableIn', () => {
  it.each([undefined, '{}\n', '{ }\n'])('makes a well laid out file of %j', (text) => {
    const result = enable(text);
    expect(result.text).toBe(pretty({ hooks: ALL_GROUPS }));
    expect(result).toMatchObject({ changed: true, added: HOOK_EVENTS, updated: [] });
  });

  it.each(['\t', '  ', '    ', '             '])('keeps the indentation %j', (indent) => {
    const { Stop: _, ...others } = ALL_GROUPS;
    const stranger = { hooks: [STRANGER] };
    const layOut = (hooks: object) =>
      pretty({ model: 'x', hooks, z: [1] }, '\t').replaceAll('\t', indent);
    expect(enable(layOut({ Stop: [stranger] })).text).toBe(
      layOut({ Stop: [stranger, group('Stop')], ...others }),
    );
  });

  it('keeps line ends, the byte order mark and a missing last line end', () => {
    const text = '\uFEFF{\r\n  "a": 1\r\n}';
    const after = enable(text).text;
    expect(after).toBe(
      `\uFEFF${pretty({ a: 1, hooks: ALL_GROUPS }).trimEnd().replaceAll('\n', '\r\n')}`,
    );
  });

  it('keeps one line one line', () => {
    expect(enable('{"a":1}').text).toBe(JSON.stringify({ a: 1, hooks: ALL_GROUPS }));
    expect(enable('{"a": 1}').text).not.toContain('\n');
  });

  it('repairs our own entries in place and keeps what a person added to them', () => {
    const own = {
      statusMessage: 'hi',
      type: 'command',
      command: OLDER.wanted.Stop.command,
      timeout: 60,
      args: [],
    };
    const result = enable(pretty({ hooks: { Stop: [{ matcher: '', hooks: [STRANGER, own] }] } }));
    const { args: _, ...kept } = own;
    expect(JSON.parse(result.text).hooks.Stop).toEqual([
      { matcher: '', hooks: [STRANGER, { ...kept, ...HOOKS.wanted.Stop, timeout: 60 }] },
    ]);
    expect(result.updated).toEqual(['Stop']);
    expect(result.added).not.toContain('Stop');
  });

  it.each([
    [5, 5],
    [60, 60],
    [600, 600],
    [1, 5],
    [0, 5],
    [601, 5],
    ['60', 5],
  ])('makes of the timeout %j: %j', (timeout, expected) => {
    const stop = [{ hooks: [{ ...HOOKS.wanted.Stop, timeout }] }];
    const result = enable(pretty({ hooks: { ...ALL_GROUPS, Stop: stop } }));
    expect(JSON.parse(result.text).hooks.Stop[0].hooks[0].timeout).toBe(expected);
    expect(result.changed).toBe(timeout !== expected);
  });

  it('repairs an older command and keeps the variables that a person set in it', () => {
    const command = OLDER.wanted.Stop.command.replace(
      '|| "/usr/bin',
      '|| MEMENTOR_HOME=/m "/usr/bin',
    );
    const stop = [{ hooks: [{ type: 'command', command, timeout: 5 }] }];
    const result = enable(pretty({ hooks: { ...ALL_GROUPS, Stop: stop } }));
    const repaired = JSON.parse(result.text).hooks.Stop[0].hooks[0].command;
    expect(repaired).toBe(
      HOOKS.wanted.Stop.command.replace(
        '|| "/usr/bin/node"',
        '|| MEMENTOR_HOME=/m "/usr/bin/node"',
      ),
    );
    expect(result.updated).toEqual(['Stop']);
    expect(enable(result.text).changed).toBe(false);
  });

  it('adds no second hook beside one that a person changed, and disable leaves it', () => {
    const command = 'node /opt/mementor/dist/cli.js hook stop; notify-send done';
    const stop = [{ hooks: [{ type: 'command', command }] }];
    const result = enable(pretty({ hooks: { Stop: stop } }));
    expect(JSON.parse(result.text).hooks).toEqual({ ...ALL_GROUPS, Stop: stop });
    expect(result.mixed).toEqual(['Stop']);
    expect(disable(result.text)).toMatchObject({
      text: pretty({ hooks: { Stop: stop } }),
      mixed: ['Stop'],
    });
  });

  it('makes one of several, and removes ours from events we no longer use', () => {
    const hooks = {
      ...ALL_GROUPS,
      Stop: [group('Stop', OLDER), { hooks: [STRANGER, HOOKS.wanted.Stop] }, group('Stop')],
      SubagentStop: [group('Stop', OLDER)],
    };
    const result = enable(pretty({ hooks }));
    expect(JSON.parse(result.text)).toEqual({
      hooks: { ...ALL_GROUPS, Stop: [{ hooks: [STRANGER, HOOKS.wanted.Stop] }] },
    });
    expect(result.updated).toEqual(['SubagentStop', 'Stop']);
  });

  it('counts the last of two equal keys, as JSON does', () => {
    const text = '{"hooks":{"Stop":7},"hooks":{}}';
    expect(JSON.parse(enable(text).text)).toEqual({ hooks: ALL_GROUPS });
    expect(disable(enable(text).text).text).toBe(text);
  });
});

describe('disableIn', () => {
  it('removes an older installation from among other hooks', () => {
    const others = { model: 'x', hooks: { Stop: [{ hooks: [STRANGER] }] } };
    const enabled = enableIn(pretty(others), OLDER, FILE).text;
    expect(disable(enabled)).toMatchObject({ text: pretty(others), changed: true });
    expect(new Set(disable(enabled).removed)).toEqual(new Set(HOOK_EVENTS));
  });

  it('leaves no empty containers behind when there is no receipt', () => {
    expect(disable(pretty({ a: 1, hooks: ALL_GROUPS })).text).toBe(pretty({ a: 1 }));
    expect(disable(pretty({ hooks: ALL_GROUPS })).text).toBe('{}\n');
  });

  it('falls back to cutting out when somebody else changed the file', () => {
    const { text, undo } = enable('{"hooks":{ }}');
    const changed = text.replace('{', '{"model":"x",');
    expect(disableIn(changed, HOOKS, { ...FILE, undo }).text).toBe('{"model":"x"}');
  });

  it('says that there was no file', () => {
    const { text, undo } = enable(undefined);
    expect(disableIn(text, HOOKS, { ...FILE, undo })).toMatchObject({
      text: undefined,
      changed: true,
    });
  });

  it('goes all the way back after an update', () => {
    const before = '{ "a":1, "hooks":{} }';
    const first = enableIn(before, OLDER, FILE);
    const second = enableIn(first.text, HOOKS, { ...FILE, undo: first.undo });
    expect(second.updated).toEqual(HOOK_EVENTS);
    expect(disableIn(second.text, HOOKS, { ...FILE, undo: second.undo }).text).toBe(before);
  });
});

describe('inspectHooks', () => {
  it('tells ours, stale and missing', () => {
    const stop = { ...HOOKS.wanted.Stop, timeout: 1 };
    const text = pretty({
      hooks: {
        SessionStart: [group('SessionStart')],
        Stop: [{ hooks: [stop] }],
        PreCompact: [group('PreCompact', OLDER)],
        SessionEnd: [{ hooks: [STRANGER] }],
      },
    });
    expect(inspectHooks(text, HOOKS, FILE)).toEqual({
      SessionStart: 'ours',
      UserPromptSubmit: 'missing',
      Stop: 'stale',
      PreCompact: 'stale',
      SessionEnd: 'missing',
    });
    expect(new Set(Object.values(inspectHooks(undefined, HOOKS, FILE)))).toEqual(
      new Set(['missing']),
    );
  });
});

describe('refusal', () => {
  it.each([
    ['', '1:1', 'empty'],
    [' \n', '1:1', 'empty'],
    ['\uFEFF', '1:1', 'empty'],
    ['{\n  // x\n}', '2:3', 'a comment'],
    ['{"a": 1, /* x */ "b": 2}', '1:10', 'a comment'],
    ['{\r\n  "a": 1,\r\n}', '2:9', 'a comma after the last element'],
    ['{"a": [1, ]}', '1:9', 'a comma after the last element'],
    ['{"a": 1 "b": 2}', '1:9', 'comma expected'],
    ['{"a": 01}', '1:8', 'comma expected'],
    ['\uFEFF{"a" 1}', '1:6', 'colon expected'],
    ['[]', '1:1', 'does not hold a JSON object'],
    ['null', '1:1', 'does not hold a JSON object'],
    ['{"hooks": []}', '1:11', '`hooks` is not an object'],
    ['{"hooks": {"Stop": {}}}', '1:20', '`hooks.Stop` is not an array'],
    [`{"a": ${'['.repeat(200_000)}`, '', ''],
  ])('of %.30j', (text, place, what) => {
    for (const edit of [enable, disable]) {
      const error = errorOf(() => edit(text));
      expect(error.code).toBe('SETTINGS_INVALID');
      expect(error.message).toContain(`settings.json:${place}`);
      expect(error.message).toContain(what);
      expect(error.hint).toBeTruthy();
    }
  });

  it('of just what JSON.parse refuses', () => {
    const accepts = (work: () => unknown) => {
      try {
        work();
        return true;
      } catch {
        return false;
      }
    };
    const mutilated = fc
      .tuple(settingsText(), fc.nat(), fc.constantFrom(...' ,:"\\{}[]/0-e.\u00a0\f\t\n'))
      .map(([text, at, character]) => {
        const offset = at % text.length;
        return text.slice(0, offset) + character + text.slice(offset + 1);
      });
    fc.assert(
      fc.property(mutilated, (text) => {
        const known = accepts(() => parse(text));
        const ours = accepts(() => enable(text));
        // Only the shape may be refused beyond that.
        if (ours) expect(known).toBe(true);
        else if (known)
          expect(errorOf(() => enable(text)).message).toMatch(/is not an|does not hold/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('for any settings', () => {
  it('disable gives back what enable found, byte for byte', () => {
    fc.assert(
      fc.property(settingsText(), (text) => {
        const { text: enabled, undo } = enable(text);
        expect(disableIn(enabled, HOOKS, { ...FILE, undo }).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('enabling twice is enabling once, and so is disabling', () => {
    fc.assert(
      fc.property(settingsText(OURS), (text) => {
        const once = enable(text).text;
        expect(enable(once)).toMatchObject({ text: once, changed: false, undo: undefined });
        const without = disable(once).text ?? '';
        expect(disable(without)).toMatchObject({ text: without, changed: false, removed: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('all that is not ours stays, in its order', () => {
    fc.assert(
      fc.property(settingsText(OURS), (text) => {
        const strip = (source: string) => JSON.stringify(withoutOurs(parse(source)));
        expect(strip(enable(text).text)).toBe(strip(text));
        expect(strip(disable(enable(text).text).text ?? '')).toBe(strip(text));
        const states = Object.values(inspectHooks(enable(text).text, HOOKS, FILE));
        expect(states.filter((state) => state !== 'ours' && state !== 'mixed')).toEqual([]);
        if (!text.includes('say done')) expect(states).not.toContain('mixed');
      }),
      { numRuns: 200 },
    );
  });

  it('an ordinary layout is restored without a receipt too', () => {
    fc.assert(
      fc.property(settingsValue(1), fc.constantFrom(2, 4, '\t'), (value, indent) => {
        const text = pretty(value, indent);
        expect(disable(enable(text).text).text).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe('isOwnCommand', () => {
  const own = (command: string) => isOwnCommand(command, HOOKS.known);

  it.each([
    // As on Windows.
    '"/usr/bin/node" "/old place/mementor/dist/cli.js" hook stop',
    '"C:/Program Files/nodejs/node.exe" "C:/a/mementor/dist/cli.js" hook session-start',
    'node "/x/Mementor-main/cli.js" hook user-prompt-submit',
    '"/n\\$\\"/node" "/a\\`b/mementor/dist/cli.js" hook stop',
    // A clone of another name that is gone: the command begins with our name.
    hookCommand(program({ nodePath: '/n/node', scriptPath: '/opt/gone/dist/cli.js' }), 'Stop'),
    hookCommand(program({ scriptPath: '/a/cli.js' }), 'Stop', 'A="1 2" B=3 '),
    hookCommand(program({ home: '/m m/"x"' }), 'Stop', 'A=1 '),
    hookCommand(program({ beside: '/v $o/bin' }), 'Stop', 'PATH=/x '),
    hookCommand(program({ isShared: true, home: '/m', beside: '/v' }), 'SessionEnd'),
    hookCommand({ ...program({ home: '/m' }), warm: '/w' }, 'UserPromptSubmit'),
    hookCommand(
      program({ platform: 'win32', home: 'C:\\m', scriptPath: 'C:\\mementor\\cli.js' }),
      'Stop',
    ),
  ])('knows %s', (command) => {
    expect(own(command)).toBe(true);
  });

  it.each([
    "node '/x/lib/node_modules/mementor/dist/cli.js' hook session-end",
    'test ! -f "/x/mementor/dist/cli.js" || "/n/node" "/x/mementor/dist/cli.js" hook stop',
    'test -f /x/mementor/dist/cli.js && node /x/mementor/dist/cli.js hook stop',
    'if [ -f /x/mementor/dist/cli.js ]; then node /x/mementor/dist/cli.js hook stop; fi',
    "sh -c 'node /x/mementor/dist/cli.js hook stop'",
    '/bin/bash -lc "exec node \\"/x/mementor/dist/cli.js\\" hook stop"',
    '. ~/.nvm/nvm.sh; nvm=1; mise exec -- node /x/mementor/dist/cli.js hook stop',
    '"$(which node)" ~/src/mementor/dist/cli.js hook stop 2>/dev/null',
    'nice -n 19 timeout 5 node --max-old-space-size=64 -r /x/y.js /x/mementor/cli.js hook stop',
    'export A=1; MEMENTOR_HOME="/m m" node /x/mementor/dist/cli.js hook stop',
    '/x/mementor/dist/cli.js hook stop',
    'mementor hook stop',
    'node /x/other/cli.js /x/mementor/dist/cli.js hook stop',
    '"/usr/local/bin/mementor" hook session-end &',
    'node /x/mementor/dist/cli.js hook stop >> ~/hooks.log 2>&1',
    'node /x/mementor/dist/cli.js hook stop; rm -rf x',
    'tee ~/log | node /x/mementor/dist/cli.js hook stop',
    "sh -c 'node /x/mementor/dist/cli.js hook stop; notify-send done'",
    'say "done" && mementor hook stop',
    ': mementor; node /a/cli.js hook stop',
    `${hookCommand(HERE, 'Stop')}; make`,
    hookCommand(HERE, 'Stop').replace('test ! -f', 'make || test ! -f'),
    hookCommand(HERE, 'Stop').replace('>/dev/null', '>>~/log'),
    hookCommand(HERE, 'Stop').replace('node "/opt', 'nice node "/opt'),
    hookCommand(HERE, 'Stop').replace('NODE_OPTIONS= mementor', 'true; mementor'),
  ])('leaves alone what a person wrote, and tells of it: %s', (command) => {
    expect(own(command)).toBe(false);
    expect(isEditedCommand(command, HOOKS.known)).toBe(true);
  });

  it.each([
    'node /x/other-tool/cli.js hook stop',
    'node /home/mementor/other-tool/dist/cli.js hook stop',
    'node /home/u/mementor/vendor/other/cli.js hook stop',
    'node /x/mementor/dist/main.js hook stop',
    'node /x/mementor/dist/cli.js hook unknown',
    'echo "mementor" && node /x/other/cli.js hook stop',
    '',
    'mementor query "hook stop"',
    'sh -c',
  ])('does not know %s', (command) => {
    expect(own(command)).toBe(false);
    expect(isEditedCommand(command, HOOKS.known)).toBe(false);
  });

  it('tells of a script that it wrote once, however it is called now', () => {
    const elsewhere = { ...HERE, scriptPath: '/code/main/dist/cli.js' };
    const receipt = [hookCommand(elsewhere, 'Stop')];
    const edited = 'node /code/main/dist/cli.js hook session-start';
    expect(isEditedCommand(edited, HOOKS.known)).toBe(false);
    expect(isEditedCommand(edited, hooksOf(HERE, receipt).known)).toBe(true);
  });

  it('finds the variables that are set for the call', () => {
    const command = hookCommand(HERE, 'Stop', "A='x y' B=2 C=$D ");
    expect(own(command)).toBe(true);
    expect(callIn(command)?.variables).toBe("A='x y' B=2 C=$D ");
  });

  it('knows exactly what was written, wherever that lies', () => {
    const elsewhere = { ...HERE, scriptPath: '/code/main/dist/cli.js' };
    const command = hookCommand(elsewhere, 'Stop');
    expect(own(command)).toBe(true);
    const unnamed = command.replace(': mementor; ', '');
    expect(own(unnamed)).toBe(false);
    expect(isOwnCommand(unnamed, hooksOf(HERE, [unnamed]).known)).toBe(true);
  });
});

describe('hookCommand', () => {
  it('begins with our name, which the client shows in its list of hooks', () => {
    expect(hookCommand(HERE, 'Stop')).toBe(
      [
        ': mementor; test ! -f "/opt/mementor/dist/cli.js" || test ! -x "/usr/bin/node" || NODE_OPTIONS= "/usr/bin/node" "/opt/mementor/dist/cli.js" hook stop || :',
        'test ! -f "/opt/mementor/dist/cli.js" || test -x "/usr/bin/node" || ! command -v node >/dev/null || NODE_OPTIONS= node "/opt/mementor/dist/cli.js" hook stop --instead-of "/usr/bin/node" || :',
        'test -f "/opt/mementor/dist/cli.js" || ! command -v mementor >/dev/null || NODE_OPTIONS= mementor hook stop --instead-of "/opt/mementor/dist/cli.js" || :',
      ].join('; '),
    );
  });

  it.runIf(process.platform !== 'win32')('survives the shell', () => {
    const folder = join(
      temporaryFolder(),
      'a b "c" $HOME `id` \\n \\ ö \'q\' $(id) !x * mementor',
      'dist',
    );
    mkdirSync(folder, { recursive: true });
    const scriptPath = join(folder, 'cli.js');
    writeFileSync(scriptPath, 'console.log(JSON.stringify(process.argv.slice(1)))');
    for (const event of HOOK_EVENTS) {
      const command = hookCommand(program({ nodePath: process.execPath, scriptPath }), event);
      const output = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: {} });
      expect(JSON.parse(output)).toEqual([scriptPath, 'hook', expect.stringMatching(/^[a-z-]+$/)]);
      expect(isOwnCommand(command, new Set())).toBe(true);
    }
  });

  it.runIf(process.platform !== 'win32')('does nothing, quietly, when Mementor is gone', () => {
    const gone = { ...HERE, scriptPath: join(temporaryFolder(), 'mementor/dist/cli.js') };
    for (const event of HOOK_EVENTS) {
      const command = hookCommand({ ...gone, nodePath: process.execPath }, event);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    }
  });

  it.runIf(process.platform !== 'win32')(
    'does nothing when its Node is gone or cannot start',
    () => {
      const folder = join(temporaryFolder(), 'mementor', 'dist');
      const scriptPath = join(folder, 'cli.js');
      mkdirSync(folder, { recursive: true });
      writeFileSync(scriptPath, '');
      const broken = join(folder, 'node');
      writeFileSync(broken, '#!/bin/sh\nexit 9\n', { mode: 0o755 });
      for (const nodePath of [join(folder, 'none'), folder, broken]) {
        const command = hookCommand(program({ nodePath, scriptPath }), 'Stop');
        const { status, stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
        expect({ nodePath, status, stdout }).toEqual({ nodePath, status: 0, stdout: '' });
      }
      const gone = hookCommand(program({ nodePath: join(folder, 'none'), scriptPath }), 'Stop');
      expect(spawnSync('sh', ['-c', gone], { encoding: 'utf8' }).stderr).toBe('');
    },
  );

  it('has forward slashes on Windows', () => {
    const command = hookCommand(
      program({
        nodePath: 'C:\\Program Files\\nodejs\\node.exe',
        scriptPath: 'C:\\m\\mementor\\dist\\cli.js',
        platform: 'win32',
      }),
      'UserPromptSubmit',
    );
    expect(command).toBe(
      '"C:/Program Files/nodejs/node.exe" "C:/m/mementor/dist/cli.js" hook user-prompt-submit',
    );
    expect(isOwnCommand(command, new Set())).toBe(true);
  });
});

/** Parses as Claude Code does: a byte order mark is no error. */
function parse(text: string) {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

function errorOf(work: () => unknown): MementorError {
  try {
    work();
  } catch (error) {
    if (error instanceof MementorError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Settings of other tools, with the given commands of ours among them; containers hold at least `least` elements. */
function settingsValue(least: number, own: string[] = []): fc.Arbitrary<object> {
  const handler = fc.record(
    {
      type: fc.constantFrom('command', 'http'),
      command: fc.constantFrom(
        '',
        'echo mementor',
        STRANGER.command,
        'x "y" ö',
        'say done; mementor hook stop',
        ...own,
      ),
      timeout: fc.nat(),
      args: fc.array(fc.string(), { maxLength: 1 }),
    },
    { requiredKeys: ['type'] },
  );
  const groups = fc.array(
    fc.record(
      { matcher: fc.string(), hooks: fc.array(handler, { minLength: least, maxLength: 2 }) },
      { requiredKeys: ['hooks'] },
    ),
    { minLength: least, maxLength: 2 },
  );
  const event = fc.constantFrom('PreToolUse', 'Whatever', 'SubagentStop', ...HOOK_EVENTS);
  const hooks = fc.dictionary(event, groups, { minKeys: least, maxKeys: 5 });
  const rest = fc.dictionary(
    fc.string().filter((key) => key !== 'hooks'),
    fc.jsonValue(),
    {
      minKeys: least,
      maxKeys: 3,
      noNullPrototype: true,
    },
  );
  return fc.tuple(rest, fc.option(hooks), fc.boolean()).map(([others, section, first]) => {
    if (!section) return others;
    return first ? { hooks: section, ...others } : { ...others, hooks: section };
  });
}

/** The same as text, in layouts from tidy to wild. */
function settingsText(own: string[] = []): fc.Arbitrary<string> {
  const layout = fc.record({
    indent: fc.constantFrom('', '  ', '    ', '\t', ' '),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\uFEFF'),
    head: fc.constantFrom('', '\n', ' '),
    tail: fc.constantFrom('', '\n', '\n\n', ' '),
    gap: fc.constantFrom('', '', ' ', '\n', '\n   '),
  });
  return fc
    .tuple(settingsValue(0, own), layout)
    .map(([value, { indent, eol, bom, head, tail, gap }]) => {
      const text = JSON.stringify(value, null, indent).replaceAll('\n', eol);
      const wild = widen(text, gap);
      return bom + head + wild + tail;
    });
}

/** Puts blanks inside brackets and before commas, outside strings. */
function widen(text: string, gap: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[[{]|[\]},]/g, (token) => {
    if (token.startsWith('"')) return token;
    return token === '[' || token === '{' ? token + gap : gap + token;
  });
}

/** Takes our handlers out, and then all empty containers of the hooks section. */
function withoutOurs(settings: { hooks?: Record<string, { hooks: { command?: string }[] }[]> }) {
  const hooks = Object.entries(settings.hooks ?? {})
    .map(([event, groups]) => {
      const kept = groups.map((each) => ({
        ...each,
        hooks: each.hooks.filter(({ command }) => !OURS.includes(command ?? '')),
      }));
      return [event, kept.filter((each) => each.hooks.length > 0)] as const;
    })
    .filter(([, groups]) => groups.length > 0);
  const { hooks: _, ...others } = settings;
  return [Object.entries(others), hooks];
}
