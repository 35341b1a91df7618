/** `mementor lessons`: what failed here in several sessions, and what then worked. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json, where } from '../command-line/options.ts';
import { type Decision, decide, lessons, lessonsDocument } from '../operations/lessons.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { decidedSentence, NO_LESSONS, renderLessons } from '../output/work/lessons.ts';
import type { Context, ExitCode } from '../process/context.ts';
import type { Where } from '../reports/project-scope.ts';

export const command = declared({
  description: 'Show what failed in several sessions, and what then worked',
  options: [
    option('--reject <id>', 'tell nobody of this one', { conflicts: ['accept', 'restore'] }),
    option('--accept <id>', 'make it a rule, which every session is told', {
      conflicts: ['reject', 'restore'],
    }),
    option('--restore <id>', 'tell of it again', { conflicts: ['reject', 'accept'] }),
    ...where('ask'),
    json(),
  ],
  examples: ['mementor lessons', 'mementor lessons --reject a857b991'],
  goesOnWith: ['unreadable settings'],
  run,
});

type Options = Where & Json & Readonly<Record<Decision, string | undefined>>;

const DECISIONS = ['reject', 'accept', 'restore'] as const;

export async function run(options: Options, context: Context): Promise<ExitCode> {
  for (const decision of DECISIONS) {
    const id = options[decision];
    if (id === undefined) continue;
    const row = await decide(decision, id, options, context, terminalWatch(context));
    if (row === undefined) return 1;
    const text = (page: Page) => decidedSentence(decision, row, page);
    return printAnswer({ document: lessonsDocument([row]), text }, options, context);
  }
  const rows = await lessons(options, context);
  const answer = {
    document: lessonsDocument(rows),
    text: (page: Page) => renderLessons(rows, page),
    nothing: rows.length === 0 && (() => NO_LESSONS),
  };
  return printAnswer(answer, options, context);
}
