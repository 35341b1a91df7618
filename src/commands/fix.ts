/** `mementor fix`: what ended an error before. */

import { declared, option, text } from '../command-line/command.ts';
import { type Json, json, where } from '../command-line/options.ts';
import { type FixOptions, fix } from '../operations/work/fix.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderFixes, renderNoFix, renderOpen } from '../output/work/fix.ts';
import { renderLessons } from '../output/work/lessons.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show what ended an error when it was met before',
  arguments: [
    text('[error...]', 'the line that names it; without one, output is read from a pipe'),
  ],
  options: [
    ...where('ask'),
    option('-v, --verbose', 'show the changes, the commands and what the agent said'),
    json(),
  ],
  examples: [
    "mementor fix \"Property 'anchor' does not exist on type 'Boat'\"",
    'npm test 2>&1 | mementor fix',
  ],
  // Errors begin with a dash too: `--- FAIL: TestBoat`.
  takesAnyWord: true,
  goesOnWith: ['unreadable settings'],
  run: ({ error = '', ...options }: Options, context) => run({ ...options, error }, context),
});

type Shown = Json & { readonly verbose?: boolean };
type Options = Omit<FixOptions, 'error'> & Shown & { readonly error: string | undefined };

/** Without words, the error is read from standard input. */
export async function run(options: FixOptions & Shown, context: Context): Promise<ExitCode> {
  const isPiped = options.error === '' && context.ask === undefined;
  const error = isPiped ? context.readStdin() : options.error;
  const { fixes, lessons, document } = await fix({ ...options, error }, context);
  const isMet = fixes.ended.length > 0 || fixes.open !== null;
  const text = (page: Page) => {
    if (fixes.ended.length > 0) return renderFixes(fixes, options.verbose === true, page);
    return isMet ? renderOpen(fixes, page) : '';
  };
  const answer = {
    document,
    text: (page: Page) => renderLessons(lessons, page) + text(page),
    nothing:
      !isMet &&
      lessons.length === 0 &&
      ((page: Page) => renderNoFix(fixes, { ...options, error }, page)),
  };
  return printAnswer(answer, options, context);
}
