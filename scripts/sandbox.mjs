/** A made-up user with three past conversations: for the demo and the pictures. */

import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cli = join(root, 'dist', 'cli.js');
const examples = join(root, 'test', 'fixtures', 'demo');

/** Whether there is a program to run. */
export function isBuilt() {
  return existsSync(cli) && existsSync(join(root, 'native', 'mementor.node'));
}

/**
 * Makes the sandbox in an empty folder, which becomes the home of the user. Nothing of this
 * machine's own settings is read or written. `program` is the built `cli.js`.
 */
export function openSandbox(home, program = cli) {
  const project = join(home, 'shop');
  const folder = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC' };
  mkdirSync(folder, { recursive: true });
  mkdirSync(project);
  for (const name of readdirSync(examples)) {
    const text = readFileSync(join(examples, name), 'utf8').replaceAll('{{CWD}}', project);
    const { session, ended } = factsIn(text);
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, text);
    utimesSync(path, ended, ended);
  }

  /** Runs the program. `node` holds arguments of Node itself, `variables` are added to the environment. */
  function mementor(args, { input = '', node = [], variables = {} } = {}) {
    return spawnSync(process.execPath, [...node, program, ...args], {
      cwd: project,
      env: { ...env, ...variables },
      input,
      encoding: 'utf8',
    });
  }

  function transcriptOf(session) {
    return join(folder, `${session}.jsonl`);
  }

  /** Calls a hook, as Claude Code does; returns what it prints. */
  function hook(name, session, more, options) {
    const event = { session_id: session, cwd: project, transcript_path: transcriptOf(session) };
    return mementor(['hook', name], { ...options, input: JSON.stringify({ ...event, ...more }) })
      .stdout;
  }

  /** Sends a prompt; returns what is added to it, and what the user is told. */
  function ask(session, prompt, options) {
    const event = { hook_event_name: 'UserPromptSubmit', prompt };
    const printed = hook('user-prompt-submit', session, event, options);
    const reply = printed === '' ? {} : JSON.parse(printed);
    return {
      added: reply.hookSpecificOutput?.additionalContext ?? '',
      told: reply.systemMessage ?? '',
    };
  }

  /** Starts a session; returns what it is told. */
  function start(session, options) {
    const event = { hook_event_name: 'SessionStart', source: 'startup' };
    const printed = hook('session-start', session, event, options);
    return printed === '' ? '' : JSON.parse(printed).hookSpecificOutput.additionalContext;
  }

  /** Calls one tool of the server that agents start; returns the text of the answer. */
  async function call(name, given) {
    const server = spawn(process.execPath, [program, 'mcp'], { cwd: project, env });
    const clientInfo = { name: 'demo', version: '1' };
    const asking = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const messages = [
      { id: 1, method: 'initialize', params: asking },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name, arguments: given } },
    ];
    for (const each of messages) {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`);
    }
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line);
      if (id === 2) {
        server.stdin.end();
        return result.content[0].text;
      }
    }
    return '';
  }

  /** Tells that an answer is complete, and stores it at once instead of in the background. */
  function answered(session, answer, options) {
    hook('stop', session, { hook_event_name: 'Stop', last_assistant_message: answer }, options);
    mementor(['drain'], options);
  }

  return {
    home,
    project,
    mementor,
    ask,
    start,
    call,
    answered,
    transcriptOf,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Claude Code names a transcript after its session, and last wrote to it when it ended. */
function factsIn(transcript) {
  const last = JSON.parse(transcript.trimEnd().split('\n').at(-1));
  return { session: last.sessionId, ended: new Date(last.timestamp) };
}
