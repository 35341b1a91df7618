/** What a scenario does with the client: sessions, what reached the model, what was written. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { start, supports } from './client.mjs';
import { until } from './processes.mjs';
import { filesIn, jsonLines } from './results.mjs';
import { openTerminal } from './terminal.mjs';

const request_wait_ms = 15_000;

/** Returns the calls; see `run.mjs` for them. */
export function conversation({ folders, api, env, client }) {
  const { root, home, project } = folders;
  const place = { project, env, client, api };
  return {
    requests: () => requestsOf(api),
    begin: (prompt, options) => begin(place, prompt, options),
    session: (prompt, options) => session(place, prompt, options),
    reached: (text) => reached(api, text),
    until: (holds, wait_ms = request_wait_ms) => until(holds, wait_ms),
    supports: (option) => knows(client, option, env),
    terminal: () => openTerminal({ root, cwd: project, client, env }),
    transcript: (sessionId) => transcriptOf(home, sessionId),
  };
}

function begin({ project, env, client }, prompt, { resume, args = [], env: extra } = {}) {
  const options = [...(resume ? ['--resume', resume] : []), ...args];
  // The stream tells what each hook said, where the version can.
  const format = ['--output-format', 'stream-json', '--verbose'];
  if (knows(client, '--include-hook-events', env)) format.push('--include-hook-events');
  return start(client.command, [...client.args, '-p', prompt, ...format, ...options], {
    cwd: project,
    env: { ...env, ...extra },
  });
}

async function session(place, prompt, options) {
  const before = requestsOf(place.api).length;
  const ended = await begin(place, prompt, options).done;
  const lines = jsonLines(ended.stdout);
  const result = lines.find(({ type }) => type === 'result');
  if (!result) throw new Error(`no result, exit status ${ended.exitCode}: ${ended.stderr}`);
  return {
    ...ended,
    sessionId: result.session_id,
    answer: result.result,
    hooks: hookAnswers(lines),
    requests: requestsOf(place.api).slice(before),
  };
}

function hookAnswers(lines) {
  return lines
    .filter(({ type, subtype }) => type === 'system' && subtype === 'hook_response')
    .map(({ hook_event, hook_name, exit_code, outcome, stdout, stderr }) => ({
      event: hook_event ?? hook_name,
      exitCode: exit_code,
      outcome,
      stdout,
      stderr,
    }));
}

function requestsOf(api) {
  return api.requests.filter(({ prompt }) => prompt !== undefined);
}

async function reached(api, text) {
  const find = () => requestsOf(api).find(({ prompt }) => prompt.includes(text));
  if (!(await until(find, request_wait_ms))) throw new Error(`no request with ${text}`);
  return find();
}

function transcriptOf(home, sessionId) {
  const paths = filesIn(join(home, '.claude', 'projects'));
  const path = paths.find((each) => basename(each) === `${sessionId}.jsonl`);
  return path && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const known = new Map();

function knows(client, option, env) {
  const key = `${client.version} ${option}`;
  if (!known.has(key)) known.set(key, supports(client, option, env));
  return known.get(key);
}
