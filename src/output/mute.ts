/** Renders what is muted. Pure. */

import type { MuteDocument, MutedDocument } from '../answers/mute.ts';
import { shortId } from '../text/lines.ts';
import { printable } from '../text/numbers.ts';
import type { Style } from './style.ts';

/** Renders what was muted or unmuted. */
export function muteSentence({ what, names, changed, muted }: MuteDocument): string {
  const subject = {
    session: () => `session ${names.map(shortId).join(', ')}`,
    project: () => `the project in ${names.map(printable).join(', ')}`,
    always: () => 'recall',
  }[what]();
  const state = { session: 'muted', project: 'muted', always: 'off' }[what];
  const now = changed ? 'now' : 'already';
  if (muted) return `${subject} is ${now} ${state}; conversations are still remembered`;
  if (what === 'always') return changed ? 'recall is on again' : 'recall was not off';
  return changed ? `${subject} is no longer muted` : `${subject} was not muted`;
}

export function renderMuted({ always, projects, sessions }: MutedDocument, paint: Style): string {
  const lines = [
    ...(always ? ['always   recall is off everywhere'] : []),
    ...projects.map((folder) => `project  ${paint.cyan(printable(folder))}`),
    ...sessions.map((session) => `session  ${printable(session)}`),
  ];
  const text = lines.length === 0 ? ['Nothing is muted.'] : lines;
  return text.map((line) => `${line}\n`).join('');
}
