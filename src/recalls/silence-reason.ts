/** Why a session gets nothing when it starts, whatever is known. */

import { homeOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { isKeptOut, keptOutOf } from '../settings/kept-out.ts';
import type { SettingsInHook } from '../settings/read.ts';
import { mutedBy, readMuted } from './muted.ts';

export const SILENCE_REASONS = {
  budget: 'the setting `context-budget` is 0',
  recall: 'the setting `recall` is off',
  excluded: 'conversations of this directory are excluded',
  muted: 'recall is muted here: `mementor mute --list`',
} as const;

export type SilenceReason = keyof typeof SILENCE_REASONS;

/** Returns undefined if it may get text. Throws if `mask` or `exclude` cannot be understood. */
export function silenceReason(
  { directory, session }: { readonly directory: string; readonly session: string | undefined },
  setting: SettingsInHook,
  context: Context,
): SilenceReason | undefined {
  if (setting('context-budget') === 0) return 'budget';
  if (!setting('recall')) return 'recall';
  if (isKeptOut(keptOutOf(setting, context), directory)) return 'excluded';
  const muted = mutedBy(readMuted(homeOf(context)), session, directory);
  return muted === undefined ? undefined : 'muted';
}
