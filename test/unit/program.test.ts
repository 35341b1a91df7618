/** How agents call the program: lines that survive a changed Node, its options, and other shells. */

import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hooksIn, plainLayout } from '../../src/agents/settings-file/hooks.ts';
import { guardedCall, programOf } from '../../src/agents/settings-file/program.ts';
import { enableIn } from '../../src/agents/settings-file/settings-edit.ts';
import { isOfOneVersion, stayingNode } from '../../src/process/node.ts';
import { fakeContext, temporaryFolder } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function put(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  chmodSync(whole, 0o755);
  return whole;
}

/** A stand-in that says which one it is, what it was given, and its options. */
function node(path: string): string {
  return put(path, `#!/bin/sh\necho "${path}|$*|$NODE_OPTIONS"\n`);
}

function run(line: string, env: Record<string, string> = {}, shell = 'sh') {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', line], {
    encoding: 'utf8',
    // Bash takes a socket for a remote shell, and reads a person's files.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  return { status, stdout, stderr };
}

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'busybox', 'fish'].filter(
  (shell) => spawnSync(shell, ['-c', ':']).status === 0,
);

describe.runIf(process.platform !== 'win32')('the line of a call', () => {
  it.each(SHELLS)('in %s starts our Node, else the one in PATH, else mementor', (shell) => {
    const scriptPath = put('m m/cli.js', '');
    const nodePath = node('v1/node');
    const other = node('path/node');
    const mementor = node('path/mementor');
    const where = spawnSync('sh', ['-c', `command -v ${shell}`], {
      encoding: 'utf8',
    }).stdout.trim();
    const env = { PATH: `${dirname(other)}:/usr/bin:/bin`, NODE_OPTIONS: '--require /no/such.js' };
    const line = guardedCall(program({ nodePath, scriptPath, home: '/h' }), 'hook stop', {
      tellsWhatIsGone: true,
    });
    const said = (stdout: string) => ({ status: 0, stdout, stderr: '' });
    expect(run(line, env, shell)).toEqual(said(`v1/node|${scriptPath} hook stop --home /h|\n`));
    rmSync(nodePath);
    expect(run(line, env, shell)).toEqual(
      said(`path/node|${scriptPath} hook stop --home /h --instead-of ${nodePath}|\n`),
    );
    const shim = node('shims/node');
    const beside = program({ nodePath, scriptPath, beside: dirname(shim) });
    const none = { PATH: join(folder, 'none') };
    expect(run(guardedCall(beside, 'x'), none, where)).toEqual(
      said(`shims/node|${scriptPath} x|\n`),
    );
    expect(run(guardedCall(beside, 'x'), env, where)).toEqual(said(`path/node|${scriptPath} x|\n`));
    expect(run(line, none, where)).toEqual(said(''));
    rmSync(scriptPath);
    expect(run(line, env, shell)).toEqual(
      said(`path/mementor|hook stop --home /h --instead-of ${scriptPath}|\n`),
    );
    const shared = guardedCall(program({ nodePath, scriptPath, isShared: true }), 'hook stop');
    expect(run(shared, env, shell)).toEqual(said(''));
    rmSync(mementor);
    expect(run(line, env, shell)).toEqual(said(''));
  });

  it('lets no option of NODE_OPTIONS stop or precede what the program says', () => {
    const scriptPath = put('cli.js', 'console.log("{}")');
    const noisy = put('noisy.js', 'console.log("loaded")');
    const line = guardedCall(program({ nodePath: process.execPath, scriptPath }), 'hook stop');
    for (const NODE_OPTIONS of [`--require ${noisy}`, '--require /none.js', '--no-such-option']) {
      expect(run(line, { NODE_OPTIONS })).toEqual({ status: 0, stdout: '{}\n', stderr: '' });
    }
  });
});

describe.runIf(process.platform !== 'win32')('the Node that stays', () => {
  const found = (nodePath: string, env: Record<string, string> = {}) =>
    stayingNode({ ...fakeContext({ homedir: join(folder, 'home') }), nodePath, env });

  it('is the link to the folder of a version, wherever a manager puts it', () => {
    for (const [real, link, env] of [
      ['brew/Cellar/node/26.5.0/bin/node', 'brew/bin/node', { PATH: join(folder, 'brew/bin') }],
      ['brew2/Cellar/node@22/22.1.0/bin/node', 'brew2/opt/node@22/bin/node', {}],
      ['brew3/Cellar/node/22.1.0_1/bin/node', 'brew3/bin/node', {}],
      [
        'home/.local/share/fnm/node-versions/v22.1.0/installation/bin/node',
        'home/.local/share/fnm/aliases/default/bin/node',
        { PATH: '/run/fnm_multishells/1_2/bin' },
      ],
      [
        'nvm/versions/node/v22.1.0/bin/node',
        'nvm/current/bin/node',
        { NVM_DIR: join(folder, 'nvm') },
      ],
      [
        'store/abc-nodejs-22.1.0/bin/node',
        'profile/bin/node',
        { PATH: `relative:${join(folder, 'profile/bin')}` },
      ],
      [
        'mise/installs/node/22.1.0/bin/node',
        'mise/installs/node/22/bin/node',
        { PATH: join(folder, 'mise/installs/node/22/bin') },
      ],
    ] as const) {
      const nodePath = node(real);
      const path = join(folder, link);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(nodePath, path);
      expect(found(nodePath, env), real).toEqual({ path });
    }
  });

  it('is where it is if no version is in its path, or nothing else is there', () => {
    const plain = node('usr/bin/node');
    const versioned = node('n/22.1.0/bin/node');
    expect(found(plain, { PATH: dirname(versioned) })).toEqual({ path: plain });
    expect(found(versioned, { PATH: `${dirname(versioned)}:/none` })).toEqual({ path: versioned });
    for (const passing of ['fnm_multishells/1_2', 'yarn--17-0.5', 'p/node_modules/.bin']) {
      const path = join(folder, passing, 'node');
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(versioned, path);
      expect(found(versioned, { PATH: dirname(path) }), passing).toEqual({ path: versioned });
    }
  });

  it('has a shim beside it where a manager starts versions by one', () => {
    for (const [real, shim] of [
      ['volta/tools/image/node/22.1.0/bin/node', 'volta/bin/node'],
      ['asdf/installs/nodejs/22.1.0/bin/node', 'asdf/shims/node'],
      ['mise/installs/node/22.1.0/bin/node', 'mise/shims/node'],
    ] as const) {
      const path = node(real);
      const beside = dirname(node(shim));
      expect(found(path, { PATH: `${dirname(path)}:${beside}` })).toEqual({ path, beside });
    }
  });

  it('is kept in a file that names it by another path that stays', () => {
    const nodePath = node('Cellar/node/22.1.0/bin/node');
    const link = join(folder, 'bin/node');
    mkdirSync(dirname(link));
    symlinkSync(nodePath, link);
    const scriptPath = put('mementor/dist/cli.js', '');
    const context = (env: Record<string, string>) =>
      programOf(fakeContext({ homedir: join(folder, 'home'), nodePath, scriptPath, env }));
    const layout = plainLayout({
      client: 'X',
      events: { Stop: 'stop' },
      timeout: 5,
      timeoutMax: 9,
    });
    const written = (text: string, env: Record<string, string>) =>
      enableIn(text, hooksIn(layout, context(env)), { file: 'x' });
    const first = written('{}\n', {});
    expect(first.text).toContain('bin/node');
    const linked = written(first.text, { PATH: dirname(link) });
    expect(linked.updated).toEqual(first.text.includes(`${link}\\"`) ? [] : ['Stop']);
    expect(linked.text).toContain(`\\"${link}\\"`);
    // The link is not in the PATH of another shell.
    expect(written(linked.text, {}).changed).toBe(false);
    rmSync(link);
    copyFileSync('/bin/true', link);
    expect(written(linked.text, {}).updated).toEqual(['Stop']);
  });

  it('knows the folder of a version by its number', () => {
    for (const path of ['/a/v22.1.0/node', '/a/22.1.0_1/node', '/nix/store/x-nodejs-22.1.0/bin']) {
      expect(isOfOneVersion(path), path).toBe(true);
    }
    for (const path of [
      '/usr/bin/node',
      '/opt/node@22/bin/node',
      '/a/22/bin/node',
      '/v22.1/node',
    ]) {
      expect(isOfOneVersion(path), path).toBe(false);
    }
  });
});

describe('the home of a call', () => {
  it('is named where a variable chose it, and not where it is the default one', () => {
    const homedir = join(folder, 'home');
    const of = (env: Record<string, string>) => programOf(fakeContext({ homedir, env })).home;
    expect(of({})).toBeUndefined();
    expect(of({ MEMENTOR_HOME: '' })).toBeUndefined();
    expect(of({ MEMENTOR_HOME: join(homedir, '.local/share/mementor') })).toBeUndefined();
    expect(of({ MEMENTOR_HOME: '/m' })).toBe('/m');
    expect(of({ XDG_DATA_HOME: '/data' })).toBe('/data/mementor');
  });
});
