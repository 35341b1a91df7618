/** Says that a query found nothing: what was looked for, where, and what to try. Pure. */

import type { FoundAnswer, QueryOptions } from '../operations/query.ts';
import type { Style } from '../process/style.ts';
import { typedLine } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { searchedLine } from './explanation.ts';
import { daysOf } from './query-notes.ts';

/** Returns `Nothing found for "keel" with --kind "rule" in 6 notes of project boat.`, with a hint. */
export function nothingFoundText(answer: FoundAnswer, options: QueryOptions, paint: Style): string {
  const asked = options.text.trim() !== '';
  const wanted = answer.asDate ? daysOf(answer.asDate) : `for "${typedLine(options.text)}"`;
  const conditions = conditionsOf(options);
  const what = [
    'Nothing found',
    ...(asked ? [wanted] : []),
    ...(conditions.length > 0 ? [`with ${conditions.join(' ')}`] : []),
  ];
  const hint = apartHint(answer) ?? hintOf(answer, options);
  const nothing = `${printable(what.join(' '))}${whereText(answer, options)}.\n`;
  if (hint === undefined) return nothing;
  return `${nothing}\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Returns where it was looked, or that there was nothing to search. */
function whereText(answer: FoundAnswer, options: QueryOptions): string {
  const where = answer.project ? `project ${printable(answer.project)}` : 'the memory';
  if (isEmpty(answer, options)) {
    return `: ${where} has no ${options.turns === false ? 'note to search' : 'turn with text yet'}`;
  }
  return ` in ${searchedLine(answer, options.text.trim() !== '')}`;
}

function isEmpty({ searched, searchedNotes }: FoundAnswer, { turns }: QueryOptions): boolean {
  return searchedNotes === 0 && (turns === false || searched === 0);
}

/** What a turn, a note or a file had to meet beside the words, as it was typed. */
export function conditionsOf({
  filters: { headless = true, ...filters } = {},
  notes,
}: QueryOptions) {
  const kinds = notes?.kinds.join(',') || undefined;
  const named = Object.entries({ ...filters, kind: kinds }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${JSON.stringify(typedLine(value))}`],
  );
  return headless ? named : [...named, '--no-headless'];
}

/** What a person may know that the program cannot: that the folder is of another project. */
function apartHint({ apart }: FoundAnswer): string | undefined {
  return apart && printable(`${apart.detail}; ${apart.fix}`);
}

/** Says how a command that has the words is found. */
function ranHint(words: string): string {
  return `a command that ran here has it: \`mementor query --command ${shellWord(typedLine(words))}\``;
}

/** Whether words in a row are asked for. */
function hasPhrase(text: string): boolean {
  return /["“”„«»「『]/.test(text);
}

function hintOf(answer: FoundAnswer, options: QueryOptions): string | undefined {
  const { everything, filters, turns } = options;
  if (filters?.session !== undefined) {
    return '`mementor sessions --all-projects` lists the sessions with their ids';
  }
  const wider = everything ? [] : ['add `--all-projects` to search every project'];
  if (isEmpty(answer, options)) {
    if (turns === false) {
      return ['`mementor notes --state all` shows notes in any state', ...wider].join('; ');
    }
    const elsewhere =
      '`mementor status` lists what is, `--all-projects` searches all projects, `mementor project join NAME` takes over one that was moved here';
    return everything ? undefined : `nothing is stored for this project: ${elsewhere}`;
  }
  const narrower = conditionsOf(options).length > 0 ? ['leave a filter out'] : [];
  const apart = hasPhrase(options.text)
    ? ['leave the quotes out, as the words may stand apart']
    : [];
  const ran = answer.ran ? [ranHint(answer.ran)] : [];
  return [...ran, ...apart, ...narrower, ...wider].join(', or ') || undefined;
}
