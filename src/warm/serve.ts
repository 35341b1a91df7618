/**
 * `mementor warm`: a server that an agent starts and ends, for one purpose: a hook of the agent
 * calls it with each prompt, so that no process has to start for it. It lists no tools: a model
 * never sees it, and it costs no tokens.
 */

import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { markLive, prepare, unmark } from '../home/claims.ts';
import { homeOf } from '../home/paths.ts';
import { LINE_BYTES_MAX, linesWithin } from '../mcp/lines.ts';
import { endOf, type Streams } from '../mcp/serve.ts';
import type { Context } from '../process/context.ts';
import { packageVersion } from '../reports/package-version.ts';
import { answerer } from './answer-prompt.ts';

/** The processes of a client and of this server. */
export interface Processes {
  readonly client: number;
  readonly server: number;
}

/** What the client takes for a hook that adds nothing. */
const NOTHING = '{}';

/** Serves until the client is gone, or `context.interrupted` is aborted. */
export async function serveWarm(
  { input, output }: Streams,
  { client, server }: Processes,
  context: Context,
): Promise<void> {
  const home = homeOf(context);
  let isMarked = false;
  const mark = () => {
    if (!isMarked) markLive(home, client, server);
    isMarked = true;
  };
  const { prepare: warmUp, answer } = answerer(mark, context);
  prepare(home);
  const ended = endOf({ input, output }, context.interrupted);
  const handle = serveStdio(() => serverOf(answer), {
    transport: new StdioServerTransport(input.pipe(linesWithin(output)), output, {
      maxBufferSize: LINE_BYTES_MAX,
    }),
  });
  // The client waits for the answer to its greeting first.
  setImmediate(warmUp);
  await ended;
  unmark(home, client);
  await handle.close();
}

function serverOf(answer: (event: string) => string): Server {
  const about = { name: 'mementor-warm', version: packageVersion() ?? '0' };
  const server = new Server(about, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const text = answer(JSON.stringify(params.arguments ?? {}));
    return { content: [{ type: 'text', text: text === '' ? NOTHING : text }] };
  });
  return server;
}
