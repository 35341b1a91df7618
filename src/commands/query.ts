/** `mementor query`: searches past conversations. */

import { declared, option, type Refuse, text } from '../command-line/command.ts';
import {
  filters,
  filtersIn,
  type Json,
  json,
  limit,
  noHeadless,
  upTo,
  where,
} from '../command-line/options.ts';
import type { Filters } from '../database/filters.ts';
import {
  MODES,
  type Mode,
  SOURCES,
  type Source,
  sourcesOfMode,
} from '../operations/code/search.ts';
import {
  bySession,
  type FoundAnswer,
  type QueryAnswer,
  type QueryOptions,
  query,
} from '../operations/query.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { fitting } from '../output/layout/rows.ts';
import { renderAnswer, renderAsides } from '../output/query.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { keepList, lastList } from '../reports/last-list.ts';
import type { Where } from '../reports/project-scope.ts';
import { LIMIT_MAX, SETTINGS } from '../settings/table.ts';

export const command = declared({
  description: 'Search past conversations and notes',
  arguments: [
    text('[text...]', 'what to look for, in any words; with a filter it may be left out'),
  ],
  options: [
    'Where to look',
    option('--turns', 'search turns, and no notes unless another option asks for them'),
    option('--notes', 'search notes, and no turns unless `--turns` is given too'),
    option('-k, --kind <kind>', 'notes of this kind, such as `rule`; several with commas', {
      as: 'kinds',
      many: 'with commas',
      names: 'note-kind',
    }),
    option(
      '--in <where>',
      'search `turns`, `notes`, `code`, `docs` or `all`; several with commas',
      {
        as: 'sources',
        many: 'with commas',
      },
    ),
    option('--mode <mode>', 'the same under other names: `code`, `docs`, `events` or `all`', {
      choices: MODES,
    }),
    option('-t, --tag <tag>', 'notes with this tag, and turns with it in an answer or an edit'),
    option('--all-branches', 'also notes that hold on another branch alone'),
    option('--files', 'list the files that turns on these words changed or read', {
      conflicts: [
        ...['turns', 'notes', 'kinds', 'tag', 'allBranches', 'limit', 'explain', 'since', 'until'],
        ...['sources', 'mode', 'k'],
        ...['session', 'branch', 'file', 'command', 'error'],
      ],
    }),
    ...where('search'),
    ...filters,
    noHeadless(),
    'Output',
    limit(
      `show at most this many (default: the setting \`limit\`, ${SETTINGS.limit.fallback})`,
      LIMIT_MAX,
    ),
    option('--k <number>', 'the same as `--limit`', { as: 'k', parse: upTo(LIMIT_MAX) }),
    option('--explain', 'show how each score came about, and what was searched'),
    json(),
  ],
  examples: [
    'mementor query "which port does staging use" -n 3',
    'mementor query lock --kind rule,learning',
    'mementor query migration --since "3 months ago" --branch main',
    'mementor query --error "cannot find module" --explain',
    'mementor query --command "cargo bench" --until 2026-11-03',
    'mementor query --files retry queue',
    'mementor query "retry with backoff" --in code,docs',
  ],
  goesOnWith: ['misspelt keys', 'unreadable settings'],
  run: async ({ files, sources: named, mode, k, ...rest }: Options, context, refuse) => {
    const options = { ...rest, limit: rest.limit ?? k };
    const sources = mode === undefined ? sourcesIn(named, refuse) : sourcesOfMode(mode);
    if (sources.some((source) => !['turns', 'notes'].includes(source)) || mode === 'events') {
      const { searchMixed } = await import('./query-code.ts');
      return await searchMixed({ ...asked(options), sources }, context);
    }
    const turns = options.turns || sources.includes('turns');
    const notes = options.notes || sources.includes('notes');
    if (!files) return await run(asked({ ...options, turns, notes }), context);
    const { listFiles } = await import('./query-files.ts');
    return await listFiles({ ...options, topic: options.text ?? '' }, context);
  },
});

function sourcesIn(named: readonly string[], refuse: Refuse): readonly Source[] {
  const isKnown = (name: string): name is Source => SOURCES.some((source) => source === name);
  const unknown = named.find((name) => !isKnown(name));
  if (unknown !== undefined) refuse(`option '--in' knows ${SOURCES.join(', ')}, not '${unknown}'`);
  return named.filter(isKnown);
}

interface Options extends Filters, Where, Json {
  readonly text: string | undefined;
  readonly files: boolean;
  readonly sources: readonly string[];
  readonly mode: Mode | undefined;
  readonly k: number | undefined;
  readonly turns: boolean;
  readonly notes: boolean;
  readonly kinds: readonly string[];
  readonly tag: string | undefined;
  readonly allBranches: boolean;
  readonly limit: number | undefined;
  readonly explain: boolean;
}

/** A kind is a question about notes, so turns are left out. */
function asked({
  turns,
  notes,
  kinds,
  tag,
  allBranches,
  ...options
}: Omit<Options, 'files' | 'sources' | 'mode' | 'k'>) {
  const isAboutNotes = notes || kinds.length > 0;
  return {
    ...options,
    text: options.text ?? '',
    turns: turns || !isAboutNotes,
    ...(turns && !isAboutNotes ? {} : { notes: { kinds, tag, allBranches } }),
    filters: { ...filtersIn(options), tag },
  };
}

export async function run(options: QueryOptions & Json, context: Context): Promise<ExitCode> {
  const found = await query(options, context);
  if (options.json) printJson(found.document, context);
  else {
    const asides = renderAsides(found, options, style(context.stderr, context.env));
    const shown = print(found, options, asides, context);
    await keep(shown, context);
  }
  const { hits, notes, known } = found.answer;
  return hits.length + notes.length + known.length > 0 ? 0 : 1;
}

/**
 * Prints the hits that fit the terminal, the best ones, and what stands beside them; returns these.
 * A number that was asked for is shown whole.
 */
function print(
  { answer }: QueryAnswer,
  options: QueryOptions,
  asides: string,
  context: Context,
): FoundAnswer {
  const { hits } = answer;
  const page = pageOf(context.stdout, context);
  const best = (count: number) => ({ ...answer, hits: hits.slice(0, count) });
  const textOf = (count: number) =>
    renderAnswer({ answer: best(count) }, options, page, hits.length - count);
  const below = context.stderr.isTTY ? asides : '';
  const fitted = () => fitting(hits.length, (count) => textOf(count) + below, context.stdout);
  const count = options.limit === undefined ? fitted() : hits.length;
  context.stdout.write(textOf(count));
  if (asides !== '') context.stderr.write(asides);
  return best(count);
}

/** Keeps the list, so that `mementor show 2` can mean the second hit. `show --next` still goes on. */
async function keep({ hits: found }: FoundAnswer, context: Context): Promise<void> {
  if (found.length === 0) return;
  const turns = bySession(found).flatMap(({ hits }) => hits.map(({ turn }) => turn));
  const shown = lastList(context)?.shown ?? null;
  keepList({ atMs: context.now().getTime(), turns, shown }, context);
}
