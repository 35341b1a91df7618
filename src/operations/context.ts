/** What a session gets when it starts, or after its context was compacted. */

import { utcOffset } from '../capture/options.ts';
import { openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';
import { sessionMeant } from '../recalls/find.ts';
import { SILENCE_REASONS, type SilenceReason, silenceReason } from '../recalls/silence-reason.ts';
import { resolvedToRead } from '../settings/problems.ts';
import { settingsInHook } from '../settings/read.ts';
import { sessionWith } from './session-id.ts';

export type StartSource = 'startup' | 'compact';

export interface ContextOptions {
  readonly source: StartSource;
  /** After a compaction: the session, which the text is about; at a start: one to leave out. */
  readonly session: string | undefined;
  /** Instead of the setting's. */
  readonly budget: number | undefined;
}

export type ContextDocument = Awaited<ReturnType<typeof contextBlock>>;

/** Returns the block as the hook would make it now. Records nothing. */
export async function contextBlock(options: ContextOptions, context: Context) {
  const { source, session: id } = options;
  const compacted = source === 'compact';
  const directory = context.cwd;
  const given = options.budget ?? resolvedToRead('context-budget', context).value;
  const memory = await openToShow(context);
  const ran = compacted ? await sessionMeant(undefined, context) : undefined;
  const session = id === undefined ? ran : sessionWith(id, memory);
  if (compacted && session === undefined) throw noSession(context);
  const nowMs = context.now().getTime();
  const block = memory.context({
    directory,
    session: session ?? '',
    compacted,
    asked: false,
    budget: given,
    nowMs,
    utcOffsetMin: utcOffset(nowMs),
  });
  const { text, tokens, budget, layers, sessions } = block;
  const reason = silenceReason({ directory, session }, settingsInHook(context), context);
  const silent: SilenceReason | null = reason ?? null;
  return {
    version: 1 as const,
    source,
    directory,
    session: session ?? null,
    /** The most that the block may cost. */
    budget,
    /** Estimated: a quarter of the characters. */
    tokens,
    layers,
    sessions,
    /** Why the hook adds none of this. */
    silent,
    reason: reason === undefined ? null : SILENCE_REASONS[reason],
    text,
  };
}

function noSession(context: Context): MementorError {
  return new MementorError(
    'SESSION_UNKNOWN',
    `no session of ${context.cwd} is recorded`,
    '`--session ID` names one: `mementor sessions` shows ids',
  );
}
