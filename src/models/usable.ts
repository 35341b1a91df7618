/** Checks values that are of the right form, and may still not work: what they name must be there. */

import { MementorError } from '../errors/errors.ts';
import { isStrings } from '../files/json-object.ts';
import type { Context } from '../process/context.ts';
import { unusableItems } from '../settings/patterns.ts';
import { type Key, settingOf, type ValueOf } from '../settings/table.ts';
import { requireReady } from './known.ts';

/** Throws for a value that would have no effect, or would stop what works. */
export function requireUsable<K extends Key>(key: K, value: ValueOf<K>, context: Context): void {
  CHECKS[key]?.(value, context);
}

const CHECKS: Partial<Record<Key, (value: ValueOf<Key>, context: Context) => void>> = {
  exclude: (value, context) => {
    const hint = 'it must be a whole path, or the name of a folder, with `*`, `?` and `**`';
    refuse(unusableItems('exclude', itemsOf(value), context)[0], hint);
  },
  mask: (value, context) => {
    const hint = 'it must be a regular expression as Rust has them, without look-around';
    refuse(unusableItems('mask', itemsOf(value), context)[0], hint);
  },
  model: (value, context) => {
    if (value !== settingOf('model').fallback) requireReady(String(value), context);
  },
};

function itemsOf(value: unknown): readonly string[] {
  return isStrings(value) ? value : [];
}

function refuse(problem: string | undefined, hint: string): void {
  if (problem !== undefined) throw new MementorError('SETTING_INVALID', problem, hint);
}
