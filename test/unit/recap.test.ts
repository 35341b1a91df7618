/** `mementor recap`: what was done since a time, by day and project. */

import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/recap.ts';
import { renderRecap } from '../../src/output/recap.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

type Options = Parameters<typeof run>[0];

const HERE: Options = { since: '2026-01-01', project: undefined, everything: false, json: false };

function remembered(): FakeContext {
  const context = fakeContext();
  const write = (project: string, session: string, at: string, ...prompts: string[]) =>
    writeTranscript(context, { project, session, prompts, at });
  remember(
    context,
    write('project', 'aaaaaaaa-1', '2025-12-01T12:00:00', 'Paint the old jetty with tar'),
    write('project', 'bbbbbbbb-2', '2026-01-01T12:00:00', 'Paint the boat house red'),
    write(
      'project',
      'cccccccc-3',
      '2026-01-02T08:00:00',
      'Paint the door blue',
      'now the roof, in grey',
    ),
    write('other', 'dddddddd-4', '2026-01-02T09:00:00', 'Count the oars of the ferry'),
  );
  return context;
}

async function recap(context: FakeContext, options: Partial<Options> = {}) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await run({ ...HERE, ...options }, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

describe('recap', () => {
  it('has a part for each day, the last first', async () => {
    const { exitCode, stdout, stderr } = await recap(remembered());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      [
        '# Since 2026-01-01',
        '',
        '## 2026-01-02 · project',
        '',
        '- **Paint the door blue**; **now the roof, in grey** → The answer to: now the roof, in grey `cccccccc`',
        '',
        '## 2026-01-01 · project',
        '',
        '- **Paint the boat house red** → The answer to: Paint the boat house red `bbbbbbbb`',
        '',
      ].join('\n'),
    );
  });

  it('says what a session was called', async () => {
    const context = fakeContext();
    const path = writeTranscript(context, {
      project: 'project',
      session: 'eeeeeeee-5',
      at: '2026-01-03T08:00:00',
      prompts: ['Paint the door blue'],
    });
    const name = { type: 'custom-title', customTitle: 'The \u001b[34mblue\u001b[0m door' };
    appendFileSync(path, `${JSON.stringify({ ...name, sessionId: 'eeeeeeee-5' })}\n`);
    remember(context, path);
    const { stdout } = await recap(context);
    expect(stdout).toContain('- The blue door: **Paint the door blue** →');
  });

  it('covers other projects when asked', async () => {
    const context = remembered();
    const all = (await recap(context, { everything: true, since: '2026-01-02' })).stdout;
    expect(all.match(/^## .*/gm)).toEqual(['## 2026-01-02 · other', '## 2026-01-02 · project']);
    const other = (await recap(context, { project: 'other' })).stdout;
    expect(other.match(/^- .*/gm)).toHaveLength(1);
    await expect(recap(context, { project: 'nowhere' })).rejects.toThrow('no project is called');
  });

  it('is one document, with the digests', async () => {
    const { stdout } = await recap(remembered(), { json: true, since: '2026-01-02' });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      days: [
        {
          day: '2026-01-02',
          project: 'project',
          sessions: [{ session: 'cccccccc-3', digest: { turns: 2, open: [] } }],
        },
      ],
      more: 0,
    });
  });

  it('says so when there was nothing', async () => {
    const { exitCode, stdout, stderr } = await recap(remembered(), { since: '2026-01-02 12:00' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /^No session of this project since \d{4}-\d\d-\d\d\. The last one ended on 2026-01-02\.\n\nhint: `--since 2026-01-02` begins there, `--all-projects` looks at every project\n$/,
    );
  });

  it('tells less of each session, then fewer, the more there are', () => {
    const asked = [{ turn: 't', atMs: 1, text: 'Paint the boat house', isClear: true, edits: 1 }];
    const digest = { asked, open: [{ kind: 'next', text: 'the roof' }], delivered: [] };
    const empty = {
      decisions: [],
      notes: [],
      superseded: [],
      deadEnds: [],
      changed: [],
      lines: [],
    };
    const session = { row: { session: 'aaaaaaaa-1' }, digest: { ...digest, ...empty } };
    const days = (count: number) => ({
      document: {},
      sinceMs: 0,
      more: 2,
      days: Array.from({ length: count }, () => ({
        day: '2026-01-01',
        project: 'p',
        sessions: [session],
      })),
    });
    const text = (count: number) => renderRecap(days(count) as never);
    expect(text(1)).toContain('  - open: the roof\n');
    expect(text(1)).toContain('… and 2 more sessions\n');
    expect(text(80)).not.toContain('open:');
    expect(text(80).match(/^- /gm)).toHaveLength(80);
    const shown = text(500).match(/^- /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text(500)).toContain(`… and ${502 - shown} more sessions\n`);
    expect(text(500).length).toBeLessThan(6_100);
  });

  const OF_NOTHING = {
    asked: [],
    open: [],
    delivered: [],
    decisions: [],
    notes: [],
    superseded: [],
    deadEnds: [],
    changed: [],
    lines: [],
  };

  /** Renders one session with this digest. */
  function told(digest: object): string {
    const session = { row: { session: 'aaaaaaaa-1' }, digest: { ...OF_NOTHING, ...digest } };
    const days = [{ day: '2026-01-01', project: 'p', sessions: [session] }];
    return renderRecap({ document: {}, sinceMs: 0, more: 0, days } as never);
  }

  it('joins an answer only to the request that it concludes', () => {
    const asked = ['Paint the door', 'Tar the roof', 'Oil the hinge'].map((text, at) => ({
      text,
      turn: `t${at}`,
    }));
    const concluded = 'It is done.';
    const of = (concludedRequest?: string) => told({ asked, concluded, concludedRequest });
    expect(of('t0')).toContain('- **Paint the door** → It is done. (and 2 more requests) `aaaa');
    expect(of('t1')).toContain(
      '- **Paint the door** (and 1 more request); **Tar the roof** → It is done. `aaaa',
    );
    expect(of()).toContain(
      '- **Paint the door** (and 2 more requests); last answer: It is done. `aaaa',
    );
  });

  it('counts all changed files, shows the first, and marks a superseded note', () => {
    const changed = Array.from({ length: 26 }, (_, at) => ({ path: `f${at}.ts` }));
    const notes = ['use tar', 'use paint'].map((summary, at) => ({
      note: `n${at}`,
      kind: 'decision',
      summary,
    }));
    const text = told({ changed, notes, superseded: ['n0'] });
    expect(text).toContain('  - changed: f0.ts; f1.ts; f2.ts; f3.ts; f4.ts (and 21 more)\n');
    expect(text).toContain('  - noted: decision (superseded): use tar; decision: use paint\n');
  });
});
