/** Answers one call of a tool. Whatever goes wrong is an answer that says what to do next. */

import { setImmediate as turn } from 'node:timers/promises';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { codeOf, MementorError, shownError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';
import { SILENT, type Watch } from '../process/watch.ts';
import type { KeptMemory } from './kept-memory.ts';
import type { Call } from './tool.ts';
import { TOOLS } from './tools.ts';

export function listedTools(): ListToolsResult {
  const tools = TOOLS.map(({ name, description, inputSchema, annotations }) => {
    return { name, description, inputSchema, annotations };
  });
  return { tools };
}

export interface Asked {
  readonly name: string;
  readonly given: unknown;
  /** Returns the directory of the client. */
  readonly directory: () => Promise<string>;
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

export async function answerCall(
  asked: Asked,
  memory: KeptMemory,
  context: Context,
): Promise<CallToolResult> {
  try {
    const tool = TOOLS.find(({ name }) => name === asked.name);
    if (tool === undefined) throw unknownTool(asked.name);
    const text = await tool.call(asked.given, await callOf(asked, memory, context));
    // No fields beside it: some clients show the model both, others the fields alone.
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    if (asked.signal.aborted) throw error;
    if (/^(?:DATABASE|LOG)/.test(codeOf(error) ?? '')) memory.drop();
    return failed(error);
  }
}

async function callOf(asked: Asked, memory: KeptMemory, context: Context): Promise<Call> {
  const cwd = await asked.directory();
  const interrupted = AbortSignal.any([asked.signal, context.interrupted]);
  const watch: Watch = { ...SILENT, note: asked.report, warn: asked.report, fail: asked.report };
  return {
    context: { ...context, cwd, interrupted },
    memory,
    watch,
    pause: async () => {
      await turn();
      asked.signal.throwIfAborted();
    },
  };
}

function unknownTool(name: string): MementorError {
  const names = TOOLS.map((each) => each.name).join(', ');
  const message = `there is no tool ${JSON.stringify(name)}`;
  return new MementorError('TOOL_UNKNOWN', message, `the tools are ${names}`);
}

function failed(error: unknown): CallToolResult {
  const { code, message: told, hint: next } = shownError(error);
  const [message, hint] = [inOurWords(told), next === undefined ? undefined : inOurWords(next)];
  const text = hint === undefined ? `error: ${message}` : `error: ${message}\nhint: ${hint}`;
  const data = { error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  return { content: [{ type: 'text', text }], structuredContent: data, isError: true };
}

/** A model gives arguments, not options of a command line. */
function inOurWords(text: string): string {
  return text.replace(/(?<!mementor[^`]*)--(since|until|file|kind)\b/g, '$1');
}
