/** Digests of sessions, as `show`, `sessions` and `status` tell them. */

import { describe, expect, it } from 'vitest';
import { run as runSessions } from '../../src/commands/sessions.ts';
import { run as runShow } from '../../src/commands/show.ts';
import { run as runStatus } from '../../src/commands/status.ts';
import type { Context } from '../../src/process/context.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const LONG = 'aaaaaaaa-1';
const SHORT = 'bbbbbbbb-2';

function remembered(): FakeContext {
  const context = fakeContext();
  const walls = Array.from({ length: 11 }, (_, wall) => `Paint wall ${wall} of the boat house red`);
  const write = (session: string, at: string, prompts: string[]) =>
    writeTranscript(context, { project: 'project', session, prompts, at });
  remember(
    context,
    write(LONG, '2026-01-01T10:00:00', [...walls, 'no, keep the last wall white']),
    write(SHORT, '2026-01-02T10:00:00', ['ok', 'Paint the door of the boat house blue']),
  );
  return context;
}

async function printed(
  context: FakeContext,
  run: (context: Context) => Promise<number>,
): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  expect(await run(fresh)).toBe(0);
  return fresh.stdout.text;
}

const show = (context: FakeContext, id: string, more: object = {}) =>
  printed(context, (fresh) => runShow({ id, json: false, ...more }, fresh));

describe('a digest', () => {
  it('stands at the head of a long session', async () => {
    const text = await show(remembered(), LONG);
    const [digest = ''] = text.split('── turn');
    expect(digest).toContain('\nasked      Paint wall 0 of the boat house red\n');
    expect(digest).toContain(
      '\nconcluded  The answer to: no, keep the last wall white\ndead end   “no, keep the last wall white”\n\n',
    );
  });

  it('is left out of a short one, unless only its head is shown', async () => {
    const context = remembered();
    expect(await show(context, SHORT)).not.toContain('concluded');
    expect(await show(context, SHORT, { head: true })).toContain(
      '\nasked      Paint the door of the boat house blue\n',
    );
  });

  it('is in the document of a session, and in none of a turn', async () => {
    const context = remembered();
    const { digest, turns } = JSON.parse(await show(context, SHORT, { json: true }));
    expect(digest).toMatchObject({
      startedAt: '2026-01-02T10:00:00.000Z',
      turns: 2,
      asked: [{ text: 'Paint the door of the boat house blue', edits: 0 }],
      changed: [],
      errors: [],
      concluded: 'The answer to: Paint the door of the boat house blue',
      open: [],
    });
    const turn = JSON.parse(await show(context, turns[0].turn, { json: true }));
    expect(turn).not.toHaveProperty('digest');
  });

  it('tells lists what was asked and how it ended', async () => {
    const options = { limit: 20, project: undefined, everything: false };
    const list = await printed(remembered(), (fresh) =>
      runSessions({ ...options, json: false }, fresh),
    );
    expect(list.split('\n')[0]).toMatch(
      / > Paint the door of the boat house blue → The answer to: Paint the door of the boat house blue$/,
    );
  });

  it('tells status what was done last', async () => {
    const context = remembered();
    const status = await printed(context, (fresh) => runStatus({ json: false }, fresh));
    expect(status.replace(/\s+/g, ' ')).toContain(
      ': Paint the door of the boat house blue → The answer to: Paint the door of the boat house blue',
    );
    const document = JSON.parse(
      await printed(context, (fresh) => runStatus({ json: true }, fresh)),
    );
    expect(document.lastSession).toMatchObject({
      session: SHORT,
      project: 'project',
      asked: 'Paint the door of the boat house blue',
    });
    const empty = await printed(fakeContext(), (fresh) => runStatus({ json: true }, fresh));
    expect(JSON.parse(empty).lastSession).toBeNull();
  });
});
