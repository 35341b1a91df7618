/** What `mementor enable` is asked for, in either form. */

import type { Scope } from '../claude/paths.ts';
import type { Form } from '../claude/plugin.ts';

export interface EnableOptions {
  readonly scope: Scope;
  /** The settings when left out. */
  readonly as?: Form | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}
