/** Reads a prompt from a line of a transcript that the memory has not read yet. Pure. */

import { isObject, parseObject } from '../../files/json-object.ts';
import type { TypedPrompt } from '../agent.ts';

/** Fields of lines with the role of a user that no user typed. */
const NOT_TYPED = ['isMeta', 'isSidechain', 'isCompactSummary'];

/** Returns the prompt in a line; undefined if the line is something else. */
export function promptOf(line: string): TypedPrompt | undefined {
  const fields = line.startsWith('{') ? parseObject(line) : undefined;
  if (fields?.type !== 'user' || NOT_TYPED.some((name) => fields[name] === true)) return undefined;
  const { timestamp, message } = fields;
  const atMs = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  const text = isObject(message) ? textOf(message.content) : '';
  return Number.isNaN(atMs) || text === '' ? undefined : { atMs, text };
}

/** Content is a text or a list of blocks; results of tools are blocks too, without a text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const texts = blocks.filter(({ type, text }) => type === 'text' && typeof text === 'string');
  return texts.map(({ text }) => text).join('\n');
}
