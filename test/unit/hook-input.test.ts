/** The JSON of a hook: any text gives what is usable of it, or nothing. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../src/agents/all-hook-formats.ts';

const NOTHING = {
  session: undefined,
  transcriptPath: undefined,
  directory: '/home/u',
  prompt: undefined,
  promptId: undefined,
  lastAnswer: undefined,
  start: undefined,
  compactsByItself: false,
  subagent: undefined,
};

const WORLD = { env: {}, homedir: '/home/u', cwd: '/home/u', platform: 'linux' } as const;

function parseHookInput(text: string) {
  return hookCall(text, WORLD)?.input;
}

describe('parseHookInput', () => {
  it('takes the known fields of a Stop', () => {
    const text = JSON.stringify({
      session_id: '266eab6a-33e9-45d1-bdfd-3d1ce3b55483',
      transcript_path: '/home/u/.claude/projects/-home-u-proj/266eab6a.jsonl',
      cwd: '/home/u/proj',
      prompt_id: 'db53d072-1693-4ff2-9d4d-90916fc10a2b',
      permission_mode: 'default',
      effort: { level: 'medium' },
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Apples are fine.',
      background_tasks: [],
    });
    expect(parseHookInput(text)).toEqual({
      ...NOTHING,
      session: '266eab6a-33e9-45d1-bdfd-3d1ce3b55483',
      promptId: 'db53d072-1693-4ff2-9d4d-90916fc10a2b',
      transcriptPath: '/home/u/.claude/projects/-home-u-proj/266eab6a.jsonl',
      directory: '/home/u/proj',
      lastAnswer: 'Apples are fine.',
    });
  });

  it('knows a subagent and a prompt', () => {
    const input = parseHookInput('{"agent_id":"a60b","agent_type":"","prompt":"why?"}');
    expect(input).toEqual({ ...NOTHING, subagent: 'a60b', prompt: 'why?' });
  });

  it('knows what began a session, or a compaction', () => {
    expect(parseHookInput('{"source":"compact"}')).toEqual({ ...NOTHING, start: 'compacted' });
    expect(parseHookInput('{"source":"startup"}')).toEqual(NOTHING);
    expect(parseHookInput('{"trigger":"auto"}')).toEqual({ ...NOTHING, compactsByItself: true });
    expect(parseHookInput('{"trigger":"manual"}')).toEqual(NOTHING);
  });

  it('takes the start directory for the one that projects are known by', () => {
    const env = { CLAUDE_PROJECT_DIR: '/home/u/start' };
    const call = hookCall('{"cwd":"/home/u/proj"}', { ...WORLD, env });
    expect(call?.input).toEqual({ ...NOTHING, directory: '/home/u/start' });
  });

  it.each([
    ['missing fields', '{}'],
    ['a byte order mark', '\uFEFF{}'],
    ['null', '{"session_id":null,"transcript_path":null,"cwd":null,"prompt":null}'],
    ['numbers', '{"session_id":1,"transcript_path":2.5,"prompt":0,"last_assistant_message":3}'],
    ['other types', '{"session_id":[],"transcript_path":{},"prompt":true,"agent_id":["a"]}'],
    ['empty texts', '{"session_id":"","transcript_path":"","prompt":"","agent_id":""}'],
    ['foreign names', '{"conversation_id":"c","sessionId":"s","__proto__":{"prompt":"p"}}'],
  ])('leaves out %s', (_, text) => {
    expect(parseHookInput(text)).toEqual(NOTHING);
  });

  it.each(['', ' ', 'null', '[]', '[{}]', '"{}"', '1', '{', '{}{}', 'undefined'])(
    'is undefined for %j',
    (text) => {
      expect(parseHookInput(text)).toBeUndefined();
    },
  );

  it('never throws, and gives texts or nothing', () => {
    const isUsable = (text: string) => {
      const input = parseHookInput(text);
      if (input === undefined) return true;
      const { compactsByItself: _, ...texts } = input;
      return Object.values(texts).every(
        (value) => value === undefined || (typeof value === 'string' && value !== ''),
      );
    };
    const named = fc.dictionary(
      fc.constantFrom('session_id', 'transcript_path', 'prompt', 'last_assistant_message', 'x'),
      fc.jsonValue(),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), isUsable));
    fc.assert(fc.property(fc.json(), isUsable));
    fc.assert(fc.property(named, (fields) => isUsable(JSON.stringify(fields))));
  });
});
