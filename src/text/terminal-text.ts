/** What a terminal gets of a text: stored text may hold what no person sees, or what moves the cursor. */

import { visible } from './invisible.ts';

/** Control characters, but for line ends, tabs, and the sequences that set colours or the cursor. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /\u001B(?!\[[\d;?]*[A-Za-z])|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g;

/** Returns a text of ours, which may hold colours and texts of others. */
export function terminalText(text: string): string {
  return visible(text).replace(CONTROL, '\uFFFD');
}

/** Returns a text of others on its own lines, without any control sequence. */
export function plainTerminalText(text: string): string {
  return terminalText(text.replaceAll('\u001B', '\uFFFD').replaceAll('\r', '\uFFFD'));
}
