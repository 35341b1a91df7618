/** `mementor why`: explains what recall added to a prompt, or why nothing. */

import { documentOf, type WhyOptions, why } from '../operations/why.ts';
import { type HistoryOptions, historyDocument, promptHistory } from '../operations/why-history.ts';
import { whyStart } from '../operations/why-start.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { shortPath } from '../output/layout/paths.ts';
import { renderExplanation, renderNoRecord } from '../output/why.ts';
import { renderHistory } from '../output/why-history.ts';
import { renderNoStart, renderStart } from '../output/why-start.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export async function run(
  options: WhyOptions & { readonly explain: boolean; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, explanation } = await why(options, context);
  if (options.json) printJson(document, context);
  else if (explanation === undefined) {
    const whose = options.session === undefined ? here(context) : `session ${options.session}`;
    context.stderr.write(renderNoRecord(whose, style(context.stderr, context.env)));
  } else {
    const page = pageOf(context.stdout, context);
    context.stdout.write(renderExplanation(explanation, options.explain, page));
  }
  return explanation === undefined ? 1 : 0;
}

/** Shows what a session was told when it started. */
export async function start(
  { session, json }: { readonly session: string | undefined; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const document = await whyStart(session, context);
  if (json) printJson(document, context);
  else if (document.session === null) {
    const whose = session === undefined ? here(context) : `session ${session}`;
    const paint = style(context.stderr, context.env);
    context.stderr.write(renderNoStart(whose, paint));
  } else context.stdout.write(renderStart(document, pageOf(context.stdout, context)));
  return document.session === null ? 1 : 0;
}

/** Lists prompts. The document explains the newest one, like that of a single prompt. */
export async function list(
  options: HistoryOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const prompts = await promptHistory(options, context);
  if (options.json) {
    const [newest] = prompts;
    const options = { prompt: undefined, session: newest?.session, rate: undefined };
    const document = newest ? (await why(options, context)).document : documentOf(undefined);
    printJson({ ...document, history: historyDocument(prompts) }, context);
  } else if (prompts.length === 0) {
    const paint = style(context.stderr, context.env);
    context.stderr.write(renderNoRecord(whoseOf(options, context), paint));
  } else context.stdout.write(renderHistory(prompts, pageOf(context.stdout, context)));
  return prompts.length === 0 ? 1 : 0;
}

function whoseOf(options: HistoryOptions, context: Context): string {
  const { session, project, everything, since } = options;
  const where = everything ? 'any project' : (project ?? here(context));
  const whose = session === undefined ? where : `session ${session}`;
  return since === undefined ? whose : `${whose} since ${since}`;
}

function here({ cwd, homedir }: Context): string {
  return shortPath(cwd, { home: homedir });
}
