/**
 * The messages of a client in forms that the protocol's reader drops without an answer, so that the
 * client would wait for ever: batches, `params: null`, other nulls and fields about the message that
 * are none, and what is no message at all. Pure.
 */

import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';

/** The lines that the reader gets, and those that the client gets at once. */
export interface Received {
  readonly lines: readonly string[];
  readonly answers: readonly string[];
}

/** Each request of a batch is answered by its id, on a line of its own. */
export function received(line: string): Received {
  if (line.trim() === '') return { lines: [], answers: [] };
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refused(undefined, ProtocolErrorCode.ParseError, 'a line is no JSON');
  }
  if (!Array.isArray(message)) return one(message, line);
  if (message.length === 0) return invalid(undefined, 'a batch has at least one message');
  const each = message.map((part) => one(part));
  return {
    lines: each.flatMap(({ lines }) => lines),
    answers: each.flatMap(({ answers }) => answers),
  };
}

function one(message: unknown, line?: string): Received {
  if (!isObject(message)) return invalid(undefined, 'a message is an object');
  const { id, method, params, jsonrpc } = message;
  const isId = typeof id === 'string' || Number.isSafeInteger(id);
  const known = isId ? (id as string | number) : undefined;
  if (method === undefined && ('result' in message || 'error' in message)) {
    return passed(message, line);
  }
  if (typeof method !== 'string') return invalid(known, 'a request has a `method`');
  // Nobody waits for an answer to a notification.
  if ('id' in message) {
    if (!isId) return invalid(undefined, '`id` is a text or a whole number');
    if (jsonrpc !== '2.0') return invalid(known, '`jsonrpc` is "2.0"');
    if (params !== undefined && params !== null && !isObject(params)) {
      return refused(known, ProtocolErrorCode.InvalidParams, '`params` is an object');
    }
  }
  if (params === null) {
    const { params: _, ...rest } = message;
    return passed(rest);
  }
  const mended = isObject(params) ? mendedParams(params) : params;
  return mended === params ? passed(message, line) : passed({ ...message, params: mended });
}

/** Null is as left out; arguments may be JSON as text; `_meta` is what it can be. */
function mendedParams(params: JsonObject): JsonObject {
  const { arguments: given, _meta: meta } = params;
  const parsed = typeof given === 'string' ? parseObject(given) : undefined;
  const isWhole = parsed === undefined && !Object.values(params).includes(null) && isMeta(meta);
  if (isWhole) return params;
  const args = parsed === undefined ? {} : { arguments: parsed };
  const all = { ...params, ...args, _meta: mendedMeta(meta) };
  const kept = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept);
}

/** Whether a reader takes `_meta`: an object without null, and a token to report progress by. */
function isMeta(meta: unknown): boolean {
  return meta === undefined || (isObject(meta) && Object.entries(meta).every(isMetaField));
}

function isMetaField([name, value]: readonly [string, unknown]): boolean {
  if (name === 'progressToken') return typeof value === 'string' || Number.isSafeInteger(value);
  return value !== null;
}

function mendedMeta(meta: unknown): JsonObject | undefined {
  return isObject(meta) ? Object.fromEntries(Object.entries(meta).filter(isMetaField)) : undefined;
}

/** A message that is not changed goes on as it was written. */
function passed(message: JsonObject, line = `${JSON.stringify(message)}\n`): Received {
  return { lines: [line], answers: [] };
}

function invalid(id: string | number | undefined, message: string): Received {
  return refused(id, ProtocolErrorCode.InvalidRequest, message);
}

function refused(id: string | number | undefined, code: number, message: string): Received {
  return { lines: [], answers: [refusal(id, code, message)] };
}

/** Returns the line of an error of the protocol. */
export function refusal(id: string | number | undefined, code: number, message: string): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`;
}
