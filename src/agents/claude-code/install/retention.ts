/** How long Claude Code keeps an unchanged transcript. */

import type { Scope } from '../../installation.ts';
import type { ScopeHooks } from './hook-state.ts';
import type { ManagedFile } from './managed.ts';

/** Claude Code's default if no settings file sets it. */
const DAYS_DEFAULT = 30;

/** Returns the retention in days from the settings; an administrator's value takes precedence. */
export function retentionDays(
  { local, project, user }: Readonly<Record<Scope, Pick<ScopeHooks, 'cleanupDays'>>>,
  managed: readonly Pick<ManagedFile, 'cleanupDays'>[],
): number {
  const ruled = managed.findLast((file) => file.cleanupDays !== undefined)?.cleanupDays;
  const chosen = local.cleanupDays ?? project.cleanupDays ?? user.cleanupDays;
  return ruled ?? chosen ?? DAYS_DEFAULT;
}
