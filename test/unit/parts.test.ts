/** Several parts of an installation in one call of `enable` and `disable`, on real folders. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { databaseOf, homeOf } from '../../src/home/paths.ts';
import { eachPart } from '../../src/operations/parts.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';

let context: FakeContext;

beforeEach(() => {
  context = fakeContext({ scriptPath: import.meta.filename });
});

async function run(...args: string[]) {
  const [stdout, stderr] = [fakeOutput(), fakeOutput()];
  const exitCode = await runProgram(args, { ...context, stdout, stderr });
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Every file below the agent's folder with its text. */
function files(): Record<string, string> {
  const folder = join(context.homedir, '.claude');
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((e) => join(e.parentPath, e.name));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

describe('parts of an installation', () => {
  it('are enabled together as they are one after the other, and disabled so', async () => {
    const both = await run('enable', '--skill', '--mcp');
    expect(both).toMatchObject({ exitCode: 0, stderr: '' });
    expect(both.stdout).toMatch(/Enabled Mementor's tools .*[\s\S]*Enabled Mementor's skill/);
    const together = files();
    const folder = pluginFolder('user', context);
    expect(Object.keys(together)).toContain(join(folder, '.mcp.json'));
    mkdirSync(homeOf(context), { recursive: true });
    writeFileSync(databaseOf(homeOf(context)), '');
    const gone = await run('disable', '--mcp', '--skill');
    expect(gone.stdout).toMatch(/Disabled Mementor's tools .*[\s\S]*Disabled Mementor's skill/);
    expect(gone.stdout.split('Your memory is kept')).toHaveLength(2);
    expect(files()).toEqual({});
    await run('enable', '--mcp');
    await run('enable', '--skill');
    expect(files()).toEqual(together);
  });

  it('are all there in the document', async () => {
    const { stdout } = await run('enable', '--mcp', '--statusline', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      parts: [
        { agent: 'claude-code', mcp: true, dryRun: true, changed: true },
        { agent: 'claude-code', statusline: true, dryRun: true, changed: true },
      ],
    });
    expect(files()).toEqual({});
    await run('enable', '--mcp', '--statusline');
    const gone = JSON.parse((await run('disable', '--mcp', '--statusline', '--json')).stdout);
    expect(gone.parts).toMatchObject([{ changed: true }, { changed: true }]);
  });

  it.each([
    { calls: ['', '--mcp --skill --statusline --warm'] },
    { calls: ['--warm', ''] },
    { calls: ['', '--warm'] },
    { calls: ['--statusline', '', '--warm'] },
    { calls: ['', '--statusline', '--warm'] },
    { calls: ['--mcp', '', '--warm'] },
  ])('leave no file and no folder behind: $calls', async ({ calls }) => {
    for (const call of calls) {
      const { exitCode } = await run('enable', ...call.split(' ').filter((word) => word !== ''));
      expect(exitCode).toBe(0);
    }
    await run('disable');
    expect(existsSync(join(context.homedir, '.claude'))).toBe(false);
  });

  it('are refused together where one of them is, and nothing is changed', async () => {
    expect(await run('enable', '--mcp', '--statusline', '--project')).toMatchObject({
      exitCode: 2,
    });
    expect(await run('enable', '--mcp', '--skill', '--agent', 'gemini')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('for Claude Code only'),
    });
    expect(readdirSync(context.homedir)).toEqual(['project']);
  });

  it('stay one call where one or none is named', () => {
    expect(eachPart({ mcp: true, dryRun: true })).toEqual([{ mcp: true, dryRun: true }]);
    expect(eachPart({ dryRun: true })).toEqual([{ dryRun: true }]);
  });
});
