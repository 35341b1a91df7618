/**
 * The kinds of settings: how to parse a value from text and from JSON, and which values are valid.
 * Pure.
 */

import { isStrings, parseJson } from '../files/json-object.ts';

/** A setting. A value is parsed from text (environment, command line) or from JSON (file). */
export interface Setting<T> {
  readonly meaning: string;
  readonly fallback: T;
  /** Name of its environment variable. */
  readonly variable: string;
  /** The valid values, as the rest of a sentence after "it must be". */
  readonly wanted: string;
  /** The valid values, if they are few. */
  readonly values?: readonly string[];
  readonly fromText: (text: string) => T | undefined;
  readonly fromJson: (value: unknown) => T | undefined;
}

export const ITEMS_MAX = 100;
const ITEM_CHARS_MAX = 1_000;

/** What every row of the table says. */
type Row<T> = Pick<Setting<T>, 'meaning' | 'fallback' | 'variable'>;

interface InRange extends Row<number> {
  /** 1 if not given. */
  readonly min?: number;
  readonly max: number;
}

export function wholeNumber(row: InRange): Setting<number> {
  return inRange(row, 'a whole number', /^\d+$/, Number.isInteger);
}

export function share(row: InRange): Setting<number> {
  return inRange(row, 'a number', /^\d+(?:\.\d+)?$/, Number.isFinite);
}

function inRange(
  { min = 1, max, ...common }: InRange,
  what: string,
  form: RegExp,
  isOne: (value: unknown) => boolean,
): Setting<number> {
  const fromJson = (value: unknown) =>
    isOne(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;
  return {
    ...common,
    wanted: `${what} from ${min} to ${max}`,
    fromText: (text) => (form.test(text) ? fromJson(Number(text)) : undefined),
    fromJson,
  };
}

/** A name that is also a folder name. */
export function name(common: Row<string>): Setting<string> {
  const fromJson = (value: unknown) =>
    typeof value === 'string' && /^[\w.-]{0,100}$/.test(value) ? value : undefined;
  const wanted = 'a name of letters, digits, dots, and hyphens';
  return { ...common, wanted, fromText: fromJson, fromJson };
}

const YES = /^(?:true|yes|on|1)$/;
const NO = /^(?:false|no|off|0)$/;

export function yesOrNo(common: Row<boolean>): Setting<boolean> {
  return {
    ...common,
    wanted: 'true or false',
    values: ['true', 'false'],
    fromText: (text) => YES.test(text) || (NO.test(text) ? false : undefined),
    fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** Written as a JSON list, or as its only item. */
export function list(common: Omit<Row<readonly string[]>, 'fallback'>): Setting<readonly string[]> {
  const isItem = (item: string) => item.trim() !== '' && item.length <= ITEM_CHARS_MAX;
  const fromJson = (value: unknown) =>
    isStrings(value) && value.length <= ITEMS_MAX && value.every(isItem) ? value : undefined;
  return {
    ...common,
    fallback: [],
    wanted: `a JSON list of at most ${ITEMS_MAX} texts, or one text`,
    // Text that parses as a JSON list is a list: an invalid item does not make it a single text.
    fromText: (text) => {
      const value = parseJson(text);
      return fromJson(Array.isArray(value) ? value : [text]);
    },
    fromJson,
  };
}
