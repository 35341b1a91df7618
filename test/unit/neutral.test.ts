/** What every command that shows stored text does with it on a terminal: it never steers it. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { transcriptsRoot } from '../../src/agents/claude-code/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember } from '../helpers/remembered.ts';
import { conversation } from '../helpers/sandbox.ts';

const ERROR = "error TS2339: Property 'anchor' does not exist on type 'Boat'.";

/** Remembers a session in which all that is shown anywhere ends with `mark`. */
function remembered(mark: string): FakeContext {
  const context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
  const cwd = join(context.cwd, `boats${mark}`);
  mkdirSync(cwd, { recursive: true });
  const { prompt, answer, tool } = conversation(cwd, {
    session: '5e551074-0000-4000-8000-000000000001',
    branch: `main${mark}`,
  });
  const file = join(cwd, 'boat.ts');
  const edit = { file_path: file, old_string: `name${mark}`, new_string: `anchor${mark}` };
  const lines = [
    prompt(`make the boats stop ${mark}\n\nfrom now on, use anchors ${mark} for all boats`),
    tool('Write', { file_path: file, content: `name${mark}\n` }),
    tool('Bash', { command: `npx tsc --noEmit ${mark} | head` }, `boat.ts(2,1): ${ERROR} ${mark}`),
    answer(`The interface lacks the anchor ${mark}.`),
    tool('Edit', edit),
    tool('Bash', { command: `npx tsc --noEmit ${mark}`, description: `Check types ${mark}` }, ''),
    answer(`The boats stop ${mark}.`),
  ];
  const path = join(transcriptsRoot(context), 'boats', 'a.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join(''));
  remember(context, path);
  return { ...context, cwd };
}

const COMMANDS = [
  'status',
  'status --transcripts',
  'query boats stop',
  'query boats --explain',
  'query nothing-of-this',
  'sessions',
  'sessions 5e551074',
  'recap --since 2026-11-01',
  'show 5e551074',
  'show 5e551074 --head',
  'show 5e551074 --results',
  `fix ${ERROR}`,
  'how check types',
  'blame boat.ts',
  'recover boat.ts',
  'files boats',
  'why make the boats stop',
  'context',
  'notes',
  'notes --state all',
  'stats',
  'project show',
  'forget 5e551074 --dry-run',
  'restore 5e551074 --dry-run',
  'resume 5e551074',
];

async function printed(context: FakeContext, command: string): Promise<string> {
  const words = command.startsWith('fix') ? ['fix', ERROR] : command.split(' ');
  const [stdout, stderr] = [fakeOutput(true, 120), fakeOutput(true, 120)];
  await runProgram(words, { ...context, stdout, stderr });
  return stdout.text + stderr.text;
}

describe('a terminal', () => {
  let plain: FakeContext;
  let hostile: FakeContext;

  beforeAll(() => {
    plain = remembered('');
    // The title of the window, the screen cleared, and text that runs backwards.
    hostile = remembered('\u001B]0;owned\u0007\u009B2J\u001B[2J\u202E');
  });

  it.each(COMMANDS)('keeps the colours of `%s`', async (command) => {
    expect(await printed(plain, command)).not.toContain('\uFFFD');
  });

  it.each(COMMANDS)('is not steered by what `%s` shows', async (command) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
    const text = (await printed(hostile, command)).replace(/\u001B\[\d+m/g, '');
    expect(text.replace(/[^\p{Cc}\p{Bidi_Control}]|\n/gu, '')).toBe('');
  });
});
