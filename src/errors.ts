/** Errors a person reads: a stable code, one sentence, and a hint that names the next step. */

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
