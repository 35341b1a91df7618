/** Records of sessions: which one is meant, and when one goes. */

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf, recallsOf } from '../../src/home/paths.ts';
import type { PromptLine } from '../../src/memory.ts';
import { newestIn, recordOf, recordsWith, sessionMeant } from '../../src/recalls/find.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';
import { found } from '../helpers/found.ts';
import { appendLine, promptLine, recordPath } from '../helpers/record.ts';

let context: FakeContext;
let home: string;

beforeEach(() => {
  context = fakeContext();
  home = homeOf(context);
});

function line(verdicts: readonly string[] = [], more: Partial<PromptLine> = {}): PromptLine {
  const about = {
    atMs: 1_000,
    prompt: 'which port?',
    directory: context.cwd,
    dismissed: null,
    rate: 2,
    chars: 0,
    recallMs: 1.4,
    hookMs: 99.6,
  };
  return { ...promptLine(about, found(verdicts)), ...more };
}

function pathOf(session: string): string {
  return recordPath(home, session);
}

describe('old records', () => {
  /** Days since a record was written. */
  function aged(session: string, days: number): string {
    appendLine(pathOf(session), line());
    const at = new Date(context.now().getTime() - days * 24 * 60 * 60 * 1_000);
    utimesSync(pathOf(session), at, at);
    return pathOf(session);
  }

  it('are deleted by the worker', async () => {
    const old = aged('old', 31);
    runWorker({ ...context, env: { MEMENTOR_MODELS: '/nonexistent' } });
    expect(existsSync(old)).toBe(false);
  });
});

describe('the session that is meant', () => {
  function recorded(session: string, directory: string, atSeconds: number): void {
    appendLine(pathOf(session), line([], { directory, prompt: session }));
    utimesSync(pathOf(session), atSeconds, atSeconds);
  }

  beforeEach(() => {
    recorded('aaaa-1', context.cwd, 100);
    recorded('bbbb-2', context.homedir, 200);
    recorded('bbbc-3', '/elsewhere', 300);
  });

  it('ran last in this directory, or in one above it', async () => {
    expect(newestIn(home, context.cwd)?.session).toBe('bbbb-2');
    recorded('aaaa-1', context.cwd, 250);
    expect(newestIn(home, join(context.cwd, 'src'))?.session).toBe('aaaa-1');
    expect(newestIn(home, '/nowhere')?.session).toBeUndefined();
    expect(recordsWith(home).map(({ session }) => session)).toEqual(['bbbc-3', 'aaaa-1', 'bbbb-2']);
  });

  it('is named by the beginning of its id', async () => {
    expect(await sessionMeant('aaaa', context)).toBe('aaaa-1');
    expect(await sessionMeant('bbbb-2', context)).toBe('bbbb-2');
    expect(await sessionMeant('unknown', context)).toBe('unknown');
    await expect(sessionMeant('bbb', context)).rejects.toThrow(/several sessions/);
    await expect(sessionMeant('../x', context)).rejects.toThrow(/is no session's id/);
  });

  it('is the one that this process runs in', async () => {
    const inside = { ...context, env: { CLAUDE_CODE_SESSION_ID: 'cccc-4' } };
    expect(await sessionMeant(undefined, inside)).toBe('cccc-4');
    expect(await sessionMeant(undefined, context)).toBe('bbbb-2');
    expect(await sessionMeant(undefined, { ...context, cwd: '/nowhere' })).toBeUndefined();
  });

  it('may have a record without a prompt, or one that cannot be read', async () => {
    appendLine(pathOf('marked'), { forked: true, atMs: 1 });
    mkdirSync(join(recallsOf(home), 'folder.jsonl'));
    writeFileSync(join(recallsOf(home), 'a b.jsonl'), JSON.stringify(line()));
    expect(recordOf(home, 'marked')).toBeUndefined();
    expect(recordOf(home, 'folder')).toBeUndefined();
    expect(recordsWith(home)).toHaveLength(3);
  });
});
