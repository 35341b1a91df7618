/** User-facing errors: a stable code, one sentence, and a hint with the next step. */

import { hintFor } from './hints.ts';
import { meaningOf, pathOf } from './system-error.ts';

export class MementorError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.name = 'MementorError';
    this.code = code;
    this.hint = hint;
  }
}

/** Returns a caught value's message; for an error of the operating system, a sentence. */
export function messageOf(error: unknown): string {
  const path = meaningOf(error) && pathOf(error);
  return path === undefined ? reasonOf(error) : `${path}: ${reasonOf(error)}`;
}

/** Returns the message without a path, for a sentence that names the path itself. */
export function reasonOf(error: unknown): string {
  const text = meaningOf(error)?.reason ?? (error instanceof Error ? error.message : String(error));
  // The core appends the number of the system's error.
  return text.replace(/ \(os error \d+\)/g, '');
}

/** Returns the error to show to a user. What no code expected is a bug of ours. */
export function shownError(error: unknown): MementorError {
  if (error instanceof MementorError) return error;
  const meaning = meaningOf(error);
  if (meaning !== undefined) return new MementorError('FILE_ERROR', messageOf(error), meaning.hint);
  return new MementorError('INTERNAL', messageOf(error), hintFor('INTERNAL'));
}

/** Returns a caught error's code: ours, the addon's, or the file system's, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns what a call returns; undefined where it ends with an error of ours. */
export function ifPossible<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    return asNothing(error);
  }
}

/** Takes an error of ours for nothing, in the `catch` of a promise. A bug is thrown on. */
export function asNothing(error: unknown): undefined {
  if (!(error instanceof MementorError)) throw error;
}
