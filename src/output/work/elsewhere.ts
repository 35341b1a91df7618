/** Where else an answer may be found. Pure. */

/** Where a question was asked. */
export interface Where {
  /** Whether all projects were looked at. */
  readonly everything: boolean;
}

/** Returns the end of a hint; nothing where all projects were looked at. */
export function elsewhere({ everything }: Where): string {
  return everything ? '' : '; `--all-projects` looks everywhere';
}
