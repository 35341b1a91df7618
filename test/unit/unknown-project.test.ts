/** A project that nobody knows is refused by every command that takes one, in the same words. */

import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { embed, remember, writeTranscript } from '../helpers/remembered.ts';

const COMMANDS = [
  ['query', 'harbour'],
  ['sessions'],
  ['browse'],
  ['notes'],
  ['status', '--usage'],
  ['why', '-n', '3'],
  ['export'],
  ['forget', '--dry-run'],
];

function remembered(): FakeContext {
  const context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' }, keyboard: keyboard() });
  const written = { project: 'harbour', session: 's1', prompts: ['rig the harbour crane'] };
  remember(context, writeTranscript(context, written));
  return context;
}

/** Only that there is one matters: the picker never opens. */
function keyboard(): NonNullable<FakeContext['keyboard']> {
  return {} as NonNullable<FakeContext['keyboard']>;
}

describe('an unknown project', () => {
  it.each(COMMANDS)('is refused by %s', async (...command) => {
    const context = { ...remembered(), stdout: fakeOutput(), stderr: fakeOutput() };
    const exitCode = await runProgram([...command, '--project', 'harbor'], context);
    expect({ exitCode, stdout: context.stdout.text }).toEqual({ exitCode: 2, stdout: '' });
    expect(context.stderr.text).toBe(
      'error: no project is called harbor\n\nhint: did you mean `--project harbour`?\n',
    );
  });
});

it('an unknown project is near to one whose name a shell would split', async () => {
  const context = { ...fakeContext(), stdout: fakeOutput(), stderr: fakeOutput() };
  const written = { project: 'my harbour', session: 's1', prompts: ['rig the crane'] };
  remember(context, writeTranscript(context, written));
  await runProgram(['query', 'crane', '--project', 'my harbor'], context);
  expect(context.stderr.text).toContain("did you mean `--project 'my harbour'`?");
});

describe('a query of words that are too common', () => {
  it.each([
    ['a', '"a" is too common to search for.'],
    ['???', '"???" has no word in it.'],
  ])('lists nothing: %s', async (text, message) => {
    const context = { ...fakeContext(), stdout: fakeOutput(), stderr: fakeOutput() };
    // In a small memory nothing stands out, and nothing is near.
    const jobs = ['rig', 'sail', 'paint', 'sell', 'repair', 'launch', 'tow', 'beach', 'name', 'a'];
    const prompts = jobs.map((job) => `${job} the skiff`);
    const written = { project: 'harbour', session: 's1', prompts };
    remember(context, writeTranscript(context, written));
    embed(context);
    const exitCode = await runProgram(['query', text, '-a'], context);
    expect({ exitCode, stdout: context.stdout.text }).toEqual({ exitCode: 1, stdout: '' });
    expect(context.stderr.text).toContain(message);
    const json = { ...context, stdout: fakeOutput() };
    await runProgram(['query', text, '-a', '--json'], json);
    expect(JSON.parse(json.stdout.text)).toMatchObject({ hits: [], notes: [] });
  });
});
