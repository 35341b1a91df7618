/** Describes in words why recall injected something for a prompt, or why not. Pure. */

import { oneLine } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import type { PromptLine } from './lines.ts';

/** Describes the result. */
export function resultOf(line: PromptLine): string {
  const { dismissed, injected, candidates, probability, threshold, rate } = line;
  if (dismissed !== null) return `said nothing: ${wordsOf(dismissed)}`;
  const needed = `${percent(threshold)} is needed at a false-injection rate of ${rate} %`;
  if (injected.length > 0) {
    const they = injected.length === 1 ? 'it is' : 'they are';
    const turns = counted(injected.length, 'turn');
    return `brought back ${turns}: ${they} ${percent(probability)} likely to help; ${needed}`;
  }
  if (candidates.length === 0) return 'said nothing: no past turn matches';
  const isNew = candidates.some(({ verdict }) => !HELD.has(verdict));
  if (!isNew || probability >= threshold) {
    return 'said nothing: what matches is in the context already';
  }
  return `said nothing: the best match is ${percent(probability)} likely to help; ${needed}`;
}

/** Verdicts on turns that are already in the session's context. */
const HELD: ReadonlySet<string> = new Set(['recalled', 'in-context']);

const DISMISSALS: Readonly<Record<string, string>> = {
  command: 'it is a command, or nothing that a person typed',
  trivial: 'it has no subject of its own, so nothing was searched',
  empty: 'nothing is stored for this project',
  off: 'recall is off everywhere (`mementor mute --always --off` turns it on)',
  muted: 'recall is muted here (`mementor mute --list` shows where)',
  marker: 'the prompt says `--no-recall`',
  fork: 'the session is a fork, and what it copied was not known yet',
  failed: 'the search failed; see the log',
};

export function wordsOf(dismissed: string): string {
  return DISMISSALS[dismissed] ?? oneLine(dismissed);
}

/** Returns `31 %`; near 0 and 100 with one more digit, because 99.8 is not 100. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && (value < 1 || value > 99) && value < 100 ? value.toFixed(1) : value.toFixed(0)} %`;
}
