/**
 * A small stand-in for the Messages API: loopback only, scripted by rules, logs every request.
 *
 * Rules are plain JSON, tried in order; without a matching one the reply repeats the prompt:
 *
 *   { "match": "part of the prompt" or "/regex/flags",
 *     "times": 1,                          use the rule at most so often (default: always)
 *     "steps": [[block, …], [block, …]] }  step i answers after i rounds of tool results
 *
 * Blocks:
 *
 *   "some text"                                    streamed as a text block
 *   { "tool": "Bash", "input": {…}, "id": "…"? }   a tool use
 *   { "delay": 250 }                               waits so many milliseconds
 *   { "hold": true }                               waits for `release()`
 *   { "usage": { "input_tokens": 990000 } }        merged into the usage reported
 *   { "status": 529, "error": "overloaded_error", "message": "…" }   an HTTP error, nothing else
 *   { "cut": true }                                closes the socket in mid-stream
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const piece_chars = 40;
const secretHeaders = ['authorization', 'x-api-key', 'cookie'];

// What the client puts around the typed words: its own reminders, and what old versions made of
// hook output. A prompt never starts so.
const wrapped =
  /^\s*<(system-reminder|local-command|command-|user-prompt-submit-hook|session-start-hook)/;

/** Starts the server on a free port. `requests` grows as they come; `logFile` keeps them as JSONL. */
export async function startFakeApi({ rules = [], logFile } = {}) {
  const api = { rules, requests: [], held: [], uses: new Map() };
  const server = createServer((request, response) => {
    answer(api, request, response, logFile).catch((error) => {
      console.error('fake API:', error);
      response.destroy();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests: api.requests,
    /** Replaces the rules and forgets how often the old ones were used. */
    script(next) {
      api.rules = next;
      api.uses.clear();
    },
    /** Lets the replies go on that wait at a `hold`. */
    release() {
      for (const resume of api.held.splice(0)) resume();
    },
    async close() {
      this.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(api, request, response, logFile) {
  const text = await readText(request);
  const path = request.url.split('?')[0];
  const record = {
    n: api.requests.length + 1,
    at: Date.now(),
    method: request.method,
    url: request.url,
    headers: masked(request.headers),
    body: parseJson(text),
  };
  api.requests.push(record);
  response.on('close', () => {
    Object.assign(record, { status: response.statusCode, complete: response.writableFinished });
    if (logFile) appendFileSync(logFile, `${JSON.stringify(record)}\n`);
  });

  switch (`${request.method} ${path}`) {
    case 'POST /v1/messages':
      return reply(api, record, response);
    case 'POST /v1/messages/count_tokens':
      return sendJson(response, 200, { input_tokens: tokens(text) });
    case 'GET /v1/models':
      return sendJson(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
    default:
      return sendError(response, 404, 'not_found_error', `no ${request.method} ${path} here`);
  }
}

async function reply(api, record, response) {
  const { prompt, step } = promptOf(record.body);
  const blocks = pickBlocks(api, prompt, step) ?? [`FAKE-REPLY: ${prompt.trim().slice(0, 80)}`];
  Object.assign(record, { prompt, step, blocks });

  const failure = blocks.find((block) => block.status);
  if (failure) {
    const { status, error = 'api_error', message = 'scripted error' } = failure;
    return sendError(response, status, error, message);
  }
  const message = messageOf(record.body, blocks);
  if (record.body.stream) return stream(api, message, blocks, response);
  for (const block of blocks) await pause(api, block);
  return sendJson(response, 200, message);
}

/** Returns the last typed prompt of a request and how many replies came after it. */
function promptOf({ messages = [] }) {
  let step = 0;
  for (const { role, content } of messages.toReversed()) {
    if (role === 'assistant') step++;
    if (role !== 'user') continue;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const typed = blocks.filter(({ type, text }) => type === 'text' && !wrapped.test(text));
    if (typed.length > 0) return { prompt: typed.at(-1).text, step };
  }
  return { prompt: '', step };
}

function pickBlocks(api, prompt, step) {
  for (const rule of api.rules) {
    const uses = api.uses.get(rule) ?? 0;
    if (uses >= (rule.times ?? Infinity) || !matches(rule.match, prompt)) continue;
    api.uses.set(rule, uses + 1);
    return rule.steps[Math.min(step, rule.steps.length - 1)];
  }
}

function matches(pattern, prompt) {
  const regex = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
  return regex ? new RegExp(regex[1], regex[2]).test(prompt) : prompt.includes(pattern);
}

function messageOf(body, blocks) {
  const content = blocks.filter(hasContent).map(contentOf);
  const usage = {
    input_tokens: tokens(JSON.stringify(body.messages)),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: tokens(JSON.stringify(content)),
    service_tier: 'standard',
  };
  for (const block of blocks) Object.assign(usage, block.usage);
  return {
    id: id('msg_01'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  };
}

function hasContent(block) {
  return typeof block === 'string' || block.tool !== undefined;
}

function contentOf(block) {
  if (typeof block === 'string') return { type: 'text', text: block };
  const { tool: name, id: given, input = {} } = block;
  return { type: 'tool_use', id: given ?? id('toolu_01'), name, input };
}

async function stream(api, message, blocks, response) {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': id('req_'),
  });
  const send = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);

  const usage = { ...message.usage, output_tokens: 1 };
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  let index = 0;
  for (const block of blocks) {
    await pause(api, block);
    if (block.cut) return response.destroy();
    if (!hasContent(block)) continue;
    streamContent(send, index, message.content[index]);
    index++;
  }
  const { stop_reason, stop_sequence } = message;
  send('message_delta', {
    delta: { stop_reason, stop_sequence },
    usage: { output_tokens: message.usage.output_tokens },
  });
  send('message_stop', {});
  response.end();
}

function streamContent(send, index, content) {
  const isText = content.type === 'text';
  const empty = isText ? { ...content, text: '' } : { ...content, input: {} };
  send('content_block_start', { index, content_block: empty });
  for (const piece of pieces(isText ? content.text : JSON.stringify(content.input))) {
    const delta = isText
      ? { type: 'text_delta', text: piece }
      : { type: 'input_json_delta', partial_json: piece };
    send('content_block_delta', { index, delta });
  }
  send('content_block_stop', { index });
}

// By code points, so that no emoji is torn in two.
function pieces(text) {
  return text.match(new RegExp(`.{1,${piece_chars}}`, 'gsu')) ?? [];
}

async function pause(api, block) {
  if (block.delay) await sleep(block.delay);
  if (block.hold) await new Promise((resume) => api.held.push(resume));
}

async function readText(request) {
  request.setEncoding('utf8');
  let text = '';
  for await (const part of request) text += part;
  return text;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function masked(headers) {
  const copy = { ...headers };
  for (const name of secretHeaders) if (copy[name]) copy[name] = '<masked>';
  return copy;
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req_') });
  response.end(JSON.stringify(body));
}

function sendError(response, status, type, message) {
  sendJson(response, status, { type: 'error', error: { type, message } });
}

// Four characters a token is near enough: only the order of magnitude steers the client.
function tokens(text) {
  return Math.max(1, Math.ceil(text.length / 4));
}

function id(prefix) {
  return prefix + randomUUID().replaceAll('-', '').slice(0, 24);
}
