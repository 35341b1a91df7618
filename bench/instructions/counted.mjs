/** All figures in instructions of this build, and what became costlier than the committed ones. */

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tool.mjs';
import { costlier, incomparable } from './compare.mjs';
import { counterVersion } from './counter.mjs';
import { coreFigures, hookFigures } from './figures.mjs';

export const COMMITTED = join(root, 'bench', 'instructions.json');

/** Counts with a folder of its own, which is gone afterwards. */
export function inFolder(work) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mementor-count-')));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Returns what stands in instructions.json. */
export function counted(tool) {
  const figures = inFolder((folder) => [
    ...hookFigures(tool, join(folder, 'hooks'), root),
    ...coreFigures(tool, join(folder, 'core')),
  ]);
  const { arch, versions } = process;
  return { arch, node: versions.node, figures: Object.fromEntries(figures) };
}

/** Returns lines that fail a change, and lines that only tell. */
export function compared(tool) {
  if (counterVersion() === undefined) {
    return { failures: [], notes: ['instructions were not counted: there is no valgrind'] };
  }
  const before = JSON.parse(readFileSync(COMMITTED, 'utf8'));
  const { arch, versions } = process;
  const why = incomparable(before, { arch, node: versions.node });
  if (why !== undefined) return { failures: [], notes: [`instructions were not counted: ${why}`] };
  const now = counted(tool);
  const failures = costlier(before, now);
  const count = Object.keys(now.figures).length;
  const notes = [`${failures.length} of ${count} figures in instructions are too high`];
  return { failures, notes };
}
