/** Describes in words why recall added something to a prompt, or why not. Pure. */

import type { PromptLine } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';

/** From this probability on, a match is called strong. */
const STRONG_MIN = 0.8;

/** Describes the result of a prompt that was sent, or of one that is only tried out. */
export function resultOf(line: PromptLine, tried = false): string {
  const { confidence, needed } = confidenceOf(line);
  const text = described(line, `confidence ${confidence} %; your setting needs ${needed} %`);
  return tried ? text.replace(/^added/, 'would add') : text;
}

/** Describes the result in fewer words, for a list. */
export function shortResultOf(line: PromptLine): string {
  const { confidence, needed } = confidenceOf(line);
  return described(line, `${confidence} %, needs ${needed} %`);
}

function described(line: PromptLine, confidence: string): string {
  const { dismissed, injected, notes, candidates, probability, threshold } = line;
  if (dismissed !== null) return `added nothing: ${wordsOf(dismissed)}`;
  if (startsAgain(line)) {
    const commands = 'commands that started here what the prompt asks to start';
    return `added what ${counted(injected.length, 'turn')} ran: ${commands}`;
  }
  if (injected.length > 0) {
    const match = probability >= STRONG_MIN ? 'strong match' : 'fair match';
    const also = notes.length > 0 ? ` and ${counted(notes.length, 'note')}` : '';
    return `added ${counted(injected.length, 'turn')}${also}: ${match} (${confidence})`;
  }
  if (notes.length > 0) {
    return `added ${counted(notes.length, 'note')}: close to the prompt by words and meaning`;
  }
  if (candidates.length === 0) return 'added nothing: no past turn matches';
  const isNew = candidates.some(({ verdict }) => !HELD.has(verdict));
  if (!isNew || probability >= threshold) {
    return 'added nothing: Claude still has what matches in context';
  }
  return `added nothing: the best match is too weak (${confidence})`;
}

/** Whether turns were added for a command in them alone: no search found them, so they have no score. */
function startsAgain({ candidates }: PromptLine): boolean {
  const added = candidates.filter(({ verdict }) => verdict === 'injected');
  return added.length > 0 && added.every(({ score }) => score === 0);
}

/**
 * Returns the confidence and what the setting needs, in percent. No estimate is certain, so neither
 * is ever 100. Rounding never puts the confidence on the wrong side.
 */
function confidenceOf({ probability, threshold, injected }: PromptLine) {
  const [rounded, needed] = [percent(probability), percent(threshold)];
  const isAdded = injected.length > 0;
  return {
    confidence: isAdded ? Math.max(rounded, needed) : Math.min(rounded, needed - 1),
    needed,
  };
}

function percent(share: number): number {
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}

/** Verdicts on turns that are already in the session's context. */
const HELD: ReadonlySet<string> = new Set(['recalled', 'in-context']);

const DISMISSALS: Readonly<Record<string, string>> = {
  command: 'it is a command, or text that nobody typed',
  trivial: 'the prompt is too general to search for',
  empty: 'this project has no past turns yet',
  off: 'recall is off everywhere (`mementor mute --always --off` turns it on)',
  muted: 'recall is muted here (`mementor mute --list` shows where)',
  marker: 'the prompt says `--no-recall`',
  fork: 'the session is a fork, and what Claude has in context was not known yet',
  failed: 'the search failed; see the log',
};

export function wordsOf(dismissed: string): string {
  return DISMISSALS[dismissed] ?? oneLine(dismissed);
}

const VERDICTS: Readonly<Record<string, string>> = {
  injected: 'added',
  unsure: 'not added: not sure enough',
  repeats: 'not added: asks the same as a turn that was added',
  recalled: 'not added: Claude still has it in context, it was added earlier',
  muted: 'not added: you muted this turn (`mementor mute --list`)',
  'taken-back': 'not added: you took this turn back',
  'in-context': 'not added: Claude still has this turn in context',
  enough: 'not added: no room left for another turn',
  unanswered: 'not added: it has no answer to show, and its prompt alone tells nothing',
  'not-here': 'not added: a word of the question is nowhere in the memory',
  far: 'not added: much weaker than the best match',
  'adds-nothing': 'not added: repeats a turn that was added',
};

const NOTE_VERDICTS: Readonly<Record<string, string>> = {
  injected: 'added',
  unsure: 'not added: not close enough',
  repeats: 'not added: the turn that says it was added',
  recalled: 'not added: Claude was told it already in this session',
  'in-context': 'not added: this session said it, and Claude still has that in context',
  enough: 'not added: no room left for another note',
};

/** Says whether a note was added, or which rule stopped it. */
export function noteVerdictOf(verdict: string, tried = false): string {
  if (tried && verdict === 'injected') return 'would be added';
  return NOTE_VERDICTS[verdict] ?? oneLine(verdict);
}

/** Says whether a turn was added, or which rule stopped it. */
export function verdictOf(verdict: string, tried = false): string {
  if (tried && verdict === 'injected') return 'would be added';
  return VERDICTS[verdict] ?? oneLine(verdict);
}
