/** What a terminal gets of a text: stored text may hold what no person sees, or what moves the cursor. */

/** Characters without a picture: they reorder, hide or carry others. In some scripts joiners do not. */
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
/** A second variation selector chooses nothing. */
const MORE_SELECTORS = /(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]+/gu;
/** Control characters, but for line ends, tabs, and the sequences that set colours or the cursor. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /\u001B(?!\[[\d;?]*[A-Za-z])|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g;

/** Returns a text of ours, which may hold colours and texts of others. */
export function terminalText(text: string): string {
  return text.replace(INVISIBLE, '').replace(MORE_SELECTORS, '').replace(CONTROL, '\uFFFD');
}

/** Returns a text of others on its own lines, without any control sequence. */
export function plainTerminalText(text: string): string {
  return terminalText(text.replaceAll('\u001B', '\uFFFD').replaceAll('\r', '\uFFFD'));
}
