/**
 * Explains that a directory is kept apart from a project that its files name, or that it may have
 * been before, and how to join them.
 */

import type { LabelledBelonging } from '../memory.ts';

/** The situation, and what the user can do about it. */
export interface KeptApart {
  /** The project, or the git directory, that it is kept apart from. */
  readonly from: string;
  readonly detail: string;
  readonly fix: string;
}

/** Returns `undefined` if nothing is kept apart, or if the user chose so. */
export function keptApart(belonging: LabelledBelonging): KeptApart | undefined {
  const { own, named, before, reason, unlinked } = belonging;
  if (reason === 'unproven' && named) {
    const detail = `${own.key} names the same remote as the project ${named.key} and could not show that it is the same repository: it is kept apart`;
    const fix = 'run `mementor project join` there if it is the same';
    return { from: named.key, detail, fix };
  }
  if (before) {
    const detail = `${own.key} has the history of the project ${before.key}, and only you can tell whether it is the same: it is kept apart`;
    const fix =
      'run `mementor project join` there if it is the same, `mementor project leave` if it is not';
    return { from: before.key, detail, fix };
  }
  if (reason === 'alone' && unlinked) {
    const detail = `the \`.git\` in ${own.key} names ${unlinked}, which is not there or does not name it in return: it is kept apart`;
    const fix =
      'run `mementor project join` there if it is of that repository; for a worktree that was moved, `git worktree repair`';
    return { from: unlinked, detail, fix };
  }
  return undefined;
}
