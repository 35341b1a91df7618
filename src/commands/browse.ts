/** `mementor browse`: a picker over sessions and hits, on a terminal. */

import { pick, type Source } from '../browse/picker.ts';
import type { Item, State } from '../browse/state.ts';
import { declared } from '../command-line/command.ts';
import { where } from '../command-line/options.ts';
import { openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import type { Memory, WholeTurn } from '../memory.ts';
import { query } from '../operations/query.ts';
import { sessions } from '../operations/sessions.ts';
import { pick as shownOf, startOf } from '../operations/show.ts';
import { type Page, pageOf } from '../output/layout/page.ts';
import { bodyLines } from '../output/shown.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { requireProject } from '../reports/project-names.ts';
import type { Where } from '../reports/project-scope.ts';
import { counted } from '../text/numbers.ts';
import { run as show } from './show.ts';

export const command = declared({
  description: 'Search while typing, and pick with the arrows',
  options: where('search'),
  examples: ['mementor browse', 'mementor browse --all-projects'],
  goesOnWith: ['unreadable settings'],
  run,
});

/** As many as anyone scrolls through. */
const SESSIONS_MAX = 500;
const HITS_MAX = 50;

type BrowseOptions = Where;

export async function run(options: BrowseOptions, context: Context): Promise<ExitCode> {
  if (context.keyboard === undefined) {
    throw new MementorError(
      'TERMINAL_MISSING',
      '`mementor browse` needs a terminal; `mementor query` and `mementor sessions` print lists',
    );
  }
  const page = pageOf(context.stdout, context);
  const memory = await openToShow(context, { lasting: true });
  if (options.project !== undefined) requireProject(memory, options.project);
  await pick(sourceOf(options, memory, page, context), page, context);
  return context.interrupted.aborted ? 130 : 0;
}

function sourceOf(options: BrowseOptions, memory: Memory, page: Page, context: Context): Source {
  const previews = new Map<string, readonly string[]>();
  return {
    search: (text) =>
      text.trim() === '' ? allSessions(options, context) : hitsOf(text, options, context),
    preview: (item, columns, linesMax) => {
      const key = `${item.id} ${columns} ${linesMax}`;
      const lines = previews.get(key) ?? previewOf(item, { ...page, width: columns }, memory);
      previews.set(key, lines.slice(0, linesMax));
      return lines;
    },
    open: async ({ id }) => {
      await show({ id, json: false, untilLeft: true }, context);
    },
  };
}

async function allSessions(
  { project, everything }: BrowseOptions,
  context: Context,
): Promise<Pick<State, 'items' | 'status'>> {
  const { rows } = await sessions({ limit: SESSIONS_MAX, project, everything }, context);
  const items = rows.map((row) => ({
    id: row.session,
    atMs: row.endedAtMs,
    project: everything ? row.project : undefined,
    prompt: row.title,
  }));
  return { items, status: counted(items.length, 'session') };
}

async function hitsOf(
  text: string,
  { project, everything }: BrowseOptions,
  context: Context,
): Promise<Pick<State, 'items' | 'status'>> {
  const { answer } = await query({ text, limit: HITS_MAX, project, everything }, context);
  const items = answer.hits.map((hit) => ({
    id: hit.turn,
    atMs: hit.atMs,
    project: everything ? hit.project : undefined,
    prompt: hit.prompt,
  }));
  const word = answer.answered === null || answer.asDate ? [] : [WORDS[answer.answered]];
  const count = items.length === 0 ? 'nothing found' : counted(items.length, 'turn');
  return { items, status: [...(items.length === 0 ? [] : word), count].join(' · ') };
}

/** What the turns are to what was typed. */
const WORDS = { found: 'found', related: 'related', 'not-here': 'not here, the nearest' } as const;

/** Of a session, its turns; of a turn, its text. */
function previewOf({ id }: Item, page: Page, memory: Memory): readonly string[] {
  const shown = shownOf(id, memory.show(id));
  if (shown === undefined || startOf(shown) === undefined) return ['(no longer stored)'];
  const turns = shown.turns.map(beginningOf);
  return bodyLines({ ...shown, turns }, { head: shown.kind === 'session', results: false }, page);
}

/** More than fits beside a list. */
const STEPS_MAX = 40;
const STEP_CHARS_MAX = 4_000;

function beginningOf(turn: WholeTurn): WholeTurn {
  const steps = turn.steps.slice(0, STEPS_MAX);
  return {
    ...turn,
    steps: steps.map((step) => ({ ...step, text: step.text.slice(0, STEP_CHARS_MAX) })),
  };
}
