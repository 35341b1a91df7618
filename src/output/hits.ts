/** A hit as a person reads it. */

import type { Hit, Piece } from '../memory.ts';
import type { Style } from './style.ts';

const FILES_MAX = 4;

/** Renders one hit: when and where, the prompt, the excerpt, and how to go back there. */
export function renderHit(hit: Hit, number: number, paint: Style): string {
  const facts = [localTime(hit.atMs), hit.project, ...(hit.branch ? [hit.branch] : [])];
  const marked = (pieces: readonly Piece[]) =>
    oneLine(pieces.map((piece) => (piece.matched ? paint.mark(piece.text) : piece.text)).join(''));
  const answer = marked(hit.excerpt);
  const files = hit.files.slice(0, FILES_MAX).map((file) => relativeTo(hit.cwd, file));
  const more = hit.files.length > FILES_MAX ? ', …' : '';
  return [
    `${paint.bold(String(number))}  ${facts.join(' · ')}  ${paint.dim(`score ${hit.score.toFixed(2)}`)}`,
    ...(hit.prompt ? [`   ${paint.green('>')} ${marked(hit.promptExcerpt)}`] : []),
    ...(answer ? [`     ${answer}`] : []),
    ...(files.length > 0 ? [`   ${paint.dim('files ')} ${files.join(', ')}${more}`] : []),
    `   ${paint.dim('resume')} ${paint.cyan(resumeCommand(hit))}`,
    '',
  ].join('\n');
}

/** Returns the shell command that goes back to the session; the client looks in its folder only. */
export function resumeCommand(hit: Pick<Hit, 'session' | 'cwd'>): string {
  const resume = `claude --resume ${hit.session}`;
  return hit.cwd ? `cd ${shellQuoted(hit.cwd)} && ${resume}` : resume;
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function localTime(ms: number): string {
  const date = new Date(ms);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns a file's path as the session saw it: relative inside its directory. */
export function relativeTo(cwd: string | null | undefined, path: string): string {
  return cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
