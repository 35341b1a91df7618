/**
 * A stand-in for two model APIs, OpenAI's chat completions and Gemini's: loopback only, scripted.
 *
 * A rule is `{ match, steps }`: the last typed prompt holds `match`, and step i answers after i
 * rounds of tool results. A step is a text, or `{ tool, input }`. A rule whose tool the request does
 * not offer is passed over. Without a rule the answer is "Done.".
 */
import { createServer } from 'node:http';

/** Starts the server. `requests` grows as they come: `{ prompt, body }`. */
export async function startModelApi() {
  const requests = [];
  let rules = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const protocol = protocols.find(({ path }) => path.test(request.url.split('?')[0]));
    if (request.method !== 'POST' || protocol === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = JSON.parse(text);
    const { prompt, rounds } = lastPrompt(protocol.turns(body));
    requests.push({ prompt, body });
    const rule = rules.find(
      ({ match, tool }) =>
        prompt.includes(match) && (tool === undefined || protocol.tools(body).includes(tool)),
    );
    const step = rule?.steps[Math.min(rounds, rule.steps.length - 1)] ?? 'Done.';
    protocol.answer({ response, body, url: request.url, step, number: requests.length });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    script(next) {
      rules = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What clients put around or beside the typed words. */
const added =
  /<(hook_context|qwen:user-prompt-submit-context|system-reminder|system_reminder|current_datetime)>[\s\S]*?<\/\1>/g;
const ofClient = /^\s*(<session_context>|This is the |<mementor>|$)/;

/** Returns the last typed prompt, and how many rounds of tool results came after it. */
function lastPrompt(turns) {
  let rounds = 0;
  let isInRound = false;
  for (const { role, texts, isResult } of turns.toReversed()) {
    // Results of one round stand together, or the model speaks between them.
    if (isResult && !isInRound) rounds++;
    isInRound = isResult;
    if (role === 'model') continue;
    const typed = texts
      .map((text) => text.replace(added, ''))
      .filter((each) => !ofClient.test(each));
    if (!isResult && typed.length > 0) return { prompt: typed.join('\n'), rounds };
  }
  return { prompt: '', rounds };
}

const chat = {
  path: /\/chat\/completions$/,
  turns: ({ messages = [] }) =>
    messages
      .filter(({ role }) => role !== 'system' && role !== 'developer')
      .map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : role,
        texts: [content]
          .flat()
          .map((part) => (typeof part === 'string' ? part : (part?.text ?? ''))),
        isResult: role === 'tool',
      })),
  tools: ({ tools = [] }) => tools.map((each) => each.function?.name),
  answer({ response, body, step, number }) {
    const isText = typeof step === 'string';
    const call = {
      index: 0,
      id: `call_${number}`,
      type: 'function',
      function: { name: step.tool, arguments: JSON.stringify(step.input) },
    };
    const message = isText
      ? { role: 'assistant', content: step }
      : { role: 'assistant', content: '', tool_calls: [call] };
    const finish_reason = isText ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const base = { id: `chatcmpl-${number}`, created: 1, model: body.model };
    if (!body.stream) {
      const choices = [{ index: 0, finish_reason, message }];
      sendJson(response, { ...base, object: 'chat.completion', choices, usage });
      return;
    }
    const chunk = { ...base, object: 'chat.completion.chunk' };
    const choice = (delta, reason) => [{ index: 0, delta, finish_reason: reason }];
    sendEvents(response, [
      { ...chunk, choices: choice(message, null) },
      { ...chunk, choices: choice({}, finish_reason) },
      { ...chunk, choices: [], usage },
    ]);
  },
};

const gemini = {
  path: /:(?:stream)?[gG]enerateContent$/,
  turns: ({ contents = [] }) =>
    contents.map(({ role, parts = [] }) => ({
      role,
      texts: parts.map(({ text = '' }) => text),
      isResult: parts.some(({ functionResponse }) => functionResponse),
    })),
  tools: ({ tools = [] }) =>
    tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
  answer({ response, url, step, number }) {
    const part =
      typeof step === 'string'
        ? { text: step }
        : { functionCall: { id: `call_${number}`, name: step.tool, args: step.input } };
    const candidate = { index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' };
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };
    const whole = { candidates: [candidate], usageMetadata, responseId: `r${number}` };
    if (url.includes('streamGenerate')) sendEvents(response, [whole]);
    else sendJson(response, whole);
  },
};

const protocols = [chat, gemini];

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of events) response.write(`data: ${JSON.stringify(each)}\n\n`);
  response.end();
}
