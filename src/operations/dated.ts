/** Rows as documents that scripts read: every time in milliseconds becomes a text. Pure. */

import { isoOf } from '../text/numbers.ts';

/** `atMs` is called `at` then, `startedAtMs` `startedAt`, and `saidMs` `saidAt`. */
type Name<Key> = Key extends 'atMs'
  ? 'at'
  : Key extends `${infer Begin}AtMs`
    ? `${Begin}At`
    : Key extends `${infer Begin}Ms`
      ? `${Begin}At`
      : Key;

export type Dated<Row> = Row extends readonly (infer Each)[]
  ? Dated<Each>[]
  : Row extends object
    ? {
        [Key in keyof Row as Name<Key>]: Key extends `${string}Ms`
          ? string | null
          : Dated<Row[Key]>;
      }
    : Row;

export function dated<Row>(row: Row): Dated<Row> {
  return textsIn(row) as Dated<Row>;
}

function textsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(textOf));
}

function textOf([key, value]: [string, unknown]): [string, unknown] {
  if (!key.endsWith('Ms') || typeof value !== 'number') return [key, textsIn(value)];
  return [key.replace(/(^at|At)?Ms$/, (_, at: string | undefined) => at ?? 'At'), isoOf(value)];
}
