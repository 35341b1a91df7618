/** Checks whether an administrator's settings disable our hooks. */

import { type Check, fail, minor, warn } from '../../../process/check.ts';
import type { ManagedFile } from '../install/managed.ts';

/** Claude Code merges the files, so each file that disables our hooks is reported. */
export function managedChecks(files: readonly ManagedFile[]): Check[] {
  if (files.length === 0) return [minor('managed settings', 'none')];
  return files.map(managedCheck);
}

function managedCheck({ path, silencedBy, error }: ManagedFile): Check {
  if (error) {
    const fix = 'ask your administrator whether it switches hooks off';
    return warn('managed settings', `not checked: ${error.message}`, fix);
  }
  if (silencedBy === undefined) return minor('managed settings', path);
  const detail = `\`${silencedBy}\` in ${path}: the administrator silences the hooks`;
  const fix = 'ask your administrator; until then only `mementor ingest` stores conversations';
  return fail('managed settings', detail, fix);
}
