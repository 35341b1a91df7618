/** Renders proposals for a decision. Pure. */

import type { Proposal, ReviewAnswer } from '../operations/notes/review.ts';
import type { Style } from '../process/style.ts';
import { linesOf, oneLine, shortId } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { when } from './layout/when.ts';
import { hanging } from './layout/wrap.ts';

export const KEYS = 'y accept · e edit · n reject · x reject the rest · s skip · q quit';
export const KEYS_EXPLAINED = `y  it holds: keep it as a note
e  change its text, then keep it; unchanged, it leads back here
n  it does not hold: it is never proposed again
x  reject this one and all after it; it asks first
s  decide later
q  stop; what was decided stays
`;

/** Returns the words for an empty list. */
export function renderNoProposal(
  { everything, project }: { readonly everything: boolean; readonly project?: string | undefined },
  paint: Style,
): string {
  const of = project === undefined ? 'this project' : `project ${oneLine(project)}`;
  const hint = everything
    ? '`mementor notes` lists the notes that hold'
    : '`mementor notes review --all-projects` looks everywhere';
  const where = everything ? '' : ` of ${of}`;
  return `No proposed note${where} waits for you.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Where a proposal comes from, by its author. */
const FROM: Readonly<Record<string, string>> = {
  prompt: 'found in a prompt of yours',
  answer: 'found in an answer of the model',
  agent: 'noted by an agent',
  import: 'brought by a file or a program',
};

/** Renders one proposal: what it says, where it comes from, and the words around it. */
export function renderProposal(
  { note, session, around }: Proposal,
  place: string,
  { paint, width, nowMs }: Page,
): string {
  const from = [
    FROM[note.author] ?? `by ${note.author}`,
    oneLine(note.project),
    ...(session === undefined ? [] : [`session ${shortId(session)}`]),
    when(note.saidMs, nowMs),
    ...(note.said > 1 ? [`said ${note.said} times`] : []),
  ];
  const lines = [
    `${paint.dim(place)}  ${paint.bold(oneLine(note.kind))}  ${paint.dim(shortId(note.id))}`,
    '',
    ...hanging('  ', paint.bold(oneLine(note.summary)), width),
    '',
    ...hanging('  ', paint.dim(from.join(' · ')), width),
    ...aroundLines(around, { paint, width }),
  ];
  return `${lines.join('\n')}\n`;
}

function aroundLines(
  around: Proposal['around'],
  { paint, width }: Pick<Page, 'paint' | 'width'>,
): string[] {
  if (around === undefined) return [];
  const { before, words, after } = around;
  // The words themselves are marked on their line.
  const marked = (line: string) => {
    const at = line.indexOf(oneLine(words));
    if (at < 0) return paint.dim(line);
    const end = at + oneLine(words).length;
    return `${paint.dim(line.slice(0, at))}${line.slice(at, end)}${paint.dim(line.slice(end))}`;
  };
  const lines = linesOf(`${before}${words.replace(/\s+/g, ' ')}${after}`);
  return [
    '',
    ...lines.flatMap((line) => (line === '' ? [''] : hanging('  │ ', marked(line), width))),
  ];
}

/** Renders all proposals with the commands that decide, for where nobody can be asked. */
export function renderProposals({ proposals, total }: ReviewAnswer, page: Page): string {
  const parts = proposals.map((proposal, index) => {
    const id = shortId(proposal.note.id);
    const commands = ['accept', 'edit', 'reject'].map((verb) => `mementor notes ${verb} ${id}`);
    const text = renderProposal(proposal, `${index + 1} of ${total}`, page);
    return `${text}\n${commands.map((command) => `  ${page.paint.cyan(command)}\n`).join('')}`;
  });
  const more = total - proposals.length;
  const rest =
    more > 0
      ? `\n${page.paint.dim(`… and ${counted(more, 'more proposal')}: \`--limit\` shows them`)}\n`
      : '';
  return `${parts.join('\n')}${rest}`;
}

export interface Decided {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  /** How many are left, those skipped included. */
  readonly left: number;
}

/** Renders what was decided. */
export function renderDecided({ accepted, rejected, left }: Decided): string {
  const parts = [`${accepted} accepted`, `${rejected} rejected`];
  const still =
    left === 0
      ? 'none waits'
      : `${counted(left, 'proposal')} still ${left === 1 ? 'waits' : 'wait'}`;
  return `${parts.join(', ')}; ${still}\n`;
}
