/** JSON that came from elsewhere, as an object whose fields may be anything. Pure. */

export type JsonObject = Record<string, unknown>;

/** Whether a value is an object: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object that a text is; `undefined` when it is none, or no JSON. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a list of texts. */
export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
