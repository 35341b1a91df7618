/**
 * The kinds of settings: how to parse a value from text and from JSON, and which values are valid.
 * Pure.
 */

import { isStrings } from '../files/json-object.ts';

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

interface WholeNumber extends Pick<Setting<number>, 'meaning' | 'fallback' | 'variable'> {
  /** 1 if not given. */
  readonly min?: number;
  readonly max: number;
}

export function wholeNumber({ min = 1, max, ...common }: WholeNumber): Setting<number> {
  const fromJson = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : undefined;
  return {
    ...common,
    wanted: `a whole number from ${min} to ${max}`,
    fromText: (text) => fromJson(/^\d+$/.test(text) ? Number(text) : undefined),
    fromJson,
  };
}

interface Share extends Pick<Setting<number>, 'meaning' | 'fallback' | 'variable'> {
  readonly min: number;
  readonly max: number;
}

export function share({ min, max, ...common }: Share): Setting<number> {
  const fromJson = (value: unknown) =>
    typeof value === 'number' && value >= min && value <= max ? value : undefined;
  return {
    ...common,
    wanted: `a number from ${min} to ${max}`,
    fromText: (text) => fromJson(/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
    fromJson,
  };
}

/** A name that is also a folder name. */
export function name(
  common: Pick<Setting<string>, 'meaning' | 'fallback' | 'variable'>,
): Setting<string> {
  const fromJson = (value: unknown) =>
    typeof value === 'string' && /^[\w.-]{0,100}$/.test(value) ? value : undefined;
  const wanted = 'a name of letters, digits, dots, and hyphens';
  return { ...common, wanted, fromText: fromJson, fromJson };
}

export function yesOrNo(
  common: Pick<Setting<boolean>, 'meaning' | 'fallback' | 'variable'>,
): Setting<boolean> {
  const words: Readonly<Record<string, boolean>> = {
    true: true,
    yes: true,
    on: true,
    '1': true,
    false: false,
    no: false,
    off: false,
    '0': false,
  };
  return {
    ...common,
    wanted: 'true or false',
    values: ['true', 'false'],
    fromText: (text) => (Object.hasOwn(words, text) ? words[text] : undefined),
    fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** Written as a JSON list, or as its only item. */
export function list(
  common: Pick<Setting<readonly string[]>, 'meaning' | 'variable'>,
): Setting<readonly string[]> {
  const isItem = (item: string) => item.trim() !== '' && item.length <= ITEM_CHARS_MAX;
  const fromJson = (value: unknown) =>
    isStrings(value) && value.length <= ITEMS_MAX && value.every(isItem) ? value : undefined;
  return {
    ...common,
    fallback: [],
    wanted: `a JSON list of at most ${ITEMS_MAX} texts, or one text`,
    // Text that parses as a JSON list is a list: an invalid item does not make it a single text.
    fromText: (text) => {
      const value = jsonOf(text);
      return fromJson(Array.isArray(value) ? value : [text]);
    },
    fromJson,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
