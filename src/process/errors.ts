/** User-facing errors: a stable code, one sentence, and a hint with the next step. */

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

/** Returns a caught value's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a caught error's code: ours, the addon's, or the file system's, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
