/** Checks the installation and suggests fixes. Changes nothing. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import { configChecks } from '../doctor/config.ts';
import { damagedCopiesChecks } from '../doctor/damaged-copies.ts';
import { homeChecks } from '../doctor/home.ts';
import { homeFilesChecks } from '../doctor/home-files.ts';
import { inboxChecks } from '../doctor/inbox.ts';
import { lockChecks } from '../doctor/lock.ts';
import { memoryChecks } from '../doctor/memory.ts';
import { modelChecks } from '../doctor/model.ts';
import { mutedChecks } from '../doctor/muted.ts';
import { removalChecks } from '../doctor/removals.ts';
import { runtimeChecks } from '../doctor/runtime.ts';
import { type Check, failure } from '../process/check.ts';
import type { Context } from '../process/context.ts';

export interface DoctorDocument {
  readonly version: 1;
  /** Whether no check fails; warnings are allowed. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

const GROUPS: readonly ((context: Context, system?: readonly string[]) => Promise<Check[]>)[] = [
  runtimeChecks,
  configChecks,
  mutedChecks,
  modelChecks,
  homeChecks,
  homeFilesChecks,
  memoryChecks,
  removalChecks,
  damagedCopiesChecks,
  inboxChecks,
  lockChecks,
  ...INSTALLATIONS.flatMap(({ checks }) => checks),
];

/** `system` lists the administrator's settings files; defaults to the platform's. */
export async function doctor(
  context: Context,
  system?: readonly string[],
): Promise<DoctorDocument> {
  const checks: Check[] = [];
  for (const group of GROUPS) {
    checks.push(...(await group(context, system).catch((error) => [failure('doctor', error)])));
  }
  return { version: 1, ok: checks.every((check) => check.status !== 'fail'), checks };
}
