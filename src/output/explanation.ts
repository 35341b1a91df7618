/** Renders how a hit's score was computed, and what was searched. Pure. */

import type { FoundAnswer } from '../answers/query.ts';
import { explanationOf } from '../answers/query.ts';
import type { Hit } from '../memory.ts';
import { counted, printable } from '../text/numbers.ts';
import { isScored } from './hits.ts';
import type { Style } from './style.ts';

/** Renders the line below a hit. */
export function renderExplanation(hit: Hit, paint: Style): string {
  const { text, similarity, actions, agent } = explanationOf(hit);
  const parts = isScored(hit)
    ? [
        `full text ${text === null ? 'none' : `BM25 ${text.toFixed(2)}`}`,
        `similarity ${similarity === null ? 'none' : similarity.toFixed(2)}`,
        ...(actions === null ? [] : [`actions BM25 ${actions.toFixed(2)}`]),
        ...(agent === null ? [] : ["set back: a subagent's turn"]),
      ]
    : ['it passes the filters; the newest come first'];
  return `   ${paint.dim('why')}    ${parts.join(' · ')}\n`;
}

/** Renders what was searched, for the end of an explained answer. */
export function renderSearched(answer: FoundAnswer, asked: boolean, paint: Style): string {
  const lines = [
    `Searched ${searchedLine(answer, asked)}.`,
    ...(asked
      ? [
          'A score adds up full text, similarity and actions, each measured against all of these turns.',
        ]
      : []),
  ];
  return lines.map((line) => `${paint.dim(line)}\n`).join('');
}

/** Returns `12 turns of project shop (words and meaning)`. */
export function searchedLine(answer: FoundAnswer, asked: boolean): string {
  const where = answer.project ? `project ${answer.project}` : 'all projects';
  const turns = `${counted(answer.searched, 'turn')} of ${printable(where)}`;
  if (!asked) return turns;
  const mayBeSemantic = answer.degraded === undefined || answer.degraded === null;
  const waiting =
    mayBeSemantic && answer.waiting > 0 ? `; ${answer.waiting} chunks by words only so far` : '';
  return `${turns} (${answer.semantic ? 'words and meaning' : 'words'}${waiting})`;
}
