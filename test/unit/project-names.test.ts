/** Names of projects that share one. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

describe('lists', () => {
  const context = fakeContext();
  remember(
    context,
    writeTranscript(context, { project: 'work/cli', session: 'aaaa-1', prompts: ['sort flags'] }),
    writeTranscript(context, { project: 'play/cli', session: 'bbbb-2', prompts: ['sort colours'] }),
    writeTranscript(context, { project: 'notes', session: 'cccc-3', prompts: ['sort recipes'] }),
  );
  const run = async (...args: string[]) => {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await runProgram(args, fresh);
    return fresh.stdout.text;
  };
  const keyOf = (project: string) => join(context.homedir, project);

  it('name both of two projects by what tells them apart', async () => {
    const lists = [
      await run('query', 'sort', '--all-projects'),
      await run('sessions', '--all-projects'),
      await run('status'),
      (await run('show', 'aaaa-1')) + (await run('show', 'bbbb-2')) + (await run('show', 'cccc-3')),
    ];
    for (const list of lists) {
      expect(list).toContain('work/cli');
      expect(list).toContain('play/cli');
      // What is told apart already is not made longer.
      expect(list).toMatch(/(?<!\/)\bnotes\b/);
    }
    expect(lists.join('')).not.toMatch(/(?:^|·) cli\b/m);
  });

  it('give scripts the key of each project', async () => {
    const hits = JSON.parse(await run('query', 'sort', '--all-projects', '--json')).hits;
    const keys = hits.map(({ project, projectKey }: Record<string, string>) => [
      project,
      projectKey,
    ]);
    expect(keys.sort()).toEqual(
      [
        ['cli', keyOf('work/cli')],
        ['cli', keyOf('play/cli')],
        ['notes', keyOf('notes')],
      ].sort(),
    );
    const { sessions } = JSON.parse(await run('sessions', '--all-projects', '--json'));
    expect(sessions).toContainEqual(expect.objectContaining({ projectKey: keyOf('work/cli') }));
    expect(JSON.parse(await run('show', 'aaaa-1', '--json'))).toMatchObject({
      projectKey: keyOf('work/cli'),
    });
  });

  it('show names that --project takes', async () => {
    const { sessions } = JSON.parse(await run('sessions', '--project', 'play/cli', '--json'));
    expect(sessions).toMatchObject([{ session: 'bbbb-2' }]);
    const both = JSON.parse(await run('sessions', '--project', 'cli', '--json'));
    expect(both.sessions).toHaveLength(2);
  });
});
