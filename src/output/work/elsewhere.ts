/** Where else an answer may be found. Pure. */

import type { Where } from '../../reports/project-scope.ts';

/** Returns the end of a hint; nothing where all projects were looked at. */
export function elsewhere({ everything }: Pick<Where, 'everything'>): string {
  return everything ? '' : '; `--all-projects` looks everywhere';
}
