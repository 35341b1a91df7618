/** Reads a prompt from a line of a rollout that the memory has not read yet. Pure. */

import { isObject, parseObject } from '../../files/json-object.ts';
import type { TypedPrompt } from '../agent.ts';
import { isOfClient, wordsOf } from './words.ts';

/** Returns the prompt in a line; undefined if the line is something else. */
export function promptOf(line: string): TypedPrompt | undefined {
  const fields = line.includes('"user"') ? parseObject(line) : undefined;
  const item = isObject(fields?.payload) ? fields.payload : undefined;
  if (fields?.type !== 'response_item' || item?.type !== 'message' || item.role !== 'user') {
    return undefined;
  }
  const atMs = typeof fields.timestamp === 'string' ? Date.parse(fields.timestamp) : Number.NaN;
  const parts = Array.isArray(item.content) ? item.content.filter(isObject) : [];
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const text = texts
    .filter((each) => !isOfClient(each))
    .map(wordsOf)
    .join('\n');
  return Number.isNaN(atMs) || text.trim() === '' ? undefined : { atMs, text };
}
