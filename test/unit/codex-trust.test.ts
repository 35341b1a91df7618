/** Codex's record of trust: what is written, what doctor says of it, and how it goes. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexInstallation } from '../../src/agents/codex/installation.ts';
import { trustText } from '../../src/agents/codex/trust.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';
import { CLI } from '../helpers/sandbox.ts';

const ALL = { agent: 'codex', scope: 'user', json: false, dryRun: false } as const;
const BEFORE = '# mine\nmodel = "x" # fast\n';

/** Lists the hooks of the file as Codex does; a hash is that of the whole entry. */
const FAKE_CODEX = `#!${process.execPath}
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const folder = process.env.HOME + '/.codex/';
const file = folder + 'hooks.json';
const known = () => { try { return readFileSync(folder + 'config.toml', 'utf8'); } catch { return ''; } };
function hooks() {
  const lists = Object.entries(JSON.parse(readFileSync(file, 'utf8')).hooks);
  return lists.flatMap(([event, groups]) => groups.flatMap((group, at) => group.hooks.map((hook, n) => {
    const name = event.replace(/(?!^)[A-Z]/g, (letter) => '_' + letter).toLowerCase();
    const key = file + ':' + name + ':' + at + ':' + n;
    const currentHash = 'sha256:' + createHash('sha256').update(JSON.stringify(hook)).digest('hex');
    const trustStatus = known().includes('"' + currentHash + '"') ? 'trusted' : 'untrusted';
    return { key, currentHash, trustStatus, sourcePath: file, command: hook.command, enabled: true };
  })));
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = method === 'hooks/list' ? { data: [{ hooks: hooks() }] } : {};
  if (id) process.stdout.write(JSON.stringify({ id, result }) + '\\n');
});
`;

function withCodex(overrides: Partial<FakeContext> = {}): FakeContext {
  const first = fakeContext({ scriptPath: CLI });
  const bin = join(first.homedir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), FAKE_CODEX);
  chmodSync(join(bin, 'codex'), 0o755);
  mkdirSync(join(first.homedir, '.codex'));
  writeFileSync(configOf(first), BEFORE);
  return { ...first, env: { HOME: first.homedir, PATH: bin }, ...overrides };
}

function configOf({ homedir }: FakeContext): string {
  return join(homedir, '.codex', 'config.toml');
}

async function checked(context: FakeContext): Promise<string[]> {
  const groups = await Promise.all(codexInstallation.checks.map((check) => check(context)));
  return groups.flat().map(({ status, detail }) => `${status} ${detail}`);
}

describe.skipIf(process.platform === 'win32')('trust', () => {
  it('is written only after a yes', async () => {
    for (const answer of ['', 'n', 'no', 'perhaps']) {
      const context = withCodex({ ask: async () => answer });
      await enable.run(ALL, context);
      expect(context.stderr.text).toContain('/hooks');
      expect(readFileSync(configOf(context), 'utf8')).toBe(BEFORE);
    }
    const silent = withCodex();
    await enable.run(ALL, silent);
    expect(readFileSync(configOf(silent), 'utf8')).toBe(BEFORE);
    const context = withCodex({ ask: async () => 'y' });
    await enable.run(ALL, context);
    expect(context.stdout.text).toContain('Codex trusts 5 hooks');
    expect(readFileSync(configOf(context), 'utf8').match(/trusted_hash/g)).toHaveLength(5);
  });

  it('is asked for no second time, and again when a hook changed', async () => {
    const context = withCodex();
    await enable.run({ ...ALL, trust: true }, context);
    expect(await checked(context)).toEqual([expect.stringContaining('Codex trusts them')]);
    const trusted = readFileSync(configOf(context), 'utf8');
    await enable.run({ ...ALL, trust: true }, context);
    expect(readFileSync(configOf(context), 'utf8')).toBe(trusted);
    const hooks = join(dirname(configOf(context)), 'hooks.json');
    writeFileSync(hooks, readFileSync(hooks, 'utf8').replace('"timeout": 5', '"timeout": 9'));
    expect(await checked(context)).toEqual([expect.stringContaining('1 of 5 hooks')]);
    await enable.run({ ...ALL, trust: true }, context);
    expect(await checked(context)).toEqual([expect.stringContaining('Codex trusts them')]);
    expect(readFileSync(configOf(context), 'utf8').match(/trusted_hash/g)).toHaveLength(5);
  });

  it('goes with the hooks, also what Codex itself wrote, and nothing else', async () => {
    const context = withCodex();
    await enable.run({ ...ALL, trust: true }, context);
    await disable.run(ALL, context);
    expect(readFileSync(configOf(context), 'utf8')).toBe(BEFORE);
    await enable.run(ALL, context);
    const hooks = join(dirname(configOf(context)), 'hooks.json');
    const table = (key: string) => `[hooks.state."${key}"]\ntrusted_hash = "sha256:00"\n`;
    const others = table(`${hooks}:stop:1:0`);
    writeFileSync(configOf(context), `${BEFORE}${table(`${hooks}:stop:0:0`)}${others}`);
    await disable.run(ALL, context);
    expect(readFileSync(configOf(context), 'utf8')).toBe(`${BEFORE}${others}`);
  });

  it('is told to be out of reach where there is no Codex', async () => {
    const context = withCodex({ env: { PATH: '/nowhere' } });
    await expect(enable.run({ ...ALL, trust: true }, context)).rejects.toThrow('no `codex` here');
    const asked = withCodex({ env: { PATH: '/nowhere' }, ask: async () => 'y' });
    await enable.run(ALL, asked);
    expect(readFileSync(configOf(asked), 'utf8')).toBe(BEFORE);
  });
});

describe('the record', () => {
  it('has a table for each hook, and keeps those that a person switched off', () => {
    const hook = (key: string) =>
      ({ key, hash: 'sha256:1', trust: 'untrusted', enabled: true }) as const;
    const off = '[hooks.state."/h:stop:0:0"]\nenabled = false\n';
    const { put } = trustText([hook('/h:pre_compact:0:0')], new Set(['/h:stop:0:0']));
    const text = put(off);
    expect(text.startsWith(off)).toBe(true);
    expect(text).toContain('[hooks.state."/h:pre_compact:0:0"]\ntrusted_hash = "sha256:1"\n');
    expect(trustText([], new Set(['/h:stop:0:0', '/h:pre_compact:0:0'])).takeOut(text)).toBe('');
  });
});
