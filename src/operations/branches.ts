/** The branches that a name which no turn has may be meant as. */

import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Where } from '../reports/project-scope.ts';
import { nearestOf } from '../text/nearest.ts';
import { sessionsIn } from './all-sessions.ts';

export interface Branches {
  /** Names like the one that was given; without any, those used last. */
  readonly names: readonly string[];
  /** Whether the names are like the given one. */
  readonly near: boolean;
  /** How many other branches there are. */
  readonly more: number;
}

const NAMES_MAX = 5;

/**
 * Returns the branches of these projects' sessions that may be meant by a name; undefined if one of
 * them has that name.
 */
export function branchesLike(
  name: string,
  scope: Where,
  memory: Memory,
  context: Pick<Context, 'cwd'>,
): Branches | undefined {
  const rows = sessionsIn(scope, memory, context);
  const known = new Set(rows.flatMap(({ branch }) => branch ?? []));
  return known.has(name) ? undefined : meantAmong(name, [...known]);
}

/** Picks the branches like a name; `known` has the one used last first. */
export function meantAmong(name: string, known: readonly string[]): Branches {
  const asked = name.toLowerCase();
  const holding = asked === '' ? [] : known.filter((each) => each.toLowerCase().includes(asked));
  const like = holding.length > 0 ? holding : nearestOf(name, known);
  const names = (like.length > 0 ? like : known).slice(0, NAMES_MAX);
  return { names, near: like.length > 0, more: known.length - names.length };
}
