/** `mementor why`: explains what recall added to a prompt, or why nothing. */

import { InvalidArgumentError } from 'commander';
import { declared, option, text } from '../command-line/command.ts';
import type { Json } from '../command-line/options.ts';
import { json as jsonOption, limit, upTo, where } from '../command-line/options.ts';
import { type ContextOptions, contextBlock, type StartSource } from '../operations/context.ts';
import { documentOf, type WhyOptions, why } from '../operations/why.ts';
import { type HistoryOptions, historyDocument, promptHistory } from '../operations/why-history.ts';
import { whyStart } from '../operations/why-start.ts';
import { printAnswer } from '../output/answer.ts';
import { renderContext, renderNothingToTell } from '../output/context.ts';
import { printJson } from '../output/json.ts';
import { type Page, pageOf } from '../output/layout/page.ts';
import { shortPath } from '../output/layout/paths.ts';
import { renderExplanation, renderNoRecord } from '../output/why.ts';
import { renderHistory } from '../output/why-history.ts';
import { renderNoStart, renderStart } from '../output/why-start.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import type { Where } from '../reports/project-scope.ts';
import {
  CONTEXT_BUDGET_MAX,
  RATE_PERCENT_MAX,
  RATE_PERCENT_MIN,
  SETTINGS,
} from '../settings/table.ts';

export const command = declared({
  description: 'Show what was added to your last prompt, or why nothing was',
  arguments: [text('[prompt...]', 'a prompt to try out in this directory; nothing is recorded')],
  options: [
    option('--last', "the last prompt of this directory's newest session (default)"),
    option('--start', 'what the session was told when it started, or after a compaction'),
    option('--now', 'with `--start`: what a session here would be told now, and what it costs', {
      conflicts: ['last', 'rate', 'explain', 'limit', 'since', 'project', 'everything'],
    }),
    option('--source <source>', 'with `--now`: it starts anew, or after a compaction', {
      choices: ['startup', 'compact'],
    }),
    option(
      '--budget <tokens>',
      `with \`--now\`: at most so many tokens (default: the setting \`context-budget\`, ${CONTEXT_BUDGET_MAX})`,
      { parse: upTo(CONTEXT_BUDGET_MAX) },
    ),
    option('--session <id>', 'the last prompt of this session, or a prompt tried out in it', {
      names: 'session',
    }),
    option(
      '--rate <percent>',
      `try it out at another rate than that of the setting \`rate\` (default: ${SETTINGS.rate.fallback})`,
      { parse: percent },
    ),
    option('--explain', 'show what the decision was made of, and scores'),
    'List several prompts, newest first',
    limit('list at most this many', 10_000),
    option('--since <time>', 'list the prompts since then: a date, `yesterday`, `3d`, `1w`, …'),
    ...where('list the prompts of'),
    jsonOption(),
  ],
  examples: [
    'mementor why',
    'mementor why -n 5',
    'mementor why --start',
    'mementor why --start --now --source compact --session 4f9ac0d1',
    'mementor why --since 1w --all-projects',
    'mementor why "which port does staging use" --rate 5',
    "mementor why --json | jq -r '.text'",
  ],
  goesOnWith: ['unreadable settings'],
  run: async (options: Options, context, refuse) => {
    const { limit, since, project, everything } = options;
    const prompt = options.prompt || undefined;
    const { last, start: isStart, rate, explain } = options;
    const lists = given({ limit, since, project, 'all-projects': everything });
    const single = given({ last, rate, explain });
    const alone = isStart ? '--start' : (lists ?? (last ? '--last' : undefined));
    const beside = isStart ? (lists ?? single) : lists && single;
    const other = prompt === undefined ? beside && `option '${beside}'` : 'a prompt';
    if (alone && other) refuse(`option '${alone}' cannot be used with ${other}`);
    const { now, source, budget, session, json } = options;
    const ofNow = given({ now, source, budget });
    if (ofNow && !(now && isStart)) refuse(`option '${ofNow}' needs ${now ? '--start' : '--now'}`);
    if (now) return await startNow({ source: source ?? 'startup', session, budget, json }, context);
    if (isStart) return await start(options, context);
    if (lists === undefined) {
      return await run({ ...options, prompt }, context);
    }
    const shown = since === undefined ? (limit ?? PROMPTS_LISTED) : limit;
    return await list({ ...options, limit: shown }, context);
  },
});

interface Options extends Where, Json {
  readonly prompt: string | undefined;
  readonly last: boolean;
  readonly start: boolean;
  readonly now: boolean;
  readonly source: StartSource | undefined;
  readonly budget: number | undefined;
  readonly session: string | undefined;
  readonly rate: number | undefined;
  readonly explain: boolean;
  readonly limit: number | undefined;
  readonly since: string | undefined;
}

/** Listed where neither a number nor a time is given. */
const PROMPTS_LISTED = 20;

/** Returns the first of some options that was given. */
function given(options: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(options).find(([, value]) => value !== undefined && value !== false);
  return found && `--${found[0]}`;
}

function percent(text: string): number {
  const value = SETTINGS.rate.fromText(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(
    `It must be a number from ${RATE_PERCENT_MIN} to ${RATE_PERCENT_MAX}.`,
  );
}

export async function run(
  options: WhyOptions & Json & { readonly explain: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, explanation } = await why(options, context);
  const whose = options.session === undefined ? here(context) : `session ${options.session}`;
  const text = (page: Page) =>
    explanation === undefined ? '' : renderExplanation(explanation, options.explain, page);
  const nothing = explanation === undefined && (({ paint }: Page) => renderNoRecord(whose, paint));
  return printAnswer({ document, text, nothing }, options, context);
}

/** Shows what a session was told when it started. */
export async function start(
  { session, json }: Json & { readonly session: string | undefined },
  context: Context,
): Promise<ExitCode> {
  const document = await whyStart(session, context);
  const whose = session === undefined ? here(context) : `session ${session}`;
  const text = (page: Page) => (document.session === null ? '' : renderStart(document, page));
  const nothing = document.session === null && (({ paint }: Page) => renderNoStart(whose, paint));
  return printAnswer({ document, text, nothing }, { json }, context);
}

/** Shows what a session here would be told when it starts, and what each part costs. */
async function startNow(options: ContextOptions & Json, context: Context): Promise<ExitCode> {
  const document = await contextBlock(options, context);
  const isEmpty = document.text === '';
  const answer = {
    document,
    text: (page: Page) => renderContext(document, page),
    nothing: isEmpty && ((page: Page) => renderNothingToTell(document, page)),
  };
  return printAnswer(answer, options, context);
}

/** Lists prompts. The document explains the newest one, like that of a single prompt. */
export async function list(options: HistoryOptions & Json, context: Context): Promise<ExitCode> {
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
