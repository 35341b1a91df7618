/** Arguments as models write them, read by the schema of their tool. Pure. */

import { isObject, type JsonObject } from '../files/json-object.ts';

/** What a schema says of one argument. */
interface Field {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Returns the arguments that are meant: null is left out, and so is an empty text that nobody must
 * give; text stands for a number, a boolean or a list; one value stands for a list of one; a number
 * beyond a bound is the bound. What cannot be understood stays, and is refused by its name.
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
  if (field.type === 'boolean' && (value === 0 || value === 1)) return value === 1;
  if (field.type === 'integer' && typeof value === 'number') return within(value, field);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const lower = text.toLowerCase();
  if (field.enum !== undefined) return lower;
  if (field.type === 'string') return text === '' ? text : value;
  if (text === '' || ['null', 'none', 'undefined'].includes(lower)) return null;
  if (field.type === 'boolean' && BOOLEANS.has(lower)) return BOOLEANS.get(lower);
  if (field.type === 'integer' && /^-?\d{1,15}(?:\.0+)?$/.test(text)) {
    return within(Number(text), field);
  }
  return value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

function within(value: number, { minimum = value, maximum = value }: Field): number {
  return Math.min(Math.max(value, minimum), maximum);
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
