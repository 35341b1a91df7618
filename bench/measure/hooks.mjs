/** The hooks as Claude Code starts them, each in a process of its own, beside a bare Node. */

import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../tool.mjs';

const NODE = 'node -e 0';
const DISMISSED = 'yes, please go on and commit it';

/** A hook's home, beside nothing of this machine's own. */
function environment(dir, home) {
  const config = join(dir, 'claude');
  return { HOME: dir, USERPROFILE: dir, CLAUDE_CONFIG_DIR: config, MEMENTOR_HOME: home };
}

/** Starts hooks of one home with what Claude Code would tell them. */
function makeHooks(tool, dir, home) {
  const project = join(dir, 'project');
  const stdin = join(dir, 'hook.json');
  const options = { env: environment(dir, home), cwd: project, stdin };
  return (event, fields, more = {}) => {
    writeFileSync(stdin, JSON.stringify({ session_id: randomUUID(), cwd: project, ...fields }));
    return tool.spawn([process.execPath, cli, 'hook', event], { ...options, ...more });
  };
}

/**
 * Measures the prompt hook in the store of `dir`, where it answered: within its deadline, by
 * meaning, over all of the turns.
 */
export function promptHook({ tool, record, dir, size, rounds, prompts }) {
  const home = join(dir, 'product');
  const hook = makeHooks(tool, dir, home);
  const prompt = (text) => {
    const session = randomUUID();
    // A transcript that is not written yet: the session is kept, and there is nothing to catch up.
    const transcript = join(dir, `${session}.jsonl`);
    const cost = hook('user-prompt-submit', {
      session_id: session,
      transcript_path: transcript,
      prompt: text,
    });
    return { ...cost, line: lastLine(join(home, 'recalls', `${session}.jsonl`)) };
  };
  const node = () => tool.spawn([process.execPath, '-e', '0']);
  for (const start of [node, () => prompt(prompts[0]), () => prompt(DISMISSED)]) start();
  const runs = Array.from({ length: rounds }, (_, round) => ({
    [NODE]: node(),
    product: prompt(prompts[round % prompts.length]),
    'product, dismissed': prompt(DISMISSED),
  }));
  const answered = runs.filter(({ product: { line } }) => line?.semantic && line.searched === size);
  record.value(
    `hook/prompt/answered/${size}`,
    'product',
    'share',
    answered.length / rounds,
    'higher',
  );
  const wrong = runs.filter((run) => run['product, dismissed'].line?.dismissed == null);
  if (wrong.length > 0) record.note('a prompt that should be dismissed was searched, or late');
  // What a late hook cost says nothing: it was cut short.
  if (answered.length === 0) return;
  const of = (name, field) => answered.map((run) => run[name][field]);
  const byEngine = (field) =>
    Object.fromEntries(Object.keys(answered[0]).map((name) => [name, of(name, field)]));
  record.cost(`hook/prompt/cpu/${size}`, 'ms', byEngine('cpuMs'));
  record.cost(`hook/prompt/wall/${size}`, 'ms', byEngine('wallMs'));
  record.cost(`hook/prompt/peak/${size}`, 'B', byEngine('peakBytes'));
}

/** A hook that is late ends wherever it is: its line may be missing, or torn. */
function lastLine(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1));
  } catch {
    return undefined;
  }
}

/** Measures the Stop hook in a copy of the store, and, where it can be followed, its worker. */
export function stopHook({ tool, record, dir, size, rounds, prompts }) {
  const home = join(dir, 'stop-home');
  cpSync(join(dir, 'product'), home, { recursive: true });
  const hook = makeHooks(tool, dir, home);
  const transcripts = join(dir, 'transcripts');
  mkdirSync(transcripts, { recursive: true });
  const stop = (round) => {
    const session = randomUUID();
    const path = join(transcripts, `${session}.jsonl`);
    const answer = `${prompts[(round + 1) % prompts.length]} (${session})`;
    writeFileSync(path, transcript(session, join(dir, 'project'), prompts[0], answer));
    const about = { transcript_path: path, last_assistant_message: answer };
    return hook('stop', { session_id: session, ...about }, { orphans: true });
  };
  const node = () => tool.spawn([process.execPath, '-e', '0']);
  stop(0);
  const runs = Array.from({ length: rounds }, (_, round) => ({
    node: node(),
    stop: stop(round),
  }));
  const of = (name, field) => runs.map((run) => run[name][field]);
  for (const [field, unit, name] of [
    ['cpuMs', 'ms', 'cpu'],
    ['wallMs', 'ms', 'wall'],
    ['peakBytes', 'B', 'peak'],
  ]) {
    const samples = { [NODE]: of('node', field), product: of('stop', field) };
    record.cost(`hook/stop/${name}/${size}`, unit, samples);
  }
  // One that was late has left no worker.
  const followed = runs.filter(({ stop }) => stop.orphans?.length > 0);
  if (followed.length === 0) {
    record.note(
      'left out: the Stop hook’s worker (it is followed on Linux, where Stop is in time)',
    );
    return;
  }
  const workers = followed.map(({ stop }) => stop.orphans[0]);
  record.cost(`hook/stop/worker-cpu/${size}`, 'ms', {
    [NODE]: followed.map((run) => run.node.cpuMs),
    product: workers.map(({ cpuMs }) => cpuMs),
  });
  const peaks = workers.map(({ peakBytes }) => peakBytes);
  record.cost(`hook/stop/worker-peak/${size}`, 'B', { product: peaks });
}

/** A session of one turn. */
function transcript(session, cwd, asked, answered) {
  const [prompt, answer] = [randomUUID(), randomUUID()];
  const common = { isSidechain: false, userType: 'external', cwd, version: '2.1.59' };
  const line = (type, uuid, parentUuid, second, message) =>
    JSON.stringify({
      ...common,
      type,
      uuid,
      parentUuid,
      sessionId: session,
      timestamp: `2026-06-01T10:00:0${second}.000Z`,
      message,
    });
  const said = {
    role: 'assistant',
    id: 'msg_1',
    type: 'message',
    model: 'claude-sonnet-4-6',
    content: [{ type: 'text', text: answered }],
    stop_reason: 'end_turn',
  };
  const lines = [
    line('user', prompt, null, 1, { role: 'user', content: asked }),
    line('assistant', answer, prompt, 2, said),
  ];
  return `${lines.join('\n')}\n`;
}
