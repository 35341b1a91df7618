/** The conditions on turns that commands take, from what was typed to what the core reads. */

import type { FilterOptions } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { sinceMs, untilMs } from '../text/times.ts';

/** What a turn must have, as the person gave it. */
export interface Filters {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly session?: string | undefined;
  readonly branch?: string | undefined;
  readonly file?: string | undefined;
  readonly command?: string | undefined;
  readonly error?: string | undefined;
}

/** Returns the filters as the core takes them; an error when no turn can meet them. */
export function parseFilters(filters: Filters, context: Context): FilterOptions {
  const nowMs = context.now().getTime();
  const { since, until, ...others } = filters;
  const span = {
    ...(since === undefined ? {} : { sinceMs: sinceMs(since, nowMs) }),
    ...(until === undefined ? {} : { untilMs: untilMs(until, nowMs) }),
  };
  if (span.sinceMs !== undefined && span.untilMs !== undefined && span.sinceMs >= span.untilMs) {
    throw new MementorError(
      'TIME_INVALID',
      `--until ${JSON.stringify(until)} is before --since ${JSON.stringify(since)}`,
      'no turn can lie between them: swap the two',
    );
  }
  return { ...span, ...given(others) };
}

/** Leaves out what is undefined: the addon tells it apart from a missing field. */
function given(filters: Omit<Filters, 'since' | 'until'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
