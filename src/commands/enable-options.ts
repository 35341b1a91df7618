/** What `mementor enable` is asked for, in either form. */

import type { Form } from '../agents/claude-code/install/plugin.ts';
import type { Scope } from '../agents/claude-code/paths.ts';

export interface EnableOptions {
  readonly scope: Scope;
  /** The settings when left out. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}
