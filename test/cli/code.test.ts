/** The code of a project: reading it, searching it, and who calls whom. */

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderMermaid } from '../../src/output/code/graph.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { begin, mcpClient } from '../helpers/mcp-client.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const FILES = {
  '.gitignore': 'out/\n',
  'src/lock.ts':
    "import { wait } from './wait.js';\n/** Frees what a process held. */\nexport function release(id: string) {\n  return wait(id);\n}\n",
  'src/wait.ts': 'export const wait = (id: string) => id;\n',
  'README.md': '# Locks\n\nA lock is freed when its process ends.\n',
  'out/made.ts': 'export function made() {}\n',
  'data.json': '{}\n',
};

let box: Sandbox;
let folder: string;

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const run = async (...args: string[]) => await box.cli(args, { cwd: folder });

async function json(...args: string[]) {
  const { stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

beforeAll(() => {
  box = sandbox();
  folder = join(box.root, 'locks');
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', folder]);
  write(FILES);
});

describe('the code of a project', () => {
  it('is searched once it was read', async () => {
    const before = await run('search', 'release', '--mode', 'code');
    expect(before.exitCode).toBe(2);
    expect(before.stderr).toContain('mementor index');
    const { stdout } = await run('index');
    expect(stdout).toContain('3 files');
    expect(stdout).toMatch(/2\s+no code and no document\s+data\.json, \.gitignore/);
  });

  it('is found by its documentation, as other tools expect it', async () => {
    const { hits } = await json('search', 'frees what was held', '--mode', 'code', '--k', '1');
    const place = { path: 'src/lock.ts', start: 3, end: 5, kind: 'function', symbol: 'release' };
    expect(hits).toEqual([
      expect.objectContaining({ ...place, signature: 'export function release(id: string)' }),
    ]);
    expect(hits[0].snippet).toContain('return wait(id);');
    const docs = await json('query', 'when a process ends', '--in', 'docs');
    expect(docs.hits.map(({ path }: { path: string }) => path)).toEqual(['README.md']);
    const { stdout } = await run('query', 'lock process', '--in', 'code,docs');
    expect(stdout).toContain('README.md:1-3');
    expect((await run('query', 'lock', '--in', 'nowhere')).stderr).toContain("not 'nowhere'");
  });

  it('is searched by the filters that files can meet, and by no other', async () => {
    const paths = async (...args: string[]) => {
      const { hits } = JSON.parse((await run('query', ...args, '--json')).stdout);
      return [...new Set(hits.map(({ path }: { path: string }) => path))];
    };
    expect(await paths('wait', '--in', 'code')).toEqual(['src/wait.ts', 'src/lock.ts']);
    expect(await paths('wait', '--in', 'code', '--file', 'src/lock.ts')).toEqual(['src/lock.ts']);
    utimesSync(join(folder, 'src/lock.ts'), 1_700_000_000, 1_700_000_000);
    expect((await run('index')).exitCode).toBe(0);
    expect(await paths('wait', '--in', 'code', '--since', '1h')).toEqual(['src/wait.ts']);
    expect(await paths('wait', '--in', 'code', '--until', '2023-12-31')).toEqual(['src/lock.ts']);
    const none = await run('query', 'wait', '--in', 'code', '--file', 'nowhere.ts');
    expect(none.exitCode).toBe(1);
    expect(none.stderr).toBe(
      'Nothing found for "wait" with --file "nowhere.ts" in 0 indexed files.\n\nhint: leave a filter out; `--in all` searches conversations too\n',
    );
    const { exitCode, stderr } = await run('query', 'wait', '--in', 'code', '--branch', 'main');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('code and documents have no branch');
  });

  it('says whether it has what was asked for', async () => {
    const first = async (text: string) =>
      (await run('query', text, '--in', 'code')).stdout.split('\n', 1)[0];
    expect(await first('release what a process held')).toBe('Found:');
    expect(await first('release zebra giraffe')).toBe(
      'Not here: no indexed file has "zebra" or "giraffe"; the nearest:',
    );
    const said = await json('query', 'release zebra giraffe', '--in', 'code');
    expect(said).toMatchObject({ answered: 'not-here', missing: ['zebra', 'giraffe'] });
  });

  it('is read in the pager where it is longer than the screen', async () => {
    const paged = async (...args: string[]) => {
      const file = join(box.root, 'paged');
      rmSync(file, { force: true });
      const context = fakeContext({
        cwd: folder,
        env: { PAGER: `cat > ${file}`, MEMENTOR_HOME: box.memory, NO_COLOR: '1' },
        stdout: fakeOutput(true, 80, 2),
      });
      expect(await runProgram(args, context)).toBe(0);
      expect(context.stdout.text).toBe('');
      return readFileSync(file, 'utf8');
    };
    expect(await paged('query', 'wait', '--in', 'code')).toContain('\n3  src/lock.ts:3-5');
    expect(await paged('graph', 'src/lock.ts')).toContain('release');
  });

  it('is shown by who calls whom', async () => {
    const { stdout } = await run('graph', 'wait', '--callers');
    expect(stdout).toBe('wait  src/wait.ts:1\n└─ release  src/lock.ts:3 · import\n');
    const graph = await json('graph', 'src/lock.ts', '--callees');
    expect(graph.edges).toEqual([expect.objectContaining({ how: 'import', confidence: 0.9 })]);
    expect((await run('graph', 'nothing')).stderr).toContain('nothing indexed is called nothing');
  });

  it('is read again where it changed', async () => {
    execFileSync('git', ['-C', folder, 'add', '.']);
    write({ 'src/wait.ts': 'export const pause = (id: string) => id;\n' });
    renameSync(join(folder, 'README.md'), join(folder, 'LOCKS.md'));
    const changed = await json('index', '--changed');
    expect(changed).toMatchObject({ changed: 1, renamed: 1, unchanged: 0 });
    const again = await json('index');
    expect(again).toMatchObject({ changed: 0, renamed: 0, unchanged: 3 });
    const { hits } = await json('search', 'pause', '--mode', 'code');
    expect(hits[0]).toMatchObject({ path: 'src/wait.ts', symbol: 'pause' });
  });

  it('is as it is on the disk whenever it is asked for', async () => {
    write({ 'src/berth.ts': 'export function moored(id: string) {\n  return release(id);\n}\n' });
    const { hits } = await json('search', 'moored', '--mode', 'code');
    expect(hits[0]).toMatchObject({ path: 'src/berth.ts', symbol: 'moored' });
    const { edges } = await json('graph', 'release', '--callers');
    expect(edges).toHaveLength(1);
    rmSync(join(folder, 'src/berth.ts'));
    const gone = await run('search', 'moored', '--mode', 'code');
    expect(gone.exitCode).toBe(1);
  });

  it('is no more than what was asked to be read', async () => {
    const part = join(box.root, 'part');
    const at = { cwd: part };
    mkdirSync(join(part, 'src'), { recursive: true });
    execFileSync('git', ['init', '-q', part]);
    writeFileSync(join(part, 'src/keel.ts'), 'export const keel = 1;\n');
    writeFileSync(join(part, 'other.ts'), 'export const mast = 1;\n');
    expect((await box.cli(['index', 'src'], at)).exitCode).toBe(0);
    writeFileSync(join(part, 'src/keel.ts'), 'export const rudder = 1;\n');
    const found = await box.cli(['search', 'rudder', '--mode', 'code'], at);
    expect(found.stdout).toContain('src/keel.ts:1');
    expect((await box.cli(['search', 'mast', '--mode', 'code'], at)).exitCode).toBe(1);
  });

  it('is searched as it was read where it cannot be written now', async () => {
    write({ 'src/hull.ts': 'export const hull = 1;\n' });
    const hidden = { cwd: folder, env: { MEMENTOR_EXCLUDE: folder } };
    const known = await box.cli(['search', 'release', '--mode', 'code'], hidden);
    expect(known.stdout).toContain('src/lock.ts');
    expect((await box.cli(['search', 'hull', '--mode', 'code'], hidden)).exitCode).toBe(1);
    rmSync(join(folder, 'src/hull.ts'));
  });

  it('is not read where its folder is excluded, and goes with a purge', async () => {
    await box.cli(['config', 'exclude', '--add', folder]);
    const { exitCode, stderr } = await run('index');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('exclude');
    expect(readdirSync(join(box.memory, 'code')).length).toBeGreaterThan(0);
    await box.cli(['disable', '--purge', '--yes']);
    expect(() => readdirSync(join(box.memory, 'code'))).toThrow();
  });
});

describe('the conversations about code', () => {
  const options = { env: { MEMENTOR_MODELS: '/nonexistent/models' } };
  const retry =
    'export function retry(send: Send) {\n  const pause = backoff(send.failures);\n  return later(pause, send);\n}\n';
  const waits = retry.replace('backoff(', 'capped(60, backoff)(');
  const stop = '/** Gives a retry up. */\nexport function stop(send: Send) {\n  send.end();\n}\n';
  let own: Sandbox;

  const found = async (...args: string[]) => {
    const { stdout } = await own.cli(['query', 'retry', ...args, '--json'], options);
    return JSON.parse(stdout).hits;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a hit
  const saidAt = (hits: any[], symbol: string): string[] =>
    hits
      .find((hit) => hit.symbol === symbol)
      .conversations.map(({ prompt }: { prompt: string }) => prompt);

  beforeAll(async () => {
    own = sandbox();
    execFileSync('git', ['init', '-q', own.project]);
    own.write('project/src/retry.ts', waits + stop);
    expect((await own.cli(['index'], options)).exitCode).toBe(0);
  });

  it('are none while nothing is remembered', async () => {
    expect(saidAt(await found('--in', 'code'), 'retry')).toEqual([]);
    expect(saidAt(await found('--in', 'all'), 'retry')).toEqual([]);
  });

  it('stand at the symbols that they changed, the newest first, and at no other', async () => {
    const { prompt, tool, answer } = conversation(own.project);
    const file_path = own.path('project/src/retry.ts');
    const lines = [
      prompt('send again after a failure'),
      tool('Write', { file_path, content: retry.replace('later', 'soon') }),
      answer('We decided to retry with backoff.'),
      prompt('wait longer each time'),
      tool('Edit', { file_path, old_string: 'soon(', new_string: 'later(' }),
      answer('It does.'),
      prompt('never longer than a minute'),
      tool('Edit', { file_path, old_string: retry, new_string: waits }),
      answer('Capped.'),
    ];
    const transcript = own.write('transcripts/a.jsonl', lines.join(''));
    expect((await own.cli(['ingest', transcript], options)).exitCode).toBe(0);
    expect(
      (await own.cli(['remember', 'retry at most five times', '--kind', 'rule'], options)).exitCode,
    ).toBe(0);
    const hits = await found('--in', 'code');
    expect(saidAt(hits, 'retry')).toEqual(['never longer than a minute', 'wait longer each time']);
    expect(saidAt(hits, 'stop')).toEqual([]);
    const { stdout } = await own.cli(['search', 'retry', '--mode', 'code'], options);
    expect(stdout).toMatch(/\n {3}> wait longer each time +2026-11-17 · turn \w{8}\n/);
  });

  it('name what they changed, and what changed it again', async () => {
    const [hit] = await found('--in', 'code');
    const [last, before] = hit.conversations.map(({ turn }: { turn: string }) => turn);
    const { stdout } = await own.cli(['show', before], options);
    expect(stdout).toContain(`\nchanged  retry (again in turn ${last.slice(0, 8)})\n`);
    const shown = JSON.parse((await own.cli(['show', last, '--json'], options)).stdout);
    const place = { path: 'src/retry.ts', symbol: 'retry', kind: 'function', start: 1, end: 4 };
    expect(shown.symbols).toEqual([{ ...place, since: null }]);
  });

  it('follow what moved in the file since it was indexed, and leave what is gone', async () => {
    own.write('project/src/retry.ts', `import { later } from './later';\n\n\n\n${waits}`);
    const hits = await found('--in', 'code');
    expect(saidAt(hits, 'retry')).toHaveLength(2);
    expect(hits).not.toContainEqual(expect.objectContaining({ symbol: 'stop' }));
    own.write('project/src/retry.ts', waits + stop);
  });

  it('are searched beside code, as are notes', async () => {
    const kinds = async (sources: string): Promise<string[]> => {
      const hits = await found('--in', sources);
      return [...new Set<string>(hits.map(({ kind }: { kind: string }) => kind))].sort();
    };
    expect(await kinds('notes,code')).toEqual(['function', 'note']);
    expect(await kinds('turns,code')).toEqual(['function', 'turn']);
    expect(await kinds('all')).toEqual(['function', 'note', 'turn']);
    const { stdout } = await own.cli(['query', 'retry', '--in', 'notes,code'], options);
    expect(stdout).toMatch(/\d {2}\S+ · note \w{8} {2}note rule\n {3}retry at most five times\n/);
  });

  it('are given to an agent that asks for code', async () => {
    const client = mcpClient(own.start(['mcp'], { stdin: null, ...options }));
    await begin(client);
    const code = await client.call('memory_search', { query: 'retry', kinds: ['code'] });
    expect(code.text).toMatch(
      /\nsrc\/retry\.ts:1-4 · function retry\n {2}export function retry\(send: Send\)\n {2}changed in \[\w{8}\] 2026-11-17: never longer than a minute\n/,
    );
    expect(code.text).not.toContain('person asked');
    expect(code.text).toMatch(/^found: /);
    const near = await client.call('memory_search', { query: 'retry zebra', kinds: ['code'] });
    expect(near.text).toMatch(/^(related|not here): .* Not searched: what was said\.\n/);
    const both = await client.call('memory_search', { query: 'retry', kinds: ['code', 'turn'] });
    expect(both.text).toContain('src/retry.ts:1-4');
    expect(both.text).toContain('person asked');
    const said = await client.call('memory_search', { query: 'retry' });
    expect(said.text).not.toContain('src/retry.ts:1-4');
    const none = await client.call('memory_search', { query: 'zebra', kinds: ['code'] });
    expect(none.text).toContain('not here: no indexed file has these words');
    const docs = await client.call('memory_search', { query: 'retry', kinds: ['docs'] });
    expect(docs.text).toContain('not here');
  });
});

describe('a diagram', () => {
  it('is no markup, whatever a name is', () => {
    const node = { kind: 'method', start: 1, end: 1, isRoot: true };
    const nodes = [
      { ...node, path: 'a"]b.ts', symbol: 'x"]; click y "javascript:1"' },
      { ...node, path: 'c.ts', symbol: 'z\n%%{init}%%', isRoot: false },
    ];
    const edges = [{ from: 0, to: 1, how: 'unresolved' as const, confidence: 0.5, line: 1 }];
    const place = { version: 1, root: '/', target: 'x', direction: 'both' as const, isCut: false };
    const lines = renderMermaid({ ...place, nodes, edges }).split('\n');
    expect(lines).toContain('    n0["x#34;#93;#59; click y #34;javascript:1#34;"]:::asked');
    expect(lines).toContain('  n0 -.-> n1');
    expect(lines.join('')).not.toContain('%%');
  });
});
