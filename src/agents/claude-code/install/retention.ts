/** How long Claude Code keeps a transcript that nothing is added to. */

import type { Scope } from '../../installation.ts';
import type { ScopeHooks } from './hook-state.ts';
import type { ManagedFile } from './managed.ts';

/** What it does when no settings file says otherwise. */
const DAYS_DEFAULT = 30;

/** Returns the days that the settings name; an administrator's come first. */
export function retentionDays(
  { local, project, user }: Readonly<Record<Scope, Pick<ScopeHooks, 'cleanupDays'>>>,
  managed: readonly Pick<ManagedFile, 'cleanupDays'>[],
): number {
  const ruled = managed.findLast((file) => file.cleanupDays !== undefined)?.cleanupDays;
  const chosen = local.cleanupDays ?? project.cleanupDays ?? user.cleanupDays;
  return ruled ?? chosen ?? DAYS_DEFAULT;
}
