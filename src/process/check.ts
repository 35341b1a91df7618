/** A result of the doctor, and functions that create one. */

import { MementorError, messageOf } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';

export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** The next step, if the status is not ok. */
  readonly fix?: string | undefined;
  /** A result that is ok and interests few: only `--verbose` shows it. */
  readonly minor?: true;
}

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail };
}

/** It is ok, and only `--verbose` shows it. */
export function minor(name: string, detail: string): Check {
  return { ...ok(name, detail), minor: true };
}

/** It works, but not as well as it could. */
export function warn(name: string, detail: string, fix: string | undefined): Check {
  return { name, status: 'warn', detail, ...(fix === undefined ? {} : { fix }) };
}

/** It does not work. */
export function fail(name: string, detail: string, fix: string | undefined): Check {
  return { ...warn(name, detail, fix), status: 'fail' };
}

/** Returns the check for an error. */
export function failure(name: string, error: unknown): Check {
  if (!(error instanceof MementorError)) return fail(name, messageOf(error), hintFor('INTERNAL'));
  // The addon has its own check: report one fault, not one for everything that needs the addon.
  if (error.code === 'ADDON_MISSING') {
    return warn(name, 'not checked: the native addon cannot be loaded', hintFor(error.code));
  }
  return fail(name, error.message, error.hint ?? hintFor('INTERNAL'));
}

/** Runs a check; an error becomes its result, so that the other checks continue. */
export function attempt(name: string, work: () => Check): Check {
  try {
    return work();
  } catch (error) {
    return failure(name, error);
  }
}
