/** Lists recorded prompts, newest first: what was added to each, or why nothing. */

import { startOf } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import { asNothing } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import type { Memory, PromptLine } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { filledRecordOf, sessionMeant } from '../recalls/find.ts';
import { type RecordedPrompt, readHistory } from '../recalls/history.ts';
import { usageOf } from '../recalls/usage.ts';
import { resultOf } from '../recalls/words.ts';
import { directoryTest, type Where } from '../reports/project-scope.ts';
import { isoOf } from '../text/numbers.ts';

export interface HistoryOptions extends Where {
  /** The session's id or a prefix of it; then the project does not matter. */
  readonly session: string | undefined;
  /** At most so many prompts; all without a limit. */
  readonly limit: number | undefined;
  readonly since: string | undefined;
}

/** Returns the prompts that the options select. */
export async function promptHistory(
  options: HistoryOptions,
  context: Context,
): Promise<readonly RecordedPrompt[]> {
  const home = homeOf(context);
  const { session, limit, since } = options;
  const fromMs = since === undefined ? 0 : startOf(since, context.now().getTime());
  const id = session && (await sessionMeant(session, context));
  const memory = await memoryIfAny(context);
  const isHere = directoryTest(options, context.cwd, memory);
  const prompts = readHistory(home, fromMs);
  const isMeant = (prompt: RecordedPrompt) =>
    id === undefined ? isHere(prompt.line.directory) : prompt.session === id;
  return withLeftOut(prompts.filter(isMeant).slice(0, limit), memory, context);
}

/** Fills in the prompts that their records left out. */
function withLeftOut(
  prompts: readonly RecordedPrompt[],
  memory: Memory | undefined,
  context: Context,
): readonly RecordedPrompt[] {
  const known = new Map<string, readonly PromptLine[]>();
  const filledIn = (session: string) => {
    const typed = known.get(session) ?? filledRecordOf(session, context, memory, 0)?.typed ?? [];
    known.set(session, typed);
    return typed;
  };
  return prompts.map((each) => {
    if (each.line.prompt !== '') return each;
    const line = filledIn(each.session).find(({ atMs }) => atMs === each.line.atMs);
    return { ...each, line: line ?? each.line };
  });
}

/** Returns undefined if the memory cannot be read, which other commands report. */
export async function memoryIfAny(context: Context): Promise<Memory | undefined> {
  return await openToShow(context).catch(asNothing);
}

/** Returns an entry as scripts read it. */
export function historyDocument(prompts: readonly RecordedPrompt[]): readonly object[] {
  return prompts.map(({ session, line, used }) => {
    const { candidates: _, evidence: __, transcript: ___, noteCandidates: ____, ...kept } = line;
    const { atMs, ...rest } = kept;
    return {
      session,
      at: isoOf(atMs),
      result: resultOf(line),
      usage: line.injected.length === 0 ? null : usageOf(used),
      ...rest,
    };
  });
}
