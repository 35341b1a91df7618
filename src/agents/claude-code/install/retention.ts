/** How long Claude Code keeps an unchanged transcript. */

import type { Scope, Trouble } from '../../installation.ts';
import type { ScopeHooks } from './hook-state.ts';
import type { ManagedFile } from './managed.ts';

/** Claude Code's default if no settings file sets it. */
const DAYS_DEFAULT = 30;

type Settings = Readonly<Record<Scope, Pick<ScopeHooks, 'cleanupDays' | 'path'>>>;
type Managed = readonly Pick<ManagedFile, 'cleanupDays' | 'path'>[];

/** Returns the file whose retention counts; an administrator's value takes precedence. */
function ruling({ local, project, user }: Settings, managed: Managed) {
  const isSet = ({ cleanupDays }: Managed[number]) => cleanupDays !== undefined;
  return managed.findLast(isSet) ?? [local, project, user].find(isSet);
}

/** Returns the retention in days from the settings. */
export function retentionDays(scopes: Settings, managed: Managed): number {
  return ruling(scopes, managed)?.cleanupDays ?? DAYS_DEFAULT;
}

/** Returns why nothing can be stored, if Claude Code is told to keep no transcript. */
export function noTranscripts(scopes: Settings, managed: Managed): Trouble | undefined {
  const found = ruling(scopes, managed);
  if (found?.cleanupDays !== 0) return undefined;
  const problem = `\`cleanupPeriodDays\` is 0 in ${found.path}: Claude Code writes no transcript, or deletes it at once, so nothing can be stored`;
  return { problem, fix: 'set it to a number of days, or take it out', partly: true };
}
