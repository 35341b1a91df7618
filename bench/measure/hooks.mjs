/** The hooks as Claude Code starts them, each in a process of its own, beside a bare Node. */

import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../tool.mjs';

const NODE = 'node -e 0';
export const DISMISSED = 'yes, please go on and commit it';
/** What a process costs: the field, its unit, and its name in the tables. */
const COSTS = [
  ['cpuMs', 'ms', 'cpu'],
  ['wallMs', 'ms', 'wall'],
  ['peakBytes', 'B', 'peak'],
];

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
  const prompt = makePrompt(tool, dir);
  const node = bareNode(tool);
  for (const start of [node, () => prompt(prompts[0]), () => prompt(DISMISSED)]) start();
  const runs = Array.from({ length: rounds }, (_, round) => ({
    [NODE]: node(),
    product: prompt(prompts[round % prompts.length]),
    'product, dismissed': prompt(DISMISSED),
  }));
  const answered = runs.filter(({ product: { line } }) => line?.semantic && line.searched === size);
  const share = answered.length / rounds;
  record.value(`hook/prompt/answered/${size}`, 'product', 'share', share, 'higher');
  const wrong = runs.filter((run) => run['product, dismissed'].line?.dismissed == null);
  if (wrong.length > 0) record.note('a prompt that should be dismissed was searched, or late');
  // What a late hook cost says nothing: it was cut short.
  if (answered.length > 0) recordCosts(record, 'prompt', size, answered);
}

/** Sends a prompt to the hook; returns its cost, and the line that it wrote, if it did. */
function makePrompt(tool, dir) {
  const home = join(dir, 'product');
  const hook = makeHooks(tool, dir, home);
  return (text) => {
    const session = randomUUID();
    // A transcript that is not written yet: the session is kept, and there is nothing to catch up.
    const transcript = join(dir, `${session}.jsonl`);
    const fields = { session_id: session, transcript_path: transcript, prompt: text };
    const cost = hook('user-prompt-submit', fields);
    return { ...cost, line: lastLine(join(home, 'recalls', `${session}.jsonl`)) };
  };
}

function bareNode(tool) {
  return () => tool.spawn([process.execPath, '-e', '0']);
}

/** `runs` is `[{ engine: cost }]`. */
function recordCosts(record, kind, size, runs) {
  const engines = Object.keys(runs[0]);
  for (const [field, unit, name] of COSTS) {
    const samples = engines.map((engine) => [engine, runs.map((run) => run[engine][field])]);
    record.cost(`hook/${kind}/${name}/${size}`, unit, Object.fromEntries(samples));
  }
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
  const stop = makeStop(tool, dir, prompts);
  const node = bareNode(tool);
  stop(0);
  const runs = Array.from({ length: rounds }, (_, round) => ({
    [NODE]: node(),
    product: stop(round),
  }));
  recordCosts(record, 'stop', size, runs);
  recordWorkers(record, size, runs);
}

/** Ends a turn of a new session; returns the hook's cost. */
function makeStop(tool, dir, prompts) {
  const home = join(dir, 'stop-home');
  cpSync(join(dir, 'product'), home, { recursive: true });
  const hook = makeHooks(tool, dir, home);
  const transcripts = join(dir, 'transcripts');
  mkdirSync(transcripts, { recursive: true });
  return (round) => {
    const session = randomUUID();
    const path = join(transcripts, `${session}.jsonl`);
    const answer = `${prompts[(round + 1) % prompts.length]} (${session})`;
    writeFileSync(path, transcript(session, join(dir, 'project'), prompts[0], answer));
    const about = { transcript_path: path, last_assistant_message: answer };
    return hook('stop', { session_id: session, ...about }, { orphans: true });
  };
}

function recordWorkers(record, size, runs) {
  // One that was late has left no worker.
  const followed = runs.filter(({ product }) => product.orphans?.length > 0);
  if (followed.length === 0) {
    record.note(
      'left out: the Stop hook’s worker (it is followed on Linux, where Stop is in time)',
    );
    return;
  }
  const workers = followed.map(({ product }) => product.orphans[0]);
  record.cost(`hook/stop/worker-cpu/${size}`, 'ms', {
    [NODE]: followed.map((run) => run[NODE].cpuMs),
    product: workers.map(({ cpuMs }) => cpuMs),
  });
  const peaks = workers.map(({ peakBytes }) => peakBytes);
  record.cost(`hook/stop/worker-peak/${size}`, 'B', { product: peaks });
}

/** Returns the transcript of a session of one turn. */
export function transcript(session, cwd, asked, answered) {
  const [prompt, answer] = [randomUUID(), randomUUID()];
  const common = { isSidechain: false, userType: 'external', cwd, version: '2.1.59' };
  const line = (type, uuid, parentUuid, second, message) => {
    const timestamp = `2026-06-01T10:00:0${second}.000Z`;
    return { ...common, type, uuid, parentUuid, sessionId: session, timestamp, message };
  };
  const lines = [
    line('user', prompt, null, 1, { role: 'user', content: asked }),
    line('assistant', answer, prompt, 2, messageOf(answered)),
  ];
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}

function messageOf(text) {
  return {
    role: 'assistant',
    id: 'msg_1',
    type: 'message',
    model: 'claude-sonnet-4-6',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
  };
}
