/** A result of the doctor, and functions that create one. */

import { MementorError, messageOf } from './errors.ts';

export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** The next step, if the status is not ok. */
  readonly fix?: string | undefined;
}

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail };
}

/** It works, but not as well as it could. */
export function warn(name: string, detail: string, fix?: string): Check {
  return { name, status: 'warn', detail, ...(fix === undefined ? {} : { fix }) };
}

/** It does not work. */
export function fail(name: string, detail: string, fix?: string): Check {
  return { ...warn(name, detail, fix), status: 'fail' };
}

/** Returns the check for an error. */
export function failure(name: string, error: unknown): Check {
  if (!(error instanceof MementorError)) return fail(name, messageOf(error));
  // The addon has its own check: report one fault, not one for everything that needs the addon.
  if (error.code === 'ADDON_MISSING') {
    return warn(name, 'not checked: the native addon cannot be loaded');
  }
  return fail(name, error.message, error.hint);
}

/** Runs a check; an error becomes its result, so that the other checks continue. */
export function attempt(name: string, work: () => Check): Check {
  try {
    return work();
  } catch (error) {
    return failure(name, error);
  }
}
