/** The plugin in OpenCode: what it sends to hooks, what it adds to a prompt, and that it never throws. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { pluginPath, settingsPaths } from '../../src/agents/opencode/paths.ts';
import {
  commandsIn,
  isPlugin,
  PLUGIN_EVENTS,
  pluginText,
} from '../../src/agents/opencode/plugin-text.ts';
import { missingFiles } from '../../src/agents/settings-file/hook-files.ts';
import type { World } from '../../src/process/world.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';

interface Part {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
}

interface Hooks {
  readonly event: (input: { event: object }) => Promise<void>;
  readonly 'chat.message': (
    input: object,
    output: { message: { id: string }; parts: Part[] },
  ) => Promise<void>;
}

/** A program in place of ours: it notes what it got, and prints what `ctl.json` says. */
const PROGRAM = `
const fs = require('node:fs');
const [, script, , event] = process.argv;
const payload = JSON.parse(fs.readFileSync(0, 'utf8'));
fs.appendFileSync(script + '.log', JSON.stringify({ event, ...payload }) + '\\n');
const said = JSON.parse(fs.readFileSync(script + '.json', 'utf8'));
process.stdout.write(said[event] ?? '');
`;

const added = (additionalContext: string) => JSON.stringify({ additionalContext });

interface Made {
  readonly hooks: Hooks;
  readonly calls: () => Record<string, unknown>[];
  /** Sends a prompt; returns the parts behind those of the person. */
  readonly prompt: (text: string, options?: { session?: string; id?: string }) => Promise<Part[]>;
}

let number = 0;

async function plugin(said: object = {}, parents: Record<string, string> = {}): Promise<Made> {
  const folder = temporaryFolder();
  const script = join(folder, 'cli.cjs');
  writeFileSync(script, PROGRAM);
  writeFileSync(`${script}.json`, JSON.stringify(said));
  const file = join(folder, 'mementor.mjs');
  writeFileSync(file, pluginText(program({ nodePath: process.execPath, scriptPath: script })));
  const { Mementor } = await import(pathToFileURL(file).href);
  const get = async ({ path }: { path: { id: string } }) => {
    if (path.id === 'ses_lost') throw new Error('no such session');
    return { data: { parentID: parents[path.id] } };
  };
  const messages = async ({ path }: { path: { id: string } }) => ({
    data: path.id === 'ses_new' ? [{ info: { id: 'msg_new' } }] : [{ info: { id: 'msg_earlier' } }],
  });
  const client = { session: { get, messages } };
  const hooks: Hooks = await Mementor({ client, directory: '/srv/weir' });
  const calls = () =>
    existsSync(`${script}.log`)
      ? readFileSync(`${script}.log`, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  const prompt: Made['prompt'] = async (text, { session = 'ses_a', id } = {}) => {
    number += 1;
    const own = [{ id: 'prt_20a1527d0001hF0QiNR3DT1cAa', type: 'text', text }];
    const output = { message: { id: id ?? `msg_${number}` }, parts: [...own] as Part[] };
    await hooks['chat.message']({ sessionID: session }, output);
    return output.parts.slice(own.length);
  };
  return { hooks, calls, prompt };
}

const created = (id: string, parentID?: string) => ({
  event: { type: 'session.created', properties: { info: { id, parentID } } },
});
const idle = (sessionID: string) => ({
  event: { type: 'session.idle', properties: { sessionID } },
});

describe('a prompt', () => {
  it('gets what the hook adds, behind what the person typed, once', async () => {
    const { prompt, calls } = await plugin({ 'user-prompt-submit': added('the port is 6543') });
    const [part, ...rest] = await prompt('which port?', { id: 'msg_once' });
    expect(rest).toEqual([]);
    expect(part).toMatchObject({
      id: 'prt_20a1527d0002hF0QiNR3DT1cAa',
      sessionID: 'ses_a',
      messageID: 'msg_once',
      type: 'text',
      text: 'the port is 6543',
      synthetic: true,
    });
    expect(await prompt('which port?', { id: 'msg_once' })).toEqual([]);
    expect(calls()).toEqual([
      {
        event: 'user-prompt-submit',
        sessionID: 'ses_a',
        directory: '/srv/weir',
        prompt: 'which port?',
      },
    ]);
  });

  it('of a subagent, of the client or of another plugin gets nothing', async () => {
    const said = { 'user-prompt-submit': added('the port is 6543') };
    const { hooks, prompt, calls } = await plugin(said, { ses_old: 'ses_a' });
    await hooks.event(created('ses_child', 'ses_a'));
    expect(await prompt('count the fish', { session: 'ses_child' })).toEqual([]);
    // It was made before the client was started.
    expect(await prompt('count on', { session: 'ses_old' })).toEqual([]);
    const parts: Part[] = [{ id: 'prt_1', type: 'text', text: 'Continue', synthetic: true }];
    await hooks['chat.message']({ sessionID: 'ses_a' }, { message: { id: 'msg_s' }, parts });
    expect(parts).toHaveLength(1);
    expect(calls()).toEqual([]);
    expect(await prompt('which port?', { session: 'ses_lost' })).toHaveLength(1);
  });

  it('first of a session gets what the session is told, and so does one after a compaction', async () => {
    const said = { 'session-start': added('work stopped here'), 'user-prompt-submit': '' };
    const { hooks, prompt, calls } = await plugin(said);
    await hooks.event(created('ses_a'));
    await hooks.event(created('ses_child', 'ses_a'));
    expect((await prompt('go on')).map(({ text }) => text)).toEqual(['work stopped here']);
    expect(await prompt('and on')).toEqual([]);
    const properties = { sessionID: 'ses_a' };
    await hooks.event({ event: { type: 'session.compacted', properties } });
    expect(await prompt('and on')).toHaveLength(1);
    const starts = calls().filter(({ event }) => event === 'session-start');
    expect(starts.map(({ source }) => source)).toEqual(['startup', 'compact']);
  });

  it('first of a session that the client tells of too late is told as well, and once', async () => {
    const said = { 'session-start': added('work stopped here') };
    const { hooks, prompt } = await plugin(said);
    const session = 'ses_new';
    expect(await prompt('go on', { session, id: 'msg_new' })).toHaveLength(1);
    await hooks.event(created(session));
    expect(await prompt('and on', { session })).toEqual([]);
    expect(await prompt('go on', { session: 'ses_resumed' })).toEqual([]);
  });

  it('goes on where the hook prints something else, or cannot be started', async () => {
    for (const text of ['no JSON', '[]', '{"additionalContext":1}', 'null']) {
      const { prompt } = await plugin({ 'user-prompt-submit': text });
      expect(await prompt('which port?')).toEqual([]);
    }
    const file = join(temporaryFolder(), 'gone.mjs');
    const gone = program({ nodePath: '/no/node', scriptPath: '/no/cli.js' });
    writeFileSync(file, pluginText(gone));
    const { Mementor } = await import(pathToFileURL(file).href);
    const hooks: Hooks = await Mementor({ client: {}, directory: '/' });
    const parts: Part[] = [{ id: 'x', type: 'text', text: 'why?' }];
    await hooks['chat.message']({ sessionID: 'ses_a' }, { message: { id: 'm' }, parts });
    expect(parts).toHaveLength(1);
    await hooks.event({ event: { type: 'session.created', properties: undefined as never } });
    await hooks.event({ event: { type: 'toString' } });
  });
});

describe('the end of a turn', () => {
  it('is handed over for the session of a person alone', async () => {
    const { hooks, calls } = await plugin();
    await hooks.event(created('ses_child', 'ses_a'));
    await hooks.event(idle('ses_child'));
    await hooks.event(idle('ses_a'));
    await vi.waitFor(() => expect(calls()).toHaveLength(1), { timeout: 10_000 });
    expect(calls()).toEqual([{ event: 'stop', sessionID: 'ses_a', directory: '/srv/weir' }]);
  });
});

describe('the text of the plugin', () => {
  const installed = program({ nodePath: '/n o/node', scriptPath: '/gone/cli.js' });

  it('is known as ours, and names what it runs', () => {
    const text = pluginText(installed);
    expect(isPlugin(text)).toBe(true);
    expect(isPlugin(text.replace('// Mementor', '// mine'))).toBe(false);
    expect(missingFiles(commandsIn(text, 'linux'))).toEqual(['/n o/node', '/gone/cli.js']);
    expect(commandsIn(text.replace('const program', 'let program'), 'linux')).toEqual([]);
    for (const event of PLUGIN_EVENTS) expect(text).toContain(`"${event}"`);
  });

  it('is where the client looks on every system', () => {
    const mac: World = { env: {}, homedir: '/Users/u', cwd: '/Users/u/p', platform: 'darwin' };
    const windows: World = { env: {}, homedir: 'C:\\Users\\u', cwd: 'C:\\p', platform: 'win32' };
    expect(pluginPath(mac)).toBe('/Users/u/.config/opencode/plugins/mementor.js');
    expect(pluginPath(windows)).toBe('C:\\Users\\u\\.config\\opencode\\plugins\\mementor.js');
    const moved = { ...mac, env: { XDG_CONFIG_HOME: '/etc/u' } };
    expect(settingsPaths(moved)[1]).toBe('/etc/u/opencode/opencode.json');
  });
});
