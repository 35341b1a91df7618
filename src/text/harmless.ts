/**
 * Makes stored text harmless for a model that reads it: nothing in it can pose as a message of the
 * client, of a person or of Mementor. The core does the same for what it adds to prompts. Pure.
 */

/** Terminal escape sequences, with the titles and links that they carry. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
  /\x1B[\]PX^_][^\x07\x1B\n]{0,400}(?:\x07|\x1B\\)?|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]?|\x1B[ -/]*[0-~]?/g;
/** Characters that nobody sees, and that hide, carry or reorder others; lines and tabs stay. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|[\xAD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
const JOINERS = /(?<![^ -~])[\u200C\u200D]{1,99}|[\u200C\u200D]{1,99}(?=[ -~]|$)/g;
const LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
/** The opening sign of a tag that means something to a client or a model. */
const TAGS =
  /[<＜﹤](?=\s{0,99}[/／]?\s{0,99}(?:$|mementor|system|antml|function_|tool_|human\s*>|user\s*>|user-[a-z-]{0,40}hook|assistant\s*>|thinking\s*>|task-|bash-|command-|local-command|session-start-hook|persisted-output|ide_|background-|teammate|[a-z-]{0,40}reminder))/giu;
/** A line that poses as a speaker, or as one of our records. */
const SPEAKERS =
  /^(?=[ \t*_#`"'([]*(?:(?:human|assistant|system|user)[ \t*_`"')\]]*[:：]|the user had asked\b|recalled by mementor\b|asked:|\d{4}-\d\d-\d\d · ))/gimu;

/** Returns a text of several lines that is nothing but text. */
export function harmless(text: string): string {
  return text
    .normalize()
    .replace(LINE_ENDS, '\n')
    .replace(ESCAPES, '')
    .replace(UNSEEN, '')
    .replace(JOINERS, '')
    .replace(TAGS, '‹')
    .replace(SPEAKERS, '> ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns a text on one line that is nothing but text. */
export function harmlessLine(text: string): string {
  // Twice: what is harmless on two lines may mean something on one.
  return harmless(harmless(text).replace(/\s+/g, ' '));
}
