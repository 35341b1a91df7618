/** Renders the answer to a query. Pure. */

import type { QueryAnswer, QueryOptions } from '../answers/query.ts';
import type { Filters } from '../database/filters.ts';
import type { Answer } from '../memory.ts';
import { printable } from '../text/numbers.ts';
import { renderExplanation, renderSearched, searchedLine } from './explanation.ts';
import { renderHit } from './hits.ts';
import { renderNoteHit } from './notes.ts';
import type { Style } from './style.ts';

/** Renders the hits, and explains their scores if requested. */
export function renderAnswer({ answer }: QueryAnswer, options: QueryOptions, paint: Style): string {
  const turns = answer.hits.map((hit) => {
    const text = renderHit(hit, hit.rank + 1, paint);
    return [hit.rank, options.explain ? text + renderExplanation(hit, paint) : text] as const;
  });
  const notes = answer.notes.map((hit) => [hit.rank, renderNoteHit(hit, paint)] as const);
  const hits = [...turns, ...notes].sort(([a], [b]) => a - b).map(([, text]) => text);
  if (!options.explain) return hits.join('\n');
  const searched = renderSearched(answer, isAsked(options), paint);
  return `${hits.join('\n')}${hits.length > 0 ? '\n' : ''}${searched}`;
}

/** Renders warnings beside the hits: why there may be fewer than expected. */
export function renderAsides({ answer }: QueryAnswer, options: QueryOptions, paint: Style): string {
  const asked = isAsked(options);
  const { degraded } = answer;
  const warning =
    asked && degraded
      ? `${paint.yellow('warning:')} searched by words alone: ${degraded.message}\n`
      : '';
  if (answer.hits.length + answer.notes.length > 0) return warning;
  const what = [asked ? `for "${options.text}"` : '', ...filterTexts(options.filters)]
    .filter((part) => part !== '')
    .join(' ');
  const nothing = `Nothing found ${printable(what)} in ${searchedLine(answer, asked)}.\n`;
  const hint = emptyHint(answer, options);
  return warning + nothing + (hint === undefined ? '' : `\n${paint.cyan('hint:')} ${hint}\n`);
}

function isAsked({ text }: QueryOptions): boolean {
  return text.trim() !== '';
}

function filterTexts(filters: Filters = {}): string[] {
  const texts = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${JSON.stringify(value)}`],
  );
  return texts.length > 0 ? [`with ${texts.join(' ')}`] : [];
}

function emptyHint(answer: Answer, options: QueryOptions): string | undefined {
  const filtered = filterTexts(options.filters).length > 0;
  if (answer.searched > 0 && filtered) {
    return options.everything
      ? 'leave a filter out'
      : 'leave a filter out, or add `--all-projects` to search every project';
  }
  if (options.everything) return undefined;
  if (answer.searched > 0) return 'add `--all-projects` to search every project';
  return 'nothing is stored for this project: `mementor status` lists what is, `--all-projects` searches it all';
}
