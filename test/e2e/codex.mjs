/** Codex CLI at a pinned version, and a stand-in for the Responses API: loopback only, scripted. */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './client.mjs';
import { npmClient } from './npm-client.mjs';

const builds = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'darwin-arm64': 'aarch64-apple-darwin',
};

export const codexClient = npmClient({
  name: 'codex',
  title: 'Codex',
  packageName: '@openai/codex',
  version: '0.169.0',
  program: (packages) => {
    const host = `${process.platform}-${process.arch}`;
    const vendor = join(packages, '@openai', `codex-${host}`, 'vendor');
    return [join(vendor, builds[host] ?? 'none', 'bin', 'codex')];
  },
});

/**
 * Starts the API. `script(steps)` sets the answers to the next requests, one each: a text,
 * `{ tool, namespace, input }`, or a function of the request that returns one. `requests` grows as they come.
 */
export async function startResponsesApi() {
  const requests = [];
  let steps = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.method !== 'POST' || !request.url.endsWith('/responses')) {
      response.writeHead(404).end('{}');
      return;
    }
    const body = JSON.parse(text);
    requests.push(body);
    const step = steps.shift() ?? 'Done.';
    stream(response, requests.length, typeof step === 'function' ? step(body) : step);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    script(next) {
      steps = [...next];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stream(response, number, step) {
  const item = itemOf(number, step);
  const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
  const whole = { id: `resp_${number}`, object: 'response', status: 'completed', usage };
  let sequence_number = 0;
  const send = (type, fields) => {
    const event = { type, sequence_number, ...fields };
    sequence_number += 1;
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('response.created', { response: { ...whole, status: 'in_progress', output: [] } });
  send('response.output_item.added', { output_index: 0, item });
  send('response.output_item.done', { output_index: 0, item });
  send('response.completed', { response: { ...whole, output: [item] } });
  response.end();
}

function itemOf(number, step) {
  if (typeof step === 'string') {
    const content = [{ type: 'output_text', text: step, annotations: [] }];
    return {
      type: 'message',
      id: `msg_${number}`,
      role: 'assistant',
      status: 'completed',
      content,
    };
  }
  const { tool: name, namespace, input } = step;
  const call = { id: `fc_${number}`, call_id: `call_${number}`, status: 'completed' };
  return { type: 'function_call', ...call, name, namespace, arguments: JSON.stringify(input) };
}

/**
 * Returns what Codex itself says of its hooks: the key and the hash of each. A person confirms them
 * in its menu.
 */
async function hooksOf(client, { cwd, env }) {
  const server = spawn(client.command, ['app-server'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const say = (message) => server.stdin.write(`${JSON.stringify(message)}\n`);
  const clientInfo = { name: 'e2e', title: 'e2e', version: '0' };
  say({
    id: 1,
    method: 'initialize',
    params: { clientInfo, capabilities: { experimentalApi: true } },
  });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line);
      if (id === 1) {
        say({ method: 'initialized' });
        say({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
      }
      if (id === 2) return result.data.flatMap(({ hooks }) => hooks);
    }
    throw new Error('Codex did not list its hooks');
  } finally {
    server.kill();
  }
}

/** Returns what a scenario does with Codex in a sandbox. */
export function codexIn({ home, project, env, client }, api) {
  const folder = join(home, '.codex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.toml'), configFor(project, api.url));
  const own = { ...env, CODEX_HOME: folder, FAKE_KEY: 'not-a-key' };
  const codex = (args) => run(client.command, args, { cwd: project, env: own });
  return {
    codex,
    /** The variables with which Codex is found, and its settings. */
    env: { ...own, PATH: `${dirname(client.command)}:${env.PATH}` },
    config: join(folder, 'config.toml'),
    /** Trusts the hooks that are installed, as a person does in the menu; returns their events. */
    async trustHooks() {
      const hooks = await hooksOf(client, { cwd: project, env: own });
      const trusted = hooks.map(
        ({ key, currentHash }) =>
          `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`,
      );
      appendFileSync(join(folder, 'config.toml'), trusted.join(''));
      return hooks.map(({ eventName }) => eventName);
    },
    /** Returns what the model was sent while it answered a prompt. */
    async asked(prompt) {
      const before = api.requests.length;
      const done = await codex(['exec', '--skip-git-repo-check', '--json', prompt]);
      return { ...done, requests: api.requests.slice(before) };
    },
  };
}

function configFor(project, url) {
  return `model = "fake-model"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.fake]
name = "Fake"
base_url = ${JSON.stringify(url)}
env_key = "FAKE_KEY"
wire_api = "responses"
[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`;
}
