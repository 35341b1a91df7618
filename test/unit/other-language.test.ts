/**
 * A multilingual model: imported, used, searched with, and left again. Runs where the engines are
 * built (`npm run build:engines`) and MEMENTOR_TEST_ONNXRUNTIME names ONNX Runtime's library.
 */

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeReady } from '../../src/database/make-ready.ts';
import { openOptions } from '../../src/database/open.ts';
import { enginesAddon } from '../../src/home/paths.ts';
import { SILENT } from '../../src/process/watch.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { TRILINGUAL, trilingualModel } from '../helpers/trilingual-model.ts';
import { writing } from '../helpers/writing.ts';

const library = process.env.MEMENTOR_TEST_ONNXRUNTIME ?? '';
const context = fakeContext({ env: { MEMENTOR_ONNXRUNTIME: library } });
const canRun = library !== '' && existsSync(enginesAddon(context));

async function run(...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function embed() {
  await writing(await openOptions(context), (memory) => makeReady(memory, context, SILENT));
}

async function found(text: string) {
  const { stdout } = await run('query', text, '--all-projects', '--json');
  const { hits, semantic } = JSON.parse(stdout);
  return { semantic, prompts: hits.map(({ prompt }: { prompt: string }) => prompt) };
}

it.runIf(canRun)('questions in another language find what was said in English', async () => {
  const prompts = ['ferry in the harbour', 'flour for the bakery'];
  remember(context, writeTranscript(context, { project: 'project', session: 's-1', prompts }));
  await embed();
  expect(await found('Fähre Hafen')).toMatchObject({ prompts: [] });

  expect(await run('model', 'get', trilingualModel())).toMatchObject({ exitCode: 0 });
  expect(await run('model', 'use', TRILINGUAL)).toMatchObject({ exitCode: 0 });
  // Nothing is embedded by it yet: a question embeds what little waits, for itself alone.
  expect(await found('Fähre Hafen')).toMatchObject({ semantic: true, prompts: [prompts[0]] });
  await embed();
  for (const [question, prompt] of [
    ['Fähre Hafen', prompts[0]],
    ['여객선 항구', prompts[0]],
    ['Mehl Bäckerei', prompts[1]],
    ['밀가루', prompts[1]],
  ] as const) {
    const { semantic, prompts } = await found(question);
    expect([semantic, prompts[0]], question).toEqual([true, prompt]);
  }

  // The vectors of the bundled model were kept.
  expect(await run('model', 'use', 'default')).toMatchObject({ exitCode: 0 });
  expect(await found('ferry harbour')).toMatchObject({ semantic: true });
  expect((await found('Fähre Hafen')).prompts).toEqual([]);
});
