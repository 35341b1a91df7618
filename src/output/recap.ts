/** Renders a recap as Markdown, within a screen or two. Pure. */

import { agentShown } from '../agents/find.ts';
import type { Digest, RecapSession, SessionRow } from '../memory.ts';
import type { RecapAnswer, RecapDay, RecapOptions } from '../operations/recap.ts';
import type { Style } from '../process/style.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import { hanging } from './layout/wrap.ts';

/** About two screens. */
const CHARS_MAX = 6_000;

/** How much of each session is shown: all, what matters, and one line. */
const LEVELS = [6, 2, 0] as const;

/** Shows as much of each session as fits; of very many, only the last. */
export function renderRecap(answer: RecapAnswer): string {
  for (const details of LEVELS) {
    const text = rendered(answer, details, Number.POSITIVE_INFINITY);
    if (text.length <= CHARS_MAX) return text;
  }
  return rendered(answer, 0, CHARS_MAX);
}

/** Wraps list items below their own text; in a pipe, each stays on one line. */
export function wrappedMarkdown(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const [mark = ''] = /^ *- |^/.exec(line) ?? [];
    return hanging(mark, line.slice(mark.length), width);
  });
  return lines.join('\n');
}

export function renderNoRecap(
  { sinceMs, lastMs }: RecapAnswer,
  { everything, project }: Pick<RecapOptions, 'everything' | 'project'>,
  paint: Style,
): string {
  const one = project === undefined ? ' of this project' : ` of project ${oneLine(project)}`;
  const last = lastMs === null ? undefined : localDay(lastMs);
  const hints = [
    ...(last === undefined ? [] : [`\`--since ${last}\` begins there`]),
    ...(everything ? [] : ['`--all-projects` looks at every project']),
  ];
  const nothing = `No session${everything ? '' : one} since ${localDay(sinceMs) ?? 'then'}.`;
  const ended = last === undefined ? '' : ` The last one ended on ${last}.`;
  const hint = hints.length === 0 ? '' : `\n${paint.cyan('hint:')} ${hints.join(', ')}\n`;
  return `${nothing}${ended}\n${hint}`;
}

function rendered({ sinceMs, days, more }: RecapAnswer, details: number, charsMax: number): string {
  let text = `# Since ${localDay(sinceMs) ?? 'the beginning'}\n`;
  let left = more;
  const rows = days.flatMap(({ sessions }) => sessions.map(({ row }) => row));
  for (const day of days) {
    const part = dayText(day, rows, details);
    if (left > more || text.length + part.length > charsMax) left += day.sessions.length;
    else text += part;
  }
  return left === 0 ? text : `${text}\n… and ${counted(left, 'more session')}\n`;
}

function dayText(
  { day, project, sessions }: RecapDay,
  all: readonly SessionRow[],
  details: number,
): string {
  const lines = sessions.flatMap((session) => sessionLines(session, all, details));
  return `\n## ${day} · ${printable(project)}\n\n${lines.map((line) => `${line}\n`).join('')}`;
}

function sessionLines(
  { row, digest, times }: RecapSession,
  all: readonly SessionRow[],
  details: number,
): string[] {
  const said = saidText(digest);
  const agent = agentShown(row.codingAgent, all);
  const by = agent === undefined ? '' : ` (${agent})`;
  const again = times > 1 ? ` (${times} times)` : '';
  const asked = said === '' ? '*nothing was asked*' : said;
  const called = digest.title === undefined ? '' : `${oneLine(digest.title)}: `;
  const head = `- ${called}${asked}${again} \`${shortId(row.session)}\`${by}`;
  return [head, ...detailsOf(digest).slice(0, details)];
}

/** Shows the first request, and the conclusion beside the request that it concludes. */
function saidText({ asked, concluded, concludedRequest }: Digest): string {
  const [first, ...others] = asked;
  const answered = asked.find(({ turn }) => turn === concludedRequest);
  const ended = concluded == null ? '' : `→ ${oneLine(concluded)}`;
  if (first === undefined) return ended;
  const isFirst = concluded != null && first === answered;
  const later = answered === undefined || concluded == null || isFirst ? undefined : answered;
  const more = others.length - (later === undefined ? 0 : 1);
  const parts = [
    `**${oneLine(first.text)}**`,
    ...(isFirst ? [ended] : []),
    ...(more > 0 ? [`(and ${counted(more, 'more request')})`] : []),
  ].join(' ');
  if (later !== undefined) return `${parts}; **${oneLine(later.text)}** ${ended}`;
  return isFirst || concluded == null ? parts : `${parts}; last answer: ${oneLine(concluded)}`;
}

/** What was open comes first: it is what the next day begins with. */
function detailsOf(digest: Digest): string[] {
  const learned = digest.notes.map(({ note, kind, summary }) => {
    const mark = digest.superseded.includes(note) ? ' (superseded)' : '';
    return `${kind}${mark}: ${summary}`;
  });
  const decided = digest.decisions.map(({ question, text }) =>
    question == null ? `“${text}”` : `${question} → ${text}`,
  );
  const parts: readonly (readonly [name: string, texts: readonly string[], show?: Show])[] = [
    ['open', digest.open.map(({ text }) => text)],
    ['done', digest.delivered.map(deliveredText)],
    ['decided', decided],
    ['noted', learned],
    ['not kept', digest.deadEnds.map(({ text }) => text)],
    // Most often changed first.
    ['changed', digest.changed.map(({ path }) => path), 'first'],
  ];
  return parts.flatMap(([name, texts, show]) => {
    const told = texts.filter((text) => text !== '');
    return told.length === 0 ? [] : [`  - ${name}: ${listed(told, show)}`];
  });
}

function deliveredText({ kind, text, hash }: Digest['delivered'][number]): string {
  if (kind === 'push') return `pushed ${text}`.trim();
  return hash == null ? text : `${hash} ${text}`;
}

const TEXTS_MAX = 5;

/** Which entries of a long list count most. */
type Show = 'first' | 'last';

function listed(texts: readonly string[], show: Show = 'last'): string {
  const kept = show === 'last' ? texts.slice(-TEXTS_MAX) : texts.slice(0, TEXTS_MAX);
  const shown = kept.map((text) => oneLine(text));
  const more = texts.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
