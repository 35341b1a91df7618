/** Renders how a hit's score was computed, and what was searched. Pure. */

import type { Hit } from '../memory.ts';
import { explanationOf, type FoundAnswer } from '../operations/query.ts';
import { counted, printable } from '../text/numbers.ts';
import { isScored } from './hits.ts';
import type { Page } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';

/** Returns how a hit's score came about. */
export function explanationText(hit: Hit): string {
  const { text, similarity, actions, agent } = explanationOf(hit);
  if (!isScored(hit)) return 'it passes the filters; the newest come first';
  const parts = [
    `full text ${text === null ? 'none' : `BM25 ${text.toFixed(2)}`}`,
    `similarity ${similarity === null ? 'none' : similarity.toFixed(2)}`,
    ...(actions === null ? [] : [`actions BM25 ${actions.toFixed(2)}`]),
    ...(agent === null ? [] : ["set back: a subagent's turn"]),
  ];
  return `score ${hit.score.toFixed(2)} · ${parts.join(' · ')}`;
}

/** Returns what was searched, for the end of an explained answer. */
export function searchedLines(
  answer: FoundAnswer,
  asked: boolean,
  { width, paint }: Page,
): string[] {
  const sentences = [
    `Searched ${searchedLine(answer, asked)}.`,
    ...(asked
      ? [
          'A score adds up full text, similarity and actions, each measured against all of these. A later hit that goes before an earlier one has its score.',
        ]
      : []),
  ];
  return sentences.flatMap((sentence) => hanging('', paint.dim(sentence), width));
}

/**
 * Returns `12 turns with text and 3 notes of project shop (words and meaning)`. Other commands count
 * all turns: one without text, such as a lone image, cannot be found.
 */
export function searchedLine(answer: FoundAnswer, asked: boolean): string {
  const { searched, searchedNotes, semantic, degraded, waiting } = answer;
  const where = answer.project ? `project ${answer.project}` : 'all projects';
  const counts = [
    ...(searched > 0 || searchedNotes === 0 ? [`${counted(searched, 'turn')} with text`] : []),
    ...(searchedNotes > 0 ? [counted(searchedNotes, 'note')] : []),
  ];
  const items = `${counts.join(' and ')} of ${printable(where)}`;
  if (!asked) return items;
  const mayBeSemantic = degraded === null;
  const soFar = mayBeSemantic && waiting > 0 ? '; part of it by words only so far' : '';
  return `${items} (${semantic ? 'words and meaning' : 'words'}${soFar})`;
}
