/** A path as messages show it. */

import { shortPath } from '../../src/output/layout/paths.ts';
import type { Context } from '../../src/process/context.ts';

export function shownPath(path: string, { homedir }: Pick<Context, 'homedir'>): string {
  return shortPath(path, { home: homedir });
}
