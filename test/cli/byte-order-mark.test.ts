/** Files that an editor or a shell has saved with a byte order mark lose nothing by it. */

import { beforeEach, expect, it } from 'vitest';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };
const MARK = '\uFEFF';

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

async function documentOf(...args: readonly string[]) {
  const done = await box.cli([...args, '--json'], { env: WORDS_ALONE });
  expect(done.exitCode, done.stderr).toBe(0);
  return JSON.parse(done.stdout);
}

it.each([
  ['a transcript', 'a.jsonl', () => conversation(box.project).turn('Which glue?', 'Epoxy.')],
  [
    'a history in Markdown',
    '.aider.chat.history.md',
    () => '# aider chat started at 2026-11-17 09:00:00\n\n#### Which glue?  \n\nEpoxy.\n',
  ],
])('%s keeps its first line', async (_, name, text) => {
  const path = box.write(`project/${name}`, `${MARK}${text()}`);
  const read = await documentOf('ingest', path);
  expect(read).toMatchObject({ turns: 1, problems: {} });
  const { hits } = await documentOf('query', 'glue', '--all-projects');
  expect(hits[0].prompt).toBe('Which glue?');
  expect(await documentOf('ingest', path)).toMatchObject({ turns: 0, problems: {} });
});

it.each(['a file', 'standard input'])('an export is imported whole from %s', async (from) => {
  const path = box.write('a.jsonl', conversation(box.project).turn('Which glue?', 'Epoxy.'));
  await documentOf('ingest', path);
  const { stdout } = await box.cli(['export'], { env: WORDS_ALONE });
  const marked = box.write('export.jsonl', `${MARK}${stdout}`);
  const other = sandbox();
  const given = from === 'a file' ? [marked] : ['-'];
  const done = await other.cli(['import', ...given, '--json'], {
    env: WORDS_ALONE,
    stdin: `${MARK}${stdout}`,
  });
  expect(JSON.parse(done.stdout)).toMatchObject({ turns: 1, unreadable: 0 });
});
