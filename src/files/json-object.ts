/** Untrusted JSON as an object with fields of unknown types. Pure. */

import { unmarked } from './byte-order-mark.ts';

export type JsonObject = Record<string, unknown>;

/** Whether a value is an object: neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses a JSON object, also behind a byte order mark; `undefined` if the text is not JSON, or not
 * an object.
 */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(unmarked(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is an array of strings. */
export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
