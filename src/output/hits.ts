/** Renders a hit. */

import type { FoundHit } from '../answers/query.ts';
import type { Hit, Piece } from '../memory.ts';
import { shortId } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import { localTime } from '../text/times.ts';
import type { Style } from './style.ts';

const FILES_MAX = 4;

/** Renders one hit: time and project, the prompt, the excerpt, and the resume command. */
export function renderHit(hit: FoundHit, number: number, paint: Style): string {
  const facts = [localTime(hit.atMs), hit.project, hit.branch, hit.agent && 'subagent'];
  const marked = (pieces: readonly Piece[]) =>
    pieces
      .map(({ matched, text }) => (matched ? paint.mark(shown(text)) : shown(text)))
      .join('')
      .replace(/ +/g, ' ')
      .trim();
  const answer = marked(hit.excerpt);
  const files = hit.files.slice(0, FILES_MAX).map((file) => shown(relativeTo(hit.cwd, file)));
  const more = hit.files.length > FILES_MAX ? ', …' : '';
  return [
    `${paint.bold(String(number))}  ${factLine(facts)}  ${paint.dim(tailOf(hit))}`,
    ...(hit.prompt ? [`   ${paint.green('>')} ${marked(hit.promptExcerpt)}`] : []),
    ...(answer ? [`     ${answer}`] : []),
    ...(files.length > 0 ? [`   ${paint.dim('files ')} ${files.join(', ')}${more}`] : []),
    `   ${paint.dim('resume')} ${paint.cyan(printable(hit.resume))}`,
    '',
  ].join('\n');
}

/** Joins the facts that are known. */
export function factLine(facts: readonly (string | null | undefined)[]): string {
  return facts.flatMap((fact) => (fact ? [shown(fact)] : [])).join(' · ');
}

/** A turn from a search without words has no score. The id is an argument for `mementor show`. */
function tailOf(hit: Hit): string {
  const id = `turn ${shortId(hit.turn)}`;
  return isScored(hit) ? `score ${hit.score.toFixed(2)}  ${id}` : id;
}

/** Whether it matched by words or meaning; otherwise it only passed the filters. */
export function isScored({ textScore, similarity, actionScore }: Hit): boolean {
  return [textScore, similarity, actionScore].some((score) => typeof score === 'number');
}

/** Stored text is untrusted: reduce it to one line without terminal control sequences. */
function shown(text: string): string {
  return printable(text.replace(/\s+/g, ' '));
}

/** Returns a file's path, relative if it is in the session's directory. */
export function relativeTo(cwd: string | null | undefined, path: string): string {
  return cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
