/** `mementor forget`: deletes turns permanently, after showing them. */

import { argument, declared, option } from '../command-line/command.ts';
import { filters, filtersIn, json, where, yes } from '../command-line/options.ts';
import type { Filters } from '../database/filters.ts';
import { homeOf } from '../home/paths.ts';
import type { Selected } from '../memory.ts';
import {
  finishLast,
  forget,
  forgetDocument,
  isGone,
  isStopped,
  NO_PLAN,
  type Outcome,
  type Plan,
  planForget,
  type Selection,
  unchanged,
} from '../operations/forget.ts';
import { printAnswer } from '../output/answer.ts';
import {
  copyText,
  planText,
  renderForgotten,
  renderNothingMeant,
  selectionText,
} from '../output/forget.ts';
import { type Page, pageOf } from '../output/layout/page.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import type { Progress, Watch } from '../process/watch.ts';
import { grouped } from '../text/numbers.ts';

/** What selects turns. */
const CONDITIONS = [
  ...['project', 'everything', 'since', 'until', 'session', 'branch', 'file', 'command', 'error'],
  'dryRun',
];

export const command = declared({
  description: 'Delete turns and notes permanently, after showing them',
  arguments: [
    argument(
      '[id...]',
      'turns, sessions or notes of any project, by the first characters of their ids',
      { as: 'ids', names: 'id' },
    ),
  ],
  options: [
    option(
      '--containing <words>',
      'turns and notes that contain this phrase anywhere: prompt, answer, tool or note',
    ),
    option(
      '--secrets',
      'mask what looks like a secret in everything stored, by the current rules',
      {
        conflicts: ['containing', ...CONDITIONS],
      },
    ),
    ...where('forget turns and notes of'),
    ...filters,
    'Confirmation',
    option('--dry-run', 'show what would be deleted, and change nothing'),
    yes(),
    json(),
  ],
  examples: [
    'mementor forget 8037c875 --dry-run',
    'mementor forget --containing "project nightjar"',
    'mementor forget --project shop --until 2025-12-31',
    'mementor forget --secrets',
  ],
  run: async ({ secrets, ...options }: Options, context, refuse) => {
    if (!secrets) return await run({ ...options, filters: filtersIn(options) }, context);
    if (options.ids.length > 0) refuse("option '--secrets' cannot be used with an id");
    const { maskSecrets } = await import('./forget-secrets.ts');
    return await maskSecrets(options, context);
  },
});

type Options = Omit<ForgetOptions, 'filters'> & Filters & { readonly secrets: boolean };

export interface ForgetOptions extends Selection {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export async function run(options: ForgetOptions, context: Context): Promise<ExitCode> {
  const watch = terminalWatch(context);
  const line = watch.progress();
  const plan = (await planForget(options, context, line)) ?? NO_PLAN;
  if (!options.dryRun) await finishLast(context, watch);
  const outcome = await carryOut(plan, options, context, watch, line);
  const answer = {
    document: forgetDocument(outcome),
    text: (page: Page) => renderForgotten(outcome, homeOf(context), page),
    nothing:
      outcome.done === 'nothing' && (({ paint }: Page) => renderNothingMeant(outcome, paint)),
  };
  printAnswer(answer, options, context);
  if (isStopped(outcome)) return 130;
  return outcome.done === 'shown' || isGone(outcome) ? 0 : 1;
}

/** More turns than this are not forgotten by a single key. */
const TURNS_PER_KEY_MAX = 99;

async function carryOut(
  plan: Plan,
  options: ForgetOptions,
  context: Context,
  watch: Watch,
  line: Progress,
): Promise<Outcome> {
  const { turns } = plan;
  if (context.interrupted.aborted) return unchanged(plan, 'interrupted');
  if (turns.length === 0) return unchanged(plan, 'nothing');
  if (options.dryRun) return unchanged(plan, 'shown');
  const isMany = turns.length > TURNS_PER_KEY_MAX;
  const page = pageOf(context.stderr, context);
  const about = () => planText(plan, page) + (isMany ? copyText(plan.project, page) : '');
  const asked = isMany ? manyTurns(plan) : oneKey(turns);
  if (await confirm({ ...asked, about, ...options }, context)) {
    return await forget(plan, context, watch, line);
  }
  return unchanged(plan, context.interrupted.aborted ? 'interrupted' : 'declined');
}

function oneKey(turns: readonly Selected[]) {
  return { question: `Forget ${selectionText(turns)} for good?` };
}

function manyTurns({ turns, project }: Plan) {
  const count = turns.length;
  const name = project === undefined ? [] : [project];
  const words = [grouped(count), ...name].join(', or ');
  const question = `This forgets ${selectionText(turns)} for good. Type ${words}, to go on: `;
  return { question, typed: [String(count), grouped(count), ...name] };
}
