/** `mementor notes review`: a person decides about the notes that were proposed. */

import { declared } from '../../command-line/command.ts';
import { type Json, json, limit, where } from '../../command-line/options.ts';
import { messageOf } from '../../errors/errors.ts';
import type { NoteChange } from '../../memory.ts';
import {
  type Proposal,
  proposals,
  type ReviewAnswer,
  type ReviewOptions,
  reviewDocument,
} from '../../operations/notes/review.ts';
import { changeNote } from '../../operations/notes/write.ts';
import { printAnswer } from '../../output/answer.ts';
import { type Page, pageOf } from '../../output/layout/page.ts';
import {
  type Decided,
  KEYS,
  KEYS_EXPLAINED,
  renderDecided,
  renderNoProposal,
  renderProposal,
  renderProposals,
} from '../../output/review.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { edited } from '../../process/editor.ts';
import { counted } from '../../text/numbers.ts';

export const command = declared({
  description: 'Go through the proposed notes: accept, edit or reject each',
  options: [
    ...where('review the proposals of'),
    limit('go through at most this many', 100_000, 50),
    json(),
  ],
  examples: ['mementor notes review', 'mementor notes review --all-projects --json'],
  run,
});

export async function run(options: ReviewOptions & Json, context: Context): Promise<ExitCode> {
  const answer = await proposals(options, context);
  const { ask } = context;
  const isEmpty = answer.total === 0;
  if (!options.json && !isEmpty && ask !== undefined) return await decide(answer, context, ask);
  const printed = {
    document: reviewDocument(answer),
    text: (page: Page) => renderProposals(answer, page),
    nothing: isEmpty && (({ paint }: Page) => renderNoProposal(options, paint)),
  };
  return printAnswer(printed, options, context);
}

type Ask = NonNullable<Context['ask']>;
type Choice = 'accept' | 'edit' | 'reject' | 'rest' | 'skip' | 'quit';

const CHOICES: Readonly<Record<string, Choice>> = {
  y: 'accept',
  yes: 'accept',
  a: 'accept',
  e: 'edit',
  n: 'reject',
  no: 'reject',
  r: 'reject',
  x: 'rest',
  s: 'skip',
  q: 'quit',
};

/** Goes through the proposals, one at a time. Each decision is stored at once. */
async function decide(answer: ReviewAnswer, context: Context, ask: Ask): Promise<ExitCode> {
  const page = pageOf(context.stderr, context);
  const done = { accepted: 0, rejected: 0, skipped: 0 };
  for (const [index, proposal] of answer.proposals.entries()) {
    const place = `${index + 1} of ${answer.total}`;
    context.stderr.write(screen(proposal, place, page));
    const rest = answer.proposals.slice(index);
    const result = await decideOn(proposal, rest.length, ask, context);
    if (result === 'quit') break;
    if (result === 'rest') {
      for (const { note } of rest) {
        const rejected = await changed([{ move: 'reject' }], note.id, 'rejected', context);
        if (rejected === undefined) return 130;
        done.rejected += 1;
      }
      break;
    }
    if (result === undefined) return 130;
    done[result] += 1;
  }
  const left = answer.total - done.accepted - done.rejected;
  const decided: Decided = { ...done, left };
  context.stdout.write(renderDecided(decided));
  return 0;
}

/** Asks until something is decided: an edit that changes nothing leads back to the keys. */
async function decideOn(
  proposal: Proposal,
  rest: number,
  ask: Ask,
  context: Context,
): Promise<Result | 'rest' | 'quit' | undefined> {
  while (true) {
    const choice = await choiceOf(ask, context);
    if (choice === 'quit') return 'quit';
    if (choice === 'rest') {
      if (await isSure(rest, ask)) return 'rest';
      continue;
    }
    const result = await carryOut(choice, proposal, ask, context);
    if (result !== 'unchanged') return result;
    context.stderr.write('Not changed.\n');
  }
}

/** One key must not reject many by mistake. */
async function isSure(rest: number, ask: Ask): Promise<boolean> {
  const answer = await ask(`Reject ${counted(rest, 'proposal')}? y, or any other key: `, {
    isKey: true,
  });
  return ['y', 'yes'].includes(answer.trim().toLowerCase());
}

/** On a terminal, each proposal gets a screen of its own; what stood there stays in the scrollback. */
function screen(proposal: Proposal, place: string, page: Page): string {
  const rule = page.paint.dim('─'.repeat(Math.min(page.width, RULE_COLUMNS_MAX)));
  return `\n${rule}\n${renderProposal(proposal, place, page)}\n`;
}

const RULE_COLUMNS_MAX = 80;

async function choiceOf(ask: Ask, context: Context): Promise<Choice> {
  let nothing = 0;
  for (let asked = 0; asked < ASKED_MAX && nothing < NOTHING_MAX; asked += 1) {
    const typed = (await ask(`${KEYS}: `, { isKey: true })).trim().toLowerCase();
    if (context.interrupted.aborted) return 'quit';
    const choice = CHOICES[typed];
    if (choice !== undefined) return choice;
    if (typed === '') nothing += 1;
    if (nothing < NOTHING_MAX) context.stderr.write(KEYS_EXPLAINED);
  }
  return 'quit';
}

const ASKED_MAX = 5;
/** The end of input answers nothing each time. */
const NOTHING_MAX = 2;

type Result = 'accepted' | 'rejected' | 'skipped';

/** Returns what was done; undefined if the user chose not to wait for the lock. */
async function carryOut(
  choice: Exclude<Choice, 'rest' | 'quit'>,
  { note }: Proposal,
  ask: Ask,
  context: Context,
): Promise<Result | 'unchanged' | undefined> {
  if (choice === 'skip') return 'skipped';
  if (choice === 'reject') return await changed([{ move: 'reject' }], note.id, 'rejected', context);
  if (choice === 'accept') return await changed([{ move: 'accept' }], note.id, 'accepted', context);
  const text = await newText(note.summary, ask, context);
  if (text === undefined) return 'unchanged';
  try {
    return await changed([{ edit: { text } }, { move: 'accept' }], note.id, 'accepted', context);
  } catch (error) {
    // A text that is too long is no reason to lose the other proposals.
    context.stderr.write(`${messageOf(error)}; it still waits\n`);
    return 'skipped';
  }
}

async function changed(
  changes: readonly NoteChange[],
  id: string,
  result: Result,
  context: Context,
): Promise<Result | undefined> {
  for (const change of changes) {
    const done = await changeNote(id, change, context, terminalWatch(context));
    if (done === undefined) return undefined;
  }
  return result;
}

/**
 * Asks for the text in an editor, or on one line where none is set. Returns undefined if it stays as
 * it is.
 */
async function newText(summary: string, ask: Ask, context: Context): Promise<string | undefined> {
  const { VISUAL, EDITOR } = context.env;
  if (VISUAL || EDITOR) return textFromEditor(summary, context);
  const text = await ask('new text (nothing: back): ');
  // A key of the question before is no text of a note.
  const isKey = CHOICES[text.trim().toLowerCase()] !== undefined;
  return text.trim() === '' || isKey ? undefined : text;
}

function textFromEditor(summary: string, context: Context): string | undefined {
  try {
    const text = edited(`${summary}\n`, context);
    return ['', summary.trim()].includes(text.trim()) ? undefined : text;
  } catch (error) {
    context.stderr.write(`${messageOf(error)}\n`);
    return undefined;
  }
}
