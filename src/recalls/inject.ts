/** Recall for a prompt that is only tried out: whether it would be asked, and what it would find. */

import { existsSync } from 'node:fs';
import { messageOf } from '../errors/errors.ts';
import { holdingFile } from '../files/holding-file.ts';
import { homeOf, logOf } from '../home/paths.ts';
import type { Memory, Recall } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import type { SettingsInHook } from '../settings/read.ts';
import type { Dismissal, Held } from './lines.ts';
import { mutedBy, NOTHING_MUTED, readMuted } from './muted.ts';

/** As a separate word anywhere in a prompt, it disables recall for that prompt. */
const MARKER = /(?<!\S)--no-recall(?!\S)/;

/** The method of the memory that recall needs. */
export type Recaller = Pick<Memory, 'recall'>;

export interface Asked {
  readonly prompt: string;
  /** The start directory, which identifies the project. */
  readonly directory: string;
  readonly session: string | undefined;
  readonly transcriptPath: string | undefined;
}

/** Returns why recall is skipped for a prompt; `undefined` if it may search. */
export function whySkipped(
  { prompt, directory, session, transcriptPath }: Asked,
  held: Held,
  setting: SettingsInHook,
  context: Context,
): Dismissal | undefined {
  if (!setting('recall')) return 'off';
  const isMuted = () => mutedBy(readMuted(homeOf(context)), session, directory) !== undefined;
  if (orElse(false, isMuted, context)) return 'muted';
  if (hasMarker(prompt)) return 'marker';
  if (held.forked && isUnwritten(transcriptPath)) return 'fork';
  return undefined;
}

export function hasMarker(prompt: string): boolean {
  return MARKER.test(prompt);
}

/**
 * Whether the transcript does not exist yet. A fork's context has its parent's turns, and until
 * its transcript is written, nothing identifies the parent session: only skipping recall is sure
 * not to repeat them.
 */
function isUnwritten(transcriptPath: string | undefined): boolean {
  return transcriptPath !== undefined && !existsSync(holdingFile(transcriptPath));
}

/** Queries the core for the turns and notes to inject. */
export function search(
  memory: Recaller,
  { prompt, directory, session }: Asked,
  { recalled, notes, compactedAtMs }: Held,
  rate: number,
  context: Context,
): Recall {
  const now = context.now();
  const { turns } = orElse(NOTHING_MUTED, () => readMuted(homeOf(context)), context);
  return memory.recall({
    text: prompt,
    directory,
    session: session ?? '',
    recalled: [...recalled],
    muted: [...turns],
    notes: [...notes],
    ...(compactedAtMs === undefined ? {} : { compactedAtMs }),
    rate: rate / 100,
    nowMs: now.getTime(),
    utcOffsetMin: -now.getTimezoneOffset(),
  });
}

/** A damaged file must cost a prompt no more than that file's contents. */
function orElse<T>(otherwise: T, work: () => T, context: Context): T {
  try {
    return work();
  } catch (error) {
    log(logOf(homeOf(context)), context.now(), `recall: ${messageOf(error)}`);
    return otherwise;
  }
}
