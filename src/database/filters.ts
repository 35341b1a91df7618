/** Parses the filters on turns, from the command line to the core's options. */

import { utcOffset } from '../capture/options.ts';
import { MementorError } from '../errors/errors.ts';
import { type FilterOptions, native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type DaysNamed, sinceMs, untilMs } from '../text/times.ts';

/** The conditions on a turn, as the user typed them. */
export interface Filters {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly session?: string | undefined;
  readonly branch?: string | undefined;
  readonly file?: string | undefined;
  readonly command?: string | undefined;
  readonly error?: string | undefined;
  readonly tag?: string | undefined;
  /** False leaves out what a program asked. */
  readonly headless?: boolean | undefined;
}

/** Returns the filters in the core's form; throws if no turn can match them. */
export function parseFilters(filters: Filters, context: Context): FilterOptions {
  const nowMs = context.now().getTime();
  const { since, until, headless = true, ...others } = filters;
  const span = {
    ...(since === undefined ? {} : { sinceMs: startOf(since, nowMs) }),
    ...(until === undefined ? {} : { untilMs: untilMs(until, nowMs, daysNamed) }),
  };
  if (span.sinceMs !== undefined && span.untilMs !== undefined && span.sinceMs >= span.untilMs) {
    throw new MementorError(
      'TIME_INVALID',
      `--until ${JSON.stringify(until)} is before --since ${JSON.stringify(since)}`,
      'no turn can lie between them: swap the two',
    );
  }
  return { ...span, ...(headless ? {} : { typed: true }), ...given(others) };
}

/** Days are named to a filter as to a search. */
const daysNamed: DaysNamed = (words, nowMs) => native().periodNamed(words, nowMs, utcOffset(nowMs));

/** Returns when the time begins that `--since` names. */
export function startOf(since: string, nowMs: number): number {
  return sinceMs(since, nowMs, daysNamed);
}

/** Leaves out undefined fields: the addon distinguishes them from missing ones. */
function given(filters: Omit<Filters, 'since' | 'until' | 'headless'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
