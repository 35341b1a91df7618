/**
 * `mementor warm`: a server that an agent starts and ends, for one purpose: a hook of the agent
 * calls it with each prompt, so that no process has to start for it. It lists no tools: a model
 * never sees it, and it costs no tokens.
 */

import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { hookOptions, utcOffset } from '../capture/options.ts';
import { processOf } from '../capture/process-of.ts';
import { LINE_BYTES_MAX, linesWithin } from '../mcp/lines.ts';
import { endOf, type Streams } from '../mcp/serve.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { packageVersion } from '../reports/package-version.ts';

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
  const prompts = new (native().PromptServer)(hookOptions(context), client, server);
  const answer = (event: string) =>
    prompts.answer(event, hookOptions(context), processOf(context), utcOffset);
  const ended = endOf({ input, output }, context.interrupted);
  const handle = serveStdio(() => serverOf(answer), {
    transport: new StdioServerTransport(input.pipe(linesWithin(output)), output, {
      maxBufferSize: LINE_BYTES_MAX,
    }),
  });
  // The client waits for the answer to its greeting first.
  setImmediate(() => prompts.prepare(hookOptions(context)));
  await ended;
  prompts.close();
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
