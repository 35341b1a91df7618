/** Arguments as models write them, read by the schema of their tool. Pure. */

import { isObject, type JsonObject } from '../files/json-object.ts';

/** What a schema says of one argument. */
interface Field {
  readonly type?: string;
  readonly enum?: readonly string[];
}

/**
 * Returns the arguments that are meant: null is left out, and so is an empty text that nobody must
 * give; text stands for a number, a boolean or a list; one value stands for a list of one. What
 * cannot be understood stays, and is refused by its name.
 */
export function meant(given: unknown, { properties, required }: JsonObject): JsonObject {
  const fields = isObject(properties) ? properties : {};
  const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
  const entries = Object.entries(isObject(given) ? given : {}).map(([name, value]) => {
    const field = fields[name];
    const told = isObject(field) ? asMeant(value, field) : value;
    return [name, told === '' && !isNeeded(name) ? null : told] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function asMeant(value: unknown, field: Field): unknown {
  if (field.type === 'array') return listOf(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const lower = text.toLowerCase();
  if (field.enum !== undefined) return lower;
  if (field.type === 'string') return text === '' ? text : value;
  if (text === '' || ['null', 'none', 'undefined'].includes(lower)) return null;
  if (field.type === 'boolean' && ['true', 'false'].includes(lower)) return lower === 'true';
  if (field.type === 'integer' && /^\d{1,15}(?:\.0+)?$/.test(text)) return Number(text);
  return value;
}

/** Names and ids, which may be written with commas between them; a path may hold one itself. */
const WORDS = /^[\w-]+(?:\s*,\s*[\w-]+)+$/;

function listOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' || text.toLowerCase() === 'null') return null;
  if (WORDS.test(text)) return text.split(/\s*,\s*/);
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return listOf(parsed);
    // The quotation marks of one value.
    if (typeof parsed === 'string') return [parsed];
  } catch {
    // It is the value itself.
  }
  return [text];
}
