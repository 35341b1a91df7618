/** What doctor and status say of the files of Mementor's home, and of hooks that stand elsewhere. */

import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeCodeInstallation } from '../../src/agents/claude-code/installation.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeFilesChecks, homeProblems } from '../../src/doctor/home-files.ts';
import { databaseOf, defaultHomeOf, homeOf } from '../../src/home/paths.ts';
import { status } from '../../src/operations/status.ts';
import { type FakeContext, fakeContext, temporaryFolder } from '../helpers/fake-context.ts';

const ALL = { scope: 'user', dryRun: false, json: false } as const;

let folder: string;
let context: FakeContext;

beforeEach(() => {
  folder = temporaryFolder();
  const scriptPath = join(folder, 'mementor/dist/cli.js');
  mkdirSync(dirname(scriptPath), { recursive: true });
  writeFileSync(scriptPath, '');
  context = fakeContext({ homedir: join(folder, 'home'), cwd: folder, scriptPath });
  mkdirSync(homeOf(context), { recursive: true });
});

const found = async () =>
  (await homeFilesChecks(context)).map(({ name, status }) => `${name} ${status}`);

describe('the files of the home', () => {
  it('are well where they are plain files of one’s own, and nothing is left behind', async () => {
    writeFileSync(databaseOf(homeOf(context)), '');
    expect(await found()).toEqual(['locks ok']);
    expect(readdirSync(homeOf(context))).toEqual(['memory.db']);
  });

  it('are named where they are links, to something or to nothing', async () => {
    const disk = join(folder, 'disk');
    writeFileSync(disk, '');
    symlinkSync(disk, databaseOf(homeOf(context)));
    expect(await found()).toEqual(['locks ok', 'link warn']);
    expect(await homeProblems(context)).toEqual([]);
    rmSync(disk);
    expect(await found()).toEqual(['locks ok', 'link fail']);
    const [problem] = await homeProblems(context);
    expect(problem?.detail).toContain(`is a link to ${disk}, which is not there`);
  });

  it('are a second memory where another home was chosen', async () => {
    const other = databaseOf(defaultHomeOf(context));
    writeFileSync(other, '');
    context.env = { MEMENTOR_HOME: join(folder, 'own') };
    expect(await found()).toEqual(['locks ok', 'second memory warn']);
    const [problem] = (await status(context)).document.problems;
    expect(problem?.detail).toContain(dirname(other));
    rmSync(other);
    expect((await status(context)).document.problems).toEqual([]);
  });
});

describe('hooks', () => {
  const checks = async () =>
    (await claudeCodeInstallation.checks[0]?.(context, []))?.map(({ name, status, detail }) => {
      return { name, status, detail };
    }) ?? [];

  it('that use another memory than this command are told', async () => {
    context.env = { MEMENTOR_HOME: join(folder, 'own') };
    await enable.run(ALL, context);
    expect((await checks()).find(({ name }) => name === 'hooks user')?.status).toBe('ok');
    context.env = {};
    expect((await checks()).find(({ name }) => name === 'hooks user')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('there are two memories'),
    });
  });

  it('of another folder of the client, and of another project, are known', async () => {
    const work = join(folder, 'work');
    context.env = { CLAUDE_CONFIG_DIR: work };
    await enable.run(ALL, context);
    context.env = {};
    const settings = join(work, 'settings.json');
    expect((await checks()).map(({ detail }) => detail).join()).not.toContain('no hooks anywhere');
    expect(await checks()).toContainEqual(
      expect.objectContaining({ name: 'hooks elsewhere', detail: `on in ${settings}, not here` }),
    );
    expect((await status(context)).document.hooksElsewhere).toEqual([settings]);
    rmSync(settings);
    expect((await checks()).map(({ detail }) => detail).join()).toContain('no hooks anywhere');
    expect((await status(context)).document.hooksElsewhere).toEqual([]);
  });
});
