/** What `mementor enable` is asked for, in either form. */

import type { Scope } from '../agents/claude-code/paths.ts';
import type { Form } from '../agents/claude-code/plugin.ts';

export interface EnableOptions {
  readonly scope: Scope;
  /** The settings when left out. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}
