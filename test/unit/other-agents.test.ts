/** Where agents other than the first two keep their sessions, in made-up homes. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { aider } from '../../src/agents/aider/agent.ts';
import { copilot } from '../../src/agents/copilot/agent.ts';
import { cursor } from '../../src/agents/cursor/agent.ts';
import { agentOf, resumeCommand, transcriptsUnder } from '../../src/agents/find.ts';
import { gemini } from '../../src/agents/gemini/agent.ts';
import { openCode } from '../../src/agents/opencode/agent.ts';
import { qwen } from '../../src/agents/qwen/agent.ts';
import { specStory } from '../../src/agents/specstory/agent.ts';
import { noTranscript } from '../../src/capture/no-transcript.ts';
import type { World } from '../../src/process/world.ts';

const SESSION = '0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11';
const OTHER = '9d1c4e0a-2b7f-4d55-8a10-77aa00bb11cc';

let home: string;
let world: World;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-agents-')));
  world = { env: {}, homedir: home, cwd: join(home, 'weir'), platform: process.platform };
});

afterEach(() => rmSync(home, { recursive: true }));

function put(name: string, text = '{}\n'): string {
  const path = join(home, ...name.split('/'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function paths(found: Promise<readonly { readonly path: string }[]>): Promise<string[]> {
  return (await found).map(({ path }) => path).sort();
}

function started(cwd: string): string {
  const data = { sessionId: SESSION, context: { cwd } };
  return `${JSON.stringify({ type: 'session.start', data })}\n`;
}

describe('Copilot CLI', () => {
  it('keeps the events of each session in a folder', async () => {
    const here = put(`.copilot/session-state/${SESSION}/events.jsonl`, started(world.cwd));
    const away = put(`.copilot/session-state/${OTHER}/events.jsonl`, started('/srv/other'));
    put(`.copilot/session-state/${OTHER}/checkpoints/a.jsonl`);
    put('.copilot/session-state/notes/events.jsonl');
    const { transcripts } = copilot;
    expect(await paths(transcripts.all(world))).toEqual([here, away].sort());
    expect(await paths(transcripts.startedHere(world))).toEqual([here]);
    expect(await transcripts.under(home)).toHaveLength(2);
    expect(transcripts.sessionOf(here)).toBe(SESSION);
    expect(transcripts.owns(here, world)).toBe(true);
    expect(transcripts.owns(put('.claude/projects/-a/b.jsonl'), world)).toBe(false);
  });

  it('has its folder elsewhere when a variable says so', async () => {
    const path = put(`elsewhere/session-state/${SESSION}/events.jsonl`, started(world.cwd));
    const moved = { ...world, env: { COPILOT_HOME: join(home, 'elsewhere') } };
    expect(await paths(copilot.transcripts.all(moved))).toEqual([path]);
  });

  it('goes back into a session that is there', () => {
    const { sessions } = copilot;
    const session = { session: SESSION, cwd: '/srv/my weir' };
    expect(sessions.isResumable(session, world)).toBe(false);
    put(`.copilot/session-state/${SESSION}/events.jsonl`);
    expect(sessions.isResumable(session, world)).toBe(true);
    expect(resumeCommand({ sessions }, session)).toBe(
      `cd '/srv/my weir' && copilot --resume=${SESSION}`,
    );
    expect(sessions.isResumable({ session: '../../x' }, world)).toBe(false);
  });

  it('tells a prompt of a person', () => {
    const line = (data: object, more: object = {}) =>
      JSON.stringify({ type: 'user.message', timestamp: '2026-03-01T10:00:00Z', data, ...more });
    const { promptOf } = copilot.transcripts;
    expect(promptOf(line({ content: 'mend it' }))?.text).toBe('mend it');
    expect(promptOf(line({ content: 'x', source: 'skill-plan' }))).toBeUndefined();
    expect(promptOf(line({ content: 'x' }, { agentId: OTHER }))).toBeUndefined();
    expect(promptOf('{"type":"abort"}')).toBeUndefined();
  });
});

describe('Gemini CLI', () => {
  const name = `session-2026-03-01T10-00-${SESSION.slice(0, 8)}`;

  it('keeps the sessions of a directory under its name, or its hash', async () => {
    const hash = createHash('sha256').update(world.cwd).digest('hex');
    put('.gemini/projects.json', JSON.stringify({ projects: { [world.cwd]: 'weir' } }));
    const lines = put(`.gemini/tmp/weir/chats/${name}.jsonl`, `{"sessionId":"${SESSION}"}\n`);
    const whole = put(`.gemini/tmp/${hash}/chats/${name}.json`);
    const child = put(`.gemini/tmp/weir/chats/${SESSION}/${OTHER}.jsonl`);
    const away = put('.gemini/tmp/other/chats/session-2026-03-01T10-00-00000000.json');
    put('.gemini/tmp/weir/logs.json');
    const { transcripts } = gemini;
    expect(await paths(transcripts.all(world))).toEqual([lines, whole, child, away].sort());
    expect(await paths(transcripts.startedHere(world))).toEqual([lines, whole, child].sort());
    expect(await paths(transcripts.subagentsOf(lines))).toEqual([child]);
    expect(transcripts.subagentOf(child)).toBe(OTHER);
    expect([lines, child].map(transcripts.sessionOf)).toEqual([SESSION, SESSION]);
    expect(transcripts.sessionOf(whole)).toBe(name);
  });

  it('goes back into a session of its directory', () => {
    const session = { session: SESSION, cwd: world.cwd };
    expect(gemini.sessions.isResumable(session, world)).toBe(false);
    put('.gemini/projects.json', JSON.stringify({ projects: { [world.cwd]: 'weir' } }));
    put(`.gemini/tmp/weir/chats/${name}.jsonl`);
    expect(gemini.sessions.isResumable(session, world)).toBe(true);
    expect(gemini.sessions.isResumable({ session: SESSION, cwd: '/srv' }, world)).toBe(false);
    expect(resumeCommand(gemini, { session: SESSION })).toBe(`gemini --resume ${SESSION}`);
  });

  it('tells the lines of its files, also of a file that is one object', () => {
    const { isEntry } = gemini.transcripts;
    for (const line of [
      '{"sessionId":"a","kind":"main"}',
      '{"$set":{"lastUpdated":"now"}}',
      '{"id":"u","type":"user"}',
      '  "sessionId": "a",',
    ]) {
      expect(isEntry(line), line).toBe(true);
    }
    expect(isEntry('{') || isEntry('{"a":1}')).toBe(false);
  });
});

describe('Qwen Code', () => {
  it('keeps the sessions of a directory and of their subagents', async () => {
    const slug = world.cwd.replace(/[^A-Za-z0-9]/g, '-');
    const own = put(`.qwen/projects/${slug}/chats/${SESSION}.jsonl`);
    const child = put(`.qwen/projects/${slug}/subagents/${SESSION}/agent-general-c1.jsonl`);
    const away = put(`.qwen/projects/-srv/chats/${OTHER}.jsonl`);
    put(`.qwen/projects/${slug}/chats/notes.jsonl`);
    const { transcripts, sessions } = qwen;
    expect(await paths(transcripts.all(world))).toEqual([own, child, away].sort());
    expect(await paths(transcripts.startedHere(world))).toEqual([own, child].sort());
    expect(await paths(transcripts.subagentsOf(own))).toEqual([child]);
    expect(transcripts.isOfSession(child, own)).toBe(true);
    expect([transcripts.sessionOf(child), transcripts.subagentOf(child)]).toEqual([
      SESSION,
      'agent-general-c1',
    ]);
    expect(sessions.isResumable({ session: SESSION, cwd: world.cwd }, world)).toBe(true);
    expect(sessions.isResumable({ session: SESSION }, world)).toBe(false);
    expect(resumeCommand({ sessions }, { session: SESSION })).toBe(`qwen --resume ${SESSION}`);
  });

  it('tells a prompt of a person', () => {
    const line = (fields: object) =>
      JSON.stringify({ type: 'user', timestamp: '2026-03-01T10:00:00Z', ...fields });
    const { promptOf } = qwen.transcripts;
    const message = { parts: [{ text: 'mend it' }, { text: '<qwen:x>old</qwen:x>' }] };
    expect(promptOf(line({ message }))?.text).toBe('mend it');
    expect(promptOf(line({ message, systemPayload: { displayText: 'mend' } }))?.text).toBe('mend');
    expect(promptOf(line({ message, provenance: 'notification' }))).toBeUndefined();
  });
});

describe('the paths of agents', () => {
  it('are of one agent each', () => {
    const agents: readonly Agent[] = [copilot, gemini, qwen];
    for (const path of [
      `/b/${SESSION}/events.jsonl`,
      `/b/chats/session-2026-03-01T10-00-0b3f7a52.json`,
      `/b/chats/${SESSION}/${OTHER}.jsonl`,
      `/b/chats/${SESSION}.jsonl`,
      `C:\\b\\subagents\\${SESSION}\\agent-x.jsonl`,
    ]) {
      const owners = agents.filter(({ transcripts }) => transcripts.owns(path, world));
      expect(owners, path).toHaveLength(1);
    }
    const claudes = `/b/projects/-srv/${SESSION}/subagents/agent-a1.jsonl`;
    expect(agents.some(({ transcripts }) => transcripts.owns(claudes, world))).toBe(false);
  });

  it('follow the platform', () => {
    const windows: World = { env: {}, homedir: 'C:\\Users\\u', cwd: 'C:\\w', platform: 'win32' };
    expect(copilot.transcripts.root(windows)).toBe('C:\\Users\\u\\.copilot\\session-state');
    expect(gemini.transcripts.root(windows)).toBe('C:\\Users\\u\\.gemini\\tmp');
    expect(qwen.transcripts.root(windows)).toBe('C:\\Users\\u\\.qwen\\projects');
  });
});

describe('OpenCode', () => {
  const session = 'ses_20c696fafffeStKxGMyZNB0pSa';
  const file = (cwd: string) => JSON.stringify({ id: session, projectID: 'p', directory: cwd });

  it('keeps its sessions in a database, with its log', async () => {
    const database = put('.local/share/opencode/opencode.db', 'SQLite format 3\0');
    put('.local/share/opencode/opencode.db-wal', 'log');
    const beta = put('.local/share/opencode/opencode-beta.db', 'SQLite format 3\0');
    put(`.local/share/opencode/storage/session/p/${session}.json`, file(world.cwd));
    const { transcripts } = openCode;
    const found = await transcripts.all(world);
    expect(found.map(({ path }) => path).sort()).toEqual([database, beta].sort());
    expect(found.find(({ path }) => path === database)?.bytes).toBe(19);
    expect(await transcripts.startedHere(world)).toEqual([]);
    expect(transcripts.owns(database, world)).toBe(true);
    expect(transcripts.sessionOf(database)).toBe('');
  });

  it('kept them in files before', async () => {
    const here = put(`.local/share/opencode/storage/session/p/${session}.json`, file(world.cwd));
    const away = put('.local/share/opencode/storage/session/q/ses_b.json', file('/srv'));
    put('.local/share/opencode/storage/message/ses_b/msg_1.json');
    const { transcripts } = openCode;
    expect(await paths(transcripts.all(world))).toEqual([here, away].sort());
    expect(await paths(transcripts.startedHere(world))).toEqual([here]);
    expect(transcripts.sessionOf(here)).toBe(session);
  });

  it('has its folder elsewhere when a variable says so', async () => {
    const path = put('data/opencode/opencode.db');
    const moved = { ...world, env: { XDG_DATA_HOME: join(home, 'data') } };
    expect(await paths(openCode.transcripts.all(moved))).toEqual([path]);
    const windows = { ...world, platform: 'win32', homedir: 'C:\\Users\\mara', env: {} } as const;
    expect(openCode.transcripts.root(windows)).toBe('C:\\Users\\mara\\.local\\share\\opencode');
  });

  it('goes back into a session', () => {
    const { sessions } = openCode;
    expect(sessions.isResumable({ session }, world)).toBe(false);
    put('.local/share/opencode/opencode.db');
    expect(sessions.isResumable({ session }, world)).toBe(true);
    expect(sessions.isResumable({ session: SESSION }, world)).toBe(false);
    expect(resumeCommand({ sessions }, { session, cwd: '/srv/weir' })).toBe(
      `cd /srv/weir && opencode --session ${session}`,
    );
  });

  it('tells its databases, files and exports by their beginning', () => {
    const { isEntry } = openCode.transcripts;
    for (const line of ['SQLite format 3\0', '  "info": {', '{"info":{}}', file('/srv')]) {
      expect(isEntry(line), line).toBe(true);
    }
    expect(isEntry('{') || isEntry('{"a":1}')).toBe(false);
  });
});

describe('Cursor', () => {
  it('keeps the transcripts of a directory and of its subagents', async () => {
    const slug = world.cwd.slice(1).replace(/[^A-Za-z0-9]+/g, '-');
    const folder = `.cursor/projects/${slug}/agent-transcripts`;
    const own = put(`${folder}/${SESSION}/${SESSION}.jsonl`);
    const child = put(`${folder}/${SESSION}/subagents/${OTHER}.jsonl`);
    const plain = put(`${folder}/${OTHER}.jsonl`);
    const away = put(`.cursor/projects/srv-other/agent-transcripts/${OTHER}.jsonl`);
    put(`.cursor/projects/${slug}/terminals/1.jsonl`);
    const { transcripts, sessions } = cursor;
    expect(await paths(transcripts.all(world))).toEqual([own, child, plain, away].sort());
    expect(await paths(transcripts.startedHere(world))).toEqual([own, child, plain].sort());
    expect(await paths(transcripts.subagentsOf(own))).toEqual([child]);
    expect([own, child, plain].map(transcripts.sessionOf)).toEqual([SESSION, SESSION, OTHER]);
    expect([own, child].map(transcripts.subagentOf)).toEqual([undefined, OTHER]);
    expect(sessions.isResumable({ session: SESSION, cwd: world.cwd }, world)).toBe(true);
    expect(sessions.isResumable({ session: SESSION }, world)).toBe(false);
    expect(resumeCommand({ sessions }, { session: SESSION, cwd: '/srv/weir' })).toBe(
      `cd /srv/weir && cursor-agent --resume=${SESSION}`,
    );
    const windows = { ...world, platform: 'win32', homedir: 'C:\\Users\\mara' } as const;
    expect(transcripts.root(windows)).toBe('C:\\Users\\mara\\.cursor\\projects');
  });

  it('is the agent of a transcript, whichever hook names it', () => {
    const path = put(`.cursor/projects/srv-weir/agent-transcripts/${SESSION}.jsonl`);
    expect(agentOf(path, world).name).toBe('cursor');
  });
});

describe('Histories in projects', () => {
  it('are taken in by name alone', async () => {
    const chat = put(
      'weir/.aider.chat.history.md',
      '# aider chat started at 2026-03-01 10:00:00\n',
    );
    const story = put('weir/.specstory/history/a.md', '<!-- Generated by SpecStory -->\n');
    put('weir/README.md');
    expect([chat, story].map((path) => agentOf(path, world).name)).toEqual(['aider', 'specstory']);
    expect(await aider.transcripts.all(world)).toEqual([]);
    expect(await transcriptsUnder(home)).toEqual([chat, story]);
    expect([noTranscript(chat, aider), noTranscript(story, specStory)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(resumeCommand(aider, { session: 'a', cwd: '/srv/weir' })).toBe(
      'cd /srv/weir && aider --restore-chat-history',
    );
    expect(specStory.sessions.isResumable({ session: 'a' }, world)).toBe(false);
  });
});
