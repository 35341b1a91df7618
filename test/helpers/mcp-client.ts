/** A client of `mementor mcp` that speaks the protocol line by line: it can say anything, also nonsense. */

import type { Running } from './sandbox.ts';
import { until } from './sandbox.ts';

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the result of any method
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface McpClient {
  /** Everything that the server has sent. */
  readonly messages: readonly Message[];
  /** Everything that was on standard output and no JSON. */
  readonly noise: readonly string[];
  /** Sends a text as it is. */
  say(text: string): void;
  /** Sends a request and waits for the answer with its id. */
  ask(method: string, params?: object): Promise<Message>;
  /** Sends a request; returns its id. */
  send(method: string, params?: object): number;
  answerTo(id: number): Promise<Message>;
  notify(method: string, params?: object): void;
  /** Calls a tool. */
  call(name: string, given?: object): Promise<ToolResult>;
  /** Waits for a request or a notification of the server. */
  heard(method: string): Promise<Message>;
  /** Answers a request of the server. */
  reply(to: Message, result: object): void;
}

export interface ToolResult {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the fields of an error
  readonly data: any;
  readonly isError: boolean;
}

export function mcpClient({ child }: Running): McpClient {
  const messages: Message[] = [];
  const noise: string[] = [];
  let rest = '';
  let last = 0;
  child.stdout?.on('data', (text: string) => {
    rest += text;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      try {
        messages.push(JSON.parse(line));
      } catch {
        noise.push(line);
      }
    }
  });
  const say = (text: string) => void child.stdin?.write(text);
  const put = (message: object) => say(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const send = (method: string, params: object = {}) => {
    last += 1;
    put({ id: last, method, params });
    return last;
  };
  const answerTo = async (id: number) =>
    await until(`an answer to request ${id}`, () =>
      messages.find((each) => each.id === id && each.method === undefined),
    );
  const ask = async (method: string, params?: object) => await answerTo(send(method, params));
  return {
    messages,
    noise,
    say,
    ask,
    send,
    answerTo,
    notify: (method, params = {}) => put({ method, params }),
    call: async (name, given = {}) => resultOf(await ask('tools/call', { name, arguments: given })),
    heard: async (method) =>
      await until(`the server says ${method}`, () =>
        messages.find((each) => each.method === method),
      ),
    reply: ({ id }, result) => put({ id, result }),
  };
}

export function resultOf({ result, error }: Message): ToolResult {
  if (error !== undefined) throw new Error(`a protocol error: ${error.message}`);
  const text = result.content.map((each: { text: string }) => each.text).join('\n');
  return { text, data: result.structuredContent, isError: result.isError === true };
}

/** What a client of 2025 says first. */
export async function begin(client: McpClient, capabilities: object = {}): Promise<Message> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const answer = await client.ask('initialize', params);
  client.notify('notifications/initialized');
  return answer;
}
