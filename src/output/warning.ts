/** Renders a warning of several lines, for standard error. */

import type { Context } from '../process/context.ts';
import { pageOf } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { hanging } from './layout/wrap.ts';

export function renderWarning(text: string, context: Context): string {
  const { paint, width, home } = pageOf(context.stderr, context);
  const label = `${paint.yellow('warning:')} `;
  return `${hanging(label, withShortPaths(text, { home }), width).join('\n')}\n`;
}
