/** Renders a recap as Markdown, within a screen or two. Pure. */

import { agentShown } from '../agents/find.ts';
import type { RecapAnswer, RecapDay, RecapSession } from '../answers/recap.ts';
import type { Digest, SessionRow } from '../memory.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';

/** About two screens. */
const CHARS_MAX = 6_000;

/** How much of each session is told: all, what matters, and one line. */
const LEVELS = [6, 2, 0] as const;

/** Tells as much of each session as fits; of very many, only the last. */
export function renderRecap(answer: RecapAnswer): string {
  for (const details of LEVELS) {
    const text = rendered(answer, details, Number.POSITIVE_INFINITY);
    if (text.length <= CHARS_MAX) return text;
  }
  return rendered(answer, 0, CHARS_MAX);
}

export function renderNoRecap({ sinceMs }: RecapAnswer, everything: boolean): string {
  const where = everything ? '' : ' of this project';
  return `No session${where} went on since ${localDay(sinceMs) ?? 'then'}.\n`;
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
  { row, digest }: RecapSession,
  all: readonly SessionRow[],
  details: number,
): string[] {
  const [first] = digest.asked;
  const more = digest.asked.length - 1;
  const asked = first === undefined ? '(no request)' : oneLine(first.text);
  const others = more > 0 ? ` (and ${counted(more, 'more request')})` : '';
  const ended = digest.concluded == null ? '' : ` → ${oneLine(digest.concluded)}`;
  const agent = agentShown(row.codingAgent, all);
  const by = agent === undefined ? '' : ` (${agent})`;
  const head = `- **${asked}**${others}${ended} \`${shortId(row.session)}\`${by}`;
  return [head, ...detailsOf(digest).slice(0, details)];
}

/** What was open comes first: it is what the next day begins with. */
function detailsOf(digest: Digest): string[] {
  const learned = digest.notes.map(({ kind, summary }) => `${kind}: ${summary}`);
  const decided = digest.decisions.map(({ question, text }) =>
    question == null ? `“${text}”` : `${question} → ${text}`,
  );
  const parts: readonly (readonly [name: string, texts: readonly string[]])[] = [
    ['open', digest.open.map(({ text }) => text)],
    ['done', digest.delivered.map(deliveredText)],
    ['decided', decided],
    ['noted', learned],
    ['not kept', digest.deadEnds.map(({ text }) => text)],
    ['changed', digest.changed.slice(0, FILES_MAX).map(({ path }) => path)],
  ];
  return parts
    .map(([name, texts]) => [name, texts.filter((text) => text !== '')] as const)
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) => `  - ${name}: ${listed(texts)}`);
}

function deliveredText({ kind, text, hash }: Digest['delivered'][number]): string {
  if (kind === 'push') return `pushed ${text}`.trim();
  return hash == null ? text : `${hash} ${text}`;
}

const FILES_MAX = 6;
const TEXTS_MAX = 5;

/** Shows the last ones: they count most. */
function listed(texts: readonly string[]): string {
  const shown = texts.slice(-TEXTS_MAX).map((text) => oneLine(text));
  const more = texts.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
