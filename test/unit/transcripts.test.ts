/** Which files count as transcripts, and in which order. */

import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { transcriptsRoot } from '../../src/agents/claude-code/paths.ts';
import { transcripts } from '../../src/agents/claude-code/transcripts.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';

const {
  all: allTranscripts,
  nowIn,
  startedHere,
  subagentsOf,
  under: transcriptsUnder,
} = transcripts;

let context: FakeContext;
let root: string;

beforeEach(() => {
  context = fakeContext();
  root = transcriptsRoot(context);
});

/** Writes a file of `seconds` bytes, modified at that second. */
function put(name: string, seconds: number): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x'.repeat(seconds));
  utimesSync(path, seconds, seconds);
}

async function names(): Promise<string[]> {
  return (await allTranscripts(context)).map((found) => basename(found.path));
}

describe('allTranscripts', () => {
  it('is empty without a folder, and when a file stands in its place', async () => {
    expect(await names()).toEqual([]);
    mkdirSync(dirname(root), { recursive: true });
    writeFileSync(root, '');
    expect(await names()).toEqual([]);
  });

  it('lists those of every project, newest first', async () => {
    put('-a/old.jsonl', 10);
    put('-b/new.jsonl', 30);
    put('-a/middle.jsonl', 20);
    expect(await allTranscripts(context)).toEqual([
      { path: join(root, '-b/new.jsonl'), bytes: 30, modifiedAtMs: 30_000 },
      { path: join(root, '-a/middle.jsonl'), bytes: 20, modifiedAtMs: 20_000 },
      { path: join(root, '-a/old.jsonl'), bytes: 10, modifiedAtMs: 10_000 },
    ]);
  });

  it('has the subagents of a session, where clients of any version put them', async () => {
    put('-a/kept.jsonl', 3);
    put('-a/agent-1.jsonl', 2);
    put('-a/kept/subagents/agent-2.jsonl', 1);
    expect(await names()).toEqual(['kept.jsonl', 'agent-1.jsonl', 'agent-2.jsonl']);
    const own = await subagentsOf(join(root, '-a/kept.jsonl'));
    expect(own.map((found) => basename(found.path))).toEqual(['agent-2.jsonl']);
  });

  it('leaves out other folders, other files, and links into nothing', async () => {
    put('-a/kept.jsonl', 1);
    put('-a/kept/tool-results/x.jsonl', 1);
    put('-a/notes.json', 1);
    put('stray.jsonl', 1);
    mkdirSync(join(root, '-a/folder.jsonl'));
    symlinkSync('nowhere', join(root, '-a/broken.jsonl'));
    expect(await names()).toEqual(['kept.jsonl']);
  });

  it('counts a file once, by its real path', async () => {
    put('-a/one.jsonl', 1);
    symlinkSync('-a', join(root, '-b'));
    symlinkSync('one.jsonl', join(root, '-a/two.jsonl'));
    expect((await allTranscripts(context)).map((found) => found.path)).toEqual([
      join(root, '-a/one.jsonl'),
    ]);
  });
});

describe('a folder', () => {
  it('has its own transcripts, and those below it', async () => {
    put('-a/one.jsonl', 1);
    put('-b/deep/two.jsonl', 2);
    put('-b/deep/agent-3.jsonl', 3);
    expect(nowIn(root)).toEqual([]);
    expect(nowIn(join(root, '-a')).length).toBe(1);
    expect(await startedHere({ ...context, cwd: '/a' })).toEqual(nowIn(join(root, '-a')));
    expect(await transcriptsUnder(root)).toEqual([
      join(root, '-b/deep/agent-3.jsonl'),
      join(root, '-b/deep/two.jsonl'),
      join(root, '-a/one.jsonl'),
    ]);
    expect(await transcriptsUnder(join(root, 'missing'))).toEqual([]);
  });
});
