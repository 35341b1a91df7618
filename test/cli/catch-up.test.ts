/** What the hooks missed is caught up at the next one, and no process is left behind. */

import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { conversation, kill, parentOf, type Sandbox, sandbox, until } from '../helpers/sandbox.ts';

const isRoot = process.getuid?.() === 0;
const hasProc = existsSync('/proc/self/environ');

/** A transcript in the folder of a project, by the folder's name below `projects`. */
function transcript(box: Sandbox, folder: string, cwd = `/nowhere/${folder}`) {
  const session = randomUUID();
  const talk = conversation(cwd, { session });
  const path = box.write(
    `claude/projects/${folder}/${session}.jsonl`,
    talk.turn(`what is the ${folder} for?`, `The ${folder} is for crossing.`),
  );
  return { path, session, talk };
}

async function stop(box: Sandbox, transcriptPath: string): Promise<void> {
  const stdin = JSON.stringify({ session_id: randomUUID(), transcript_path: transcriptPath });
  expect(await box.cli(['hook', 'stop'], { stdin })).toMatchObject({ exitCode: 0, stderr: '' });
}

async function projectsOf(box: Sandbox): Promise<Record<string, number>> {
  const { projects } = await box.settled();
  return Object.fromEntries(projects.map(({ name, turns }) => [name, turns]));
}

describe('catching up', () => {
  it('takes in what a session of another project left when it was killed', async () => {
    const box = sandbox();
    const ferry = transcript(box, 'ferry');
    await stop(box, ferry.path);
    expect(await projectsOf(box)).toEqual({ ferry: 1 });
    appendFileSync(ferry.path, ferry.talk.turn('and at night?', 'It is moored.'));
    await stop(box, transcript(box, 'barge').path);
    expect(await projectsOf(box)).toEqual({ ferry: 2, barge: 1 });
  });

  it('takes in sessions and subagents of known projects that no hook told of', async () => {
    const box = sandbox();
    await stop(box, transcript(box, 'ferry').path);
    await box.settled();
    const missed = transcript(box, 'ferry');
    const of = { isSidechain: true, agentId: 'a1b2', sessionId: missed.session };
    const line = (uuid: string, type: string, text: string) =>
      `${JSON.stringify({ ...of, uuid, type, cwd: '/nowhere/ferry', timestamp: '2026-11-17T09:00:00Z', message: { role: type, content: [{ type: 'text', text }] } })}\n`;
    box.write(
      `claude/projects/ferry/${missed.session}/subagents/agent-a1b2.jsonl`,
      line('q', 'user', 'count the planks') + line('r', 'assistant', 'There are 40.'),
    );
    await stop(box, transcript(box, 'barge').path);
    expect(await projectsOf(box)).toEqual({ ferry: 2, barge: 1 });
    expect(await box.status()).toMatchObject({ agentTurns: 1 });
  });

  it('leaves projects alone that were never let in', async () => {
    const box = sandbox();
    const other = transcript(box, 'barge');
    await stop(box, transcript(box, 'ferry').path);
    expect(await projectsOf(box)).toEqual({ ferry: 1 });
    // Not by its text either.
    expect((await box.cli(['ingest', '--all', '--json'])).stdout).toContain('"turns": 1');
    appendFileSync(other.path, other.talk.turn('and at night?', 'It is moored.'));
    await stop(box, transcript(box, 'ferry').path);
    expect(await projectsOf(box)).toEqual({ ferry: 2, barge: 2 });
  });

  it.skipIf(isRoot)('goes on past one that cannot be read, and says so once', async () => {
    const box = sandbox();
    const ferry = transcript(box, 'ferry');
    await stop(box, ferry.path);
    await box.settled();
    const [shut, open] = [transcript(box, 'ferry'), transcript(box, 'ferry')];
    chmodSync(shut.path, 0);
    for (let times = 0; times < 2; times += 1) {
      appendFileSync(ferry.path, ferry.talk.turn('and now?', 'Still.'));
      await stop(box, ferry.path);
      await box.settled();
    }
    expect(await projectsOf(box)).toEqual({ ferry: 4 });
    expect(box.log().split(`cannot read ${shut.path}`)).toHaveLength(2);
    const { stdout } = await box.cli(['doctor']);
    expect(stdout).toMatch(/warn +unreadable +1 transcript cannot be read: /);
    expect(stdout).toContain(shut.path);
    expect(stdout).not.toContain(open.path);
    chmodSync(shut.path, 0o600);
    await stop(box, ferry.path);
    expect(await projectsOf(box)).toEqual({ ferry: 5 });
  });
});

/** MEMENTOR_TEST_STORM asks for more than every run can wait for; 200 were tried by us. */
const SESSIONS = Number(process.env.MEMENTOR_TEST_STORM ?? 24);
const AT_ONCE = 8;
const LIFE_MS_MAX = 400;

describe.skipIf(!hasProc)('many sessions that are killed at once', () => {
  it('leave no process, and nothing that was said is lost', async () => {
    const box = sandbox();
    const sessions = Array.from({ length: SESSIONS }, () => transcript(box, 'ferry'));
    const queue = [...sessions.entries()];
    const client = async () => {
      for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
        const [number, { path }] = each;
        // From before Node runs to after the worker was started.
        await killed(box, path, (number * 53) % LIFE_MS_MAX);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await until('no process is left', () => box.processes().length === 0, 60_000);

    // One more hook finds whatever the killed ones could not hand over.
    await stop(box, sessions[0]?.path ?? '');
    await until('the inbox is empty', () => box.inbox().length === 0, 60_000);
    await until('no process is left', () => box.processes().length === 0, 60_000);
    expect(await box.status()).toMatchObject({ turns: SESSIONS, sessions: SESSIONS, inbox: 0 });
  }, 120_000);

  /** The hooks of a session, killed with the shell that stands for its client. */
  async function killed(box: Sandbox, path: string, lifeMs: number): Promise<void> {
    const stdin = JSON.stringify({ session_id: randomUUID(), transcript_path: path });
    const events = ['session-start', 'stop'];
    const hooks = events.map((event) => box.start(['hook', event], { stdin, shell: '"$@"; true' }));
    await sleep(lifeMs);
    for (const { child } of hooks) {
      // The hook itself, which is the shell's child, and then the shell.
      for (const pid of box.processes().filter((pid) => parentOf(pid) === child.pid)) {
        kill(pid, 'SIGKILL');
      }
      child.kill('SIGKILL');
    }
    await Promise.all(hooks.map((hook) => hook.done));
  }
});
