/** Renders what is muted. Pure. */

import type { MuteDocument, MutedDocument } from '../operations/mute.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { relativeTime } from './layout/when.ts';
import { cut } from './layout/width.ts';

/** Renders what was muted or unmuted. */
function muteSentence({ what, names, changed, muted }: MuteDocument, home: string): string {
  const subject = {
    session: () => `session ${names.map(shortId).join(', ')}`,
    project: () =>
      `the project in ${names.map((name) => printable(shortPath(name, { home }))).join(', ')}`,
    turn: () => `turn ${names.map(shortId).join(', ')}`,
    always: () => 'recall',
  }[what]();
  const state = { session: 'muted', project: 'muted', turn: 'muted', always: 'off' }[what];
  const now = changed ? 'now' : 'already';
  if (muted && what === 'turn') {
    return `${subject} is ${now} muted: it is not added to prompts, but still found by search`;
  }
  if (muted) return `${subject} is ${now} ${state}; conversations are still stored`;
  if (what === 'always') return changed ? 'recall is on again' : 'recall was not off';
  return changed ? `${subject} is no longer muted` : `${subject} was not muted`;
}

/** Renders the result: the sentence, the session's first prompt, and how to undo it. */
export function renderChange(document: MuteDocument, { paint, width, home }: Page): string {
  const { what, names, prompt, muted, changed } = document;
  const lines = [muteSentence(document, home)];
  if (what === 'session') {
    const text = prompt === null ? paint.dim('(no prompt is known)') : oneLine(prompt);
    lines.push(cut(`  ${paint.green('>')} ${text}`, Math.min(width, PROMPT_COLUMNS_MAX)));
  }
  const target = {
    session: `--session ${names.map(shortId).join()}`,
    project: '--project',
    turn: `--turn ${names.map(shortId).join()}`,
    always: '--always',
  };
  const command = `mementor mute ${target[what]}${muted ? ' --off' : ''}`;
  if (muted || changed) lines.push(`  ${muted ? 'undo' : 'mute it again'}: ${paint.cyan(command)}`);
  return lines.map((line) => `${line}\n`).join('');
}

const PROMPT_COLUMNS_MAX = 100;

/** Returns what to say where another session may have been meant instead; undefined where none may. */
export function othersSentence({ others, muted }: MuteDocument, nowMs: number): string | undefined {
  const [first] = others;
  if (first === undefined) return undefined;
  const { session, prompt, promptedAt } = first;
  const when = promptedAt === null ? '' : ` ${relativeTime(Date.parse(promptedAt), nowMs)}`;
  const words = prompt === null ? '' : ` ("${oneLine(prompt, OTHER_CHARS_MAX)}")`;
  const command = `mementor mute --session ${shortId(session)}${muted ? '' : ' --off'}`;
  const one = `${shortId(session)}${words}; if you meant that one: ${command}`;
  if (others.length === 1) {
    return `another session of this directory sent a prompt${when}: ${one}`;
  }
  return `${others.length} other sessions of this directory sent a prompt within the last hour, the last${when}: ${one}; \`mementor sessions\` lists the others`;
}

const OTHER_CHARS_MAX = 40;

export function renderMuted(
  { always, projects, sessions, turns }: MutedDocument,
  { paint, home }: Page,
): string {
  const lines = [
    ...(always ? ['always   recall is off everywhere'] : []),
    ...projects.map((folder) => `project  ${paint.cyan(printable(shortPath(folder, { home })))}`),
    ...sessions.map((session) => `session  ${printable(session)}`),
    ...turns.map((turn) => `turn     ${printable(turn)}`),
  ];
  const text = lines.length === 0 ? ['Nothing is muted.'] : lines;
  return text.map((line) => `${line}\n`).join('');
}
