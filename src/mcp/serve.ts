/**
 * `mementor mcp`: an MCP server over standard input and output. It lives as long as its client:
 * the end of the input, a closed output or a signal ends it. It has no port and no timer, and opens
 * the memory at the first call.
 */

import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Context } from '../process/context.ts';
import { packageVersion } from '../reports/package-version.ts';
import { answerCall, listedTools } from './answer-call.ts';
import { type AskRoots, clientDirectory, type Directory, ROOTS_WAIT_MS } from './directory.ts';
import { type KeptMemory, keptMemory } from './kept-memory.ts';
import { LINE_BYTES_MAX, linesWithin } from './lines.ts';
import { received } from './messages.ts';
import { INSTRUCTIONS } from './tools.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How long a call may take to be answered after the input has ended. */
const LAST_ANSWERS_MS = 5_000;

/**
 * Serves until the client is gone, or `context.interrupted` is aborted. Calls that came before the
 * end of the input are still answered while somebody reads: a script may write them and close.
 */
export async function serve({ input, output }: Streams, context: Context): Promise<void> {
  const memory = keptMemory();
  const directory = clientDirectory(context);
  const calls = new Set<Promise<unknown>>();
  const ended = endOf({ input, output }, context.interrupted);
  // The transport closes at the end of its input, with calls in progress unanswered.
  const open = input.pipe(linesWithin(output, LINE_BYTES_MAX, received), { end: false });
  const handle = serveStdio(({ era }) => serverFor(era, memory, directory, calls, context), {
    transport: new StdioServerTransport(open, output, { maxBufferSize: LINE_BYTES_MAX }),
  });
  await ended;
  await answered(calls, output, context.interrupted);
  await handle.close();
}

/** Waits for calls in progress, unless nobody reads their answers any more. */
async function answered(
  calls: ReadonlySet<Promise<unknown>>,
  output: Writable,
  interrupted: AbortSignal,
): Promise<void> {
  const isRead = () => output.writable && !interrupted.aborted;
  const until = Date.now() + LAST_ANSWERS_MS;
  // What arrived last becomes a call in the next turn.
  await turn();
  await turn();
  while (calls.size > 0 && isRead() && Date.now() < until) {
    await Promise.race([Promise.allSettled(calls), sleep(50, undefined, { ref: false })]);
  }
  // The last answer is written in a turn of its own.
  if (isRead()) await turn();
}

/** Resolves when the client is gone, or the signal is aborted. */
export async function endOf({ input, output }: Streams, interrupted: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    for (const event of ['end', 'close', 'error']) input.once(event, end);
    // A client that closed the pipe reads no more answers.
    for (const event of ['close', 'error']) output.once(event, end);
    interrupted.addEventListener('abort', end, { once: true });
  });
}

function serverFor(
  era: string,
  memory: KeptMemory,
  directory: Directory,
  calls: Set<Promise<unknown>>,
  context: Context,
): Server {
  const server = new Server(
    { name: 'mementor', title: 'Mementor', version: packageVersion() ?? '0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const ask: AskRoots = async () => await rootsOf(server, era);
  server.setNotificationHandler('notifications/roots/list_changed', directory.changed);
  server.setRequestHandler('tools/list', listedTools);
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const asked = {
      name: params.name,
      given: params.arguments,
      directory: () => directory.of(ask),
      signal: mcpReq.signal,
      report: reporter(mcpReq),
    };
    // What arrived together with this call, such as its cancellation, is read first.
    const answer = async () => {
      await turn();
      mcpReq.signal.throwIfAborted();
      return await answerCall(asked, memory, context);
    };
    const call = answer();
    calls.add(call);
    const done = () => calls.delete(call);
    call.then(done, done);
    return await call;
  });
  return server;
}

/** Since 2026-07-28 the protocol has no roots: the directory is then the one of the process. */
async function rootsOf(server: Server, era: string): Promise<readonly string[] | undefined> {
  if (era === 'modern' || server.getClientCapabilities()?.roots === undefined) return undefined;
  const { roots } = await server.listRoots(undefined, { timeout: ROOTS_WAIT_MS });
  return roots.map(({ uri }) => uri);
}

/** Reports progress, if the client asked for it; what is lost on the way costs nothing. */
function reporter({ _meta, notify }: ServerContext['mcpReq']): (message: string) => void {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
