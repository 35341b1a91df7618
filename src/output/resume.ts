/** How a list says that a session can be resumed: decided here alone. Pure. */

import type { Resumable } from '../agents/agent.ts';
import { resumeCommand } from '../agents/find.ts';
import { printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';

/** Returns the command that resumes a session, to be copied: it is never cut. */
export function resumeText(session: Resumable, { paint }: Pick<Page, 'paint'>): string {
  return paint.cyan(printable(resumeCommand(session)));
}
