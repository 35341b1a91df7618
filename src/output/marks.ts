/** What happened to a turn since, in words. Pure. */

import type { Mark } from '../memory.ts';
import { shortId } from '../text/lines.ts';

/** Returns a few words for each mark that adds to those before it, the most important first. */
export function marksTexts(marks: readonly Mark[]): readonly string[] {
  const [first] = marks;
  // That files changed is part of what the others say.
  const told = marks.filter((mark) => mark === first || mark.kind !== 'changed-since');
  return told.map(textOf);
}

/** Returns a word or two for the most important mark, where there is no room for the turn. */
export function shortMark([mark]: readonly Mark[]): string | undefined {
  return mark === undefined ? undefined : (SHORT[mark.kind] ?? mark.kind);
}

const SHORT: Readonly<Record<string, string>> = {
  'taken-back': 'taken back',
  superseded: 'superseded',
  refused: 'objected to',
  'changed-since': 'changed again',
};

function textOf({ kind, turn }: Mark): string {
  switch (kind) {
    case 'taken-back':
      return 'taken back';
    case 'superseded':
      return `superseded by turn ${shortId(turn)}`;
    case 'refused':
      return `objected to in turn ${shortId(turn)}`;
    case 'changed-since':
      return `files changed again in turn ${shortId(turn)}`;
    default:
      return kind;
  }
}
