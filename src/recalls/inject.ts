/**
 * Recall for a prompt: checks whether it is allowed, queries the core, prints the result and
 * records why.
 */

import { existsSync } from 'node:fs';
import type { HookFormat } from '../agents/hook-format.ts';
import { messageOf } from '../errors/errors.ts';
import { holdingFile } from '../files/holding-file.ts';
import { recordShown } from '../home/notes-shown.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { type Memory, native, type Recall } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import type { SettingsInHook } from '../settings/read.ts';
import { type Dismissal, HELD_NOTHING, type Held } from './lines.ts';
import { mutedBy, NOTHING_MUTED, readMuted } from './muted.ts';
import { noticeOf } from './notice.ts';
import { NOTHING_FOUND, promptLine } from './prompt-line.ts';
import { appendLine, type RecordEnd, readRecord, recordPath } from './record.ts';

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

/** What a prompt hook needs to answer. */
export interface Answering {
  readonly setting: SettingsInHook;
  /** Formats the injected text, and a notice for the user, as the agent's hook output. */
  readonly reply: HookFormat['reply'];
}

export function inject(
  memory: Recaller,
  asked: Asked,
  { setting, reply }: Answering,
  context: Context,
): void {
  const path = recordPath(homeOf(context), asked.session);
  const record = path === undefined ? NONE : orElse(NONE, () => readRecord(path), context);
  const skipped = whySkipped(asked, record.held, setting, context);
  const rate = setting('rate');
  const startedMs = context.uptimeMs();
  const ask = () => search(memory, asked, record.held, rate, context);
  const found = skipped ? NOTHING_FOUND : orElse(FAILED, ask, context);
  const endedMs = context.uptimeMs();
  const { said } = found;
  const notes = found.notes.filter(({ verdict }) => verdict === 'injected');
  if (said !== '') context.stdout.write(reply(said, noticeFor(found, setting, context)));
  recordShown(
    homeOf(context),
    notes.map(({ note }) => note),
    context.now().getTime(),
  );
  // A session without a transcript asked not to be stored.
  if (path === undefined || asked.transcriptPath === undefined) return;
  const about = {
    atMs: context.now().getTime(),
    // A session that is not stored may name a transcript without ever writing it.
    ...(isUnwritten(asked.transcriptPath)
      ? { prompt: '', transcript: asked.transcriptPath }
      : { prompt: asked.prompt }),
    directory: asked.directory,
    dismissed: skipped ?? found.dismissed ?? null,
    rate,
    chars: said.length,
    recallMs: endedMs - startedMs,
    hookMs: context.uptimeMs(),
  };
  const mask = (text: string) => native().mask(text, [...setting('mask')]);
  // No user typed the injected text: a tag in it keeps nothing out.
  const maskText = (text: string) => native().maskAnswer(text, [...setting('mask')]);
  const append = () => appendLine(path, promptLine(about, found, mask, maskText), record.torn);
  orElse(undefined, append, context);
}

function noticeFor(
  { candidates, notes }: Recall,
  setting: SettingsInHook,
  context: Context,
): string | undefined {
  if (!setting('notice')) return undefined;
  const injected = candidates.filter(({ verdict }) => verdict === 'injected');
  return noticeOf(
    injected.map(({ hit }) => hit.atMs),
    notes.filter(({ verdict }) => verdict === 'injected').length,
    context.now().getTime(),
  );
}

const NONE: RecordEnd = { held: HELD_NOTHING, exists: false, torn: false };

const FAILED: Recall = { ...NOTHING_FOUND, dismissed: 'failed' };

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
