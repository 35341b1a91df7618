/** Untrusted JSON, as an object with fields of unknown types. Pure. */

import { unmarked } from './byte-order-mark.ts';

export type JsonObject = Record<string, unknown>;

/** Whether a value is an object: neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON, also behind a byte order mark; `undefined` for no text, or one that is not JSON. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(unmarked(text));
  } catch {
    return undefined;
  }
}

/** Parses a JSON object as {@link parseJson} does; `undefined` for another value. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Whether a value is an array of strings. */
export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
