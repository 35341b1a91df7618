/** The figures in instructions: what hooks and the worker add to bare Node, ingest, and a query. */

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DISMISSED, transcript } from '../measure/hooks.mjs';
import { count, steadyNode } from './counter.mjs';

const ALONE = fileURLToPath(new URL('alone.cjs', import.meta.url));

/** What the memory of the hooks is made from. */
const MEMORY_MB = 10;
/** What is taken in while it is counted. */
const INGEST_MB = 3;
const WORD_TURNS = 10_000;
const WORD_QUERIES = 20;

/** Returns an environment with nothing of this machine's own. */
function environment(dir, home) {
  const { PATH } = process.env;
  const config = join(dir, 'claude');
  return { PATH, HOME: dir, CLAUDE_CONFIG_DIR: config, MEMENTOR_HOME: home };
}

/** Returns `[name, instructions]` of the hooks and the worker of a build, beyond those of Node. */
export function hookFigures(tool, dir, build) {
  mkdirSync(dir, { recursive: true });
  const made = join(dir, 'made');
  tool.measure('transcripts', { to: made, megabytes: MEMORY_MB });
  const project = join(made, 'invented');
  const { prompts } = tool.measure('prompts', { count: 1 });
  const cli = join(build, 'dist', 'cli.js');
  const home = join(dir, 'home');
  const env = environment(dir, home);
  const ingest = [cli, 'ingest', made, '--threads', '1'];
  const taken = spawnSync(process.execPath, ingest, { env, cwd: project, encoding: 'utf8' });
  if (taken.status !== 0) throw new Error(`the memory was not made: ${taken.stderr}`);
  const counted = (args, stdin, cwd = project) =>
    count(steadyNode(...args), { env, cwd, stdin }).instructions;
  const bare = counted(['--require', ALONE, '-e', '0']);
  const product = (args, fields) => {
    const stdin = fields && JSON.stringify({ cwd: project, ...fields });
    return counted(['--require', ALONE, cli, ...args], stdin) - bare;
  };
  const prompt = (text) => {
    const session = randomUUID();
    const about = { session_id: session, transcript_path: join(dir, `${session}.jsonl`) };
    const instructions = product(['hook', 'user-prompt-submit'], { ...about, prompt: text });
    return { instructions, line: recordOf(home, session) };
  };
  const dismissed = prompt(DISMISSED);
  const searched = prompt(prompts[0]);
  if (!dismissed.line.dismissed || !searched.line.semantic || !(searched.line.searched > 0)) {
    throw new Error(`a prompt was not answered as meant: ${JSON.stringify([dismissed, searched])}`);
  }
  const stop = product(['hook', 'stop'], stoppedSession(dir, project, prompts[0]));
  const waiting = () => readdirSync(join(home, 'inbox')).length;
  const handedOver = waiting();
  const worker = product(['drain']);
  if (handedOver !== 1 || waiting() > 0) throw new Error('the worker did not take one turn in');
  return [
    ['prompt hook, dismissed', dismissed.instructions],
    ['prompt hook, searched', searched.instructions],
    ['Stop hook', stop],
    ['worker of one turn', worker],
  ];
}

function recordOf(home, session) {
  return JSON.parse(readFileSync(join(home, 'recalls', `${session}.jsonl`), 'utf8'));
}

/** Writes a session of one turn; returns what a Stop hook is told of it. */
function stoppedSession(dir, project, asked) {
  const session = randomUUID();
  const path = join(dir, `${session}.jsonl`);
  const answer = `It does, since ${asked}.`;
  writeFileSync(path, transcript(session, project, asked, answer));
  const about = { session_id: session, transcript_path: path, hook_event_name: 'Stop' };
  return { ...about, last_assistant_message: answer };
}

/** Returns `[name, instructions]` of ingest and of a query by words. */
export function coreFigures(tool, dir) {
  mkdirSync(dir, { recursive: true });
  const env = environment(dir, join(dir, 'home'));
  const counted = (name, options) =>
    count(tool.command(name, options), { env, cwd: dir }).instructions;
  const transcripts = join(dir, 'made');
  tool.measure('transcripts', { to: transcripts, megabytes: INGEST_MB });
  const ingest = counted('ingest', { home: join(dir, 'ingested'), transcripts });
  tool.measure('grow', { engine: 'product', dir, from: 0, to: WORD_TURNS });
  const asked = (queries) => counted('words-cold', { dir, engine: 'product-words', queries });
  const query = (asked(1 + WORD_QUERIES) - asked(1)) / WORD_QUERIES;
  return [
    [`ingest of ${INGEST_MB} MB`, ingest],
    [`query by words, ${WORD_TURNS.toLocaleString('en')} chunks`, Math.round(query)],
  ];
}
