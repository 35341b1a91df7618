/** `mementor query`: searches past conversations. */

import { resumeCommand } from '../agents/find.ts';
import { type Filters, parseFilters } from '../database/filters.ts';
import { openOptions } from '../database/open.ts';
import {
  type Answer,
  type FilterOptions,
  openForReading,
  type Piece,
  translated,
} from '../memory.ts';
import {
  explanationOf,
  renderExplanation,
  renderSearched,
  searchedLine,
} from '../output/explanation.ts';
import { renderHit } from '../output/hits.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { resolved } from '../settings/value.ts';
import { namingOf } from '../state/project-names.ts';
import { printable } from '../text/numbers.ts';

export interface QueryOptions {
  /** May be empty when there is a filter. */
  readonly text: string;
  readonly filters?: Filters;
  /** The setting's value when left out. */
  readonly limit?: number | undefined;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly explain?: boolean;
  readonly json: boolean;
}

export async function run(options: QueryOptions, context: Context): Promise<ExitCode> {
  const filters = filtersOf(options, context);
  const limit = options.limit ?? (await resolved('limit', context)).value;
  const memory = openForReading(await openOptions(context));
  const { text, project, everything } = options;
  const now = context.now();
  const answer = translated(() =>
    memory.query({
      text,
      limit,
      directory: context.cwd,
      everything,
      nowMs: now.getTime(),
      utcOffsetMin: -now.getTimezoneOffset(),
      ...(project === undefined ? {} : { project }),
      filter: filters,
    }),
  );
  if (options.json) {
    context.stdout.write(`${JSON.stringify(document(answer, filters, options), null, 2)}\n`);
  } else {
    const hits = answer.hits.map(namingOf(memory));
    print({ ...answer, hits }, options, context);
  }
  return answer.hits.length > 0 ? 0 : 1;
}

function filtersOf(options: QueryOptions, context: Context): FilterOptions {
  const filters = parseFilters(options.filters ?? {}, context);
  if (options.text.trim() === '' && Object.keys(filters).length === 0) {
    throw new MementorError(
      'QUERY_EMPTY',
      'nothing to look for',
      'give some words, or a filter such as `--since yesterday` or `--file src/db.rs`',
    );
  }
  return filters;
}

/** An excerpt and where its matched words stand: start and end in UTF-16 units. */
function excerpt(pieces: readonly Piece[]): object {
  const matches: [number, number][] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.matched) matches.push([text.length, text.length + piece.text.length]);
    text += piece.text;
  }
  return { text, matches };
}

/** The document that scripts read: its names stay. */
function document(answer: Answer, filters: FilterOptions, options: QueryOptions): object {
  const hits = answer.hits.map((hit) => {
    const { atMs, textScore, similarity, actionScore, agent, ...rest } = hit;
    return {
      ...rest,
      at: new Date(atMs).toISOString(),
      promptExcerpt: excerpt(hit.promptExcerpt),
      excerpt: excerpt(hit.excerpt),
      agent: agent ?? null,
      textScore: textScore ?? null,
      similarity: similarity ?? null,
      actionScore: actionScore ?? null,
      resume: resumeCommand(hit),
      ...(options.explain ? { explanation: explanationOf(hit) } : {}),
    };
  });
  const { sinceMs, untilMs, ...others } = filters;
  return {
    version: 1,
    project: answer.project ?? null,
    filters: {
      ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
      ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
      ...others,
    },
    searched: answer.searched,
    semantic: answer.semantic,
    waiting: answer.waiting,
    degraded: answer.degraded ?? null,
    hits,
  };
}

function print(answer: Answer, options: QueryOptions, context: Context): void {
  const out = style(context.stdout, context.env);
  const asked = options.text.trim() !== '';
  const hits = answer.hits.map((hit, index) => {
    const text = renderHit(hit, index + 1, out);
    return options.explain ? text + renderExplanation(hit, out) : text;
  });
  context.stdout.write(hits.join('\n'));
  if (options.explain) {
    const searched = renderSearched(answer, asked, out);
    context.stdout.write(hits.length > 0 ? `\n${searched}` : searched);
  }
  const err = style(context.stderr, context.env);
  if (asked && answer.degraded !== undefined && answer.degraded !== null) {
    const reason = answer.degraded.message;
    context.stderr.write(`${err.yellow('warning:')} searched by words alone: ${reason}\n`);
  }
  if (answer.hits.length > 0) return;
  const what = [asked ? `for "${options.text}"` : '', ...filterTexts(options.filters)]
    .filter((part) => part !== '')
    .join(' ');
  context.stderr.write(`Nothing found ${printable(what)} in ${searchedLine(answer, asked)}.\n`);
  const hint = emptyHint(answer, options);
  if (hint !== undefined) context.stderr.write(`\n${err.cyan('hint:')} ${hint}\n`);
}

function filterTexts(filters: Filters = {}): string[] {
  const texts = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${JSON.stringify(value)}`],
  );
  return texts.length > 0 ? [`with ${texts.join(' ')}`] : [];
}

function emptyHint(answer: Answer, options: QueryOptions): string | undefined {
  const filtered = filterTexts(options.filters).length > 0;
  if (answer.searched > 0 && filtered) {
    return options.everything
      ? 'leave a filter out'
      : 'leave a filter out, or add `--all-projects` to search every project';
  }
  if (options.everything) return undefined;
  if (answer.searched > 0) return 'add `--all-projects` to search every project';
  return 'nothing is stored for this project: `mementor status` lists what is, `--all-projects` searches it all';
}
