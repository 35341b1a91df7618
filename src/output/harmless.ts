/** Stored text as a model may read it: it is not ours, and must not pose as anything else. Pure. */

/** Longer texts are cut before anything looks at them. */
const CHARS_MAX = 8_000;

/** A longer run without a space says nothing: encoded bytes, minified code. */
const RUN_CHARS_MAX = 160;
const RUN_CHARS_KEPT = 80;

/** What a terminal takes for a command: CSI, OSC and their like, and the short ones. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]?|\x1B[\]PX^_][^\x07\x1B\n]{0,400}(?:\x07|\x1B\\)?|\x1B[ -/]*[0-~]?/g;

/** Characters that nobody sees, and that can turn, hide or carry others. */
const UNSEEN =
  /[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** They join letters of some scripts, and emoji; beside ASCII they only hide something. */
const JOINERS = /(?<=[ -~])[\u200C\u200D]+|[\u200C\u200D]+(?=[ -~])/g;

/** Elements that the client, or a model, gives a meaning; `$` is one that the next text completes. */
const TAG_NAMES = [
  'mementor',
  'system-',
  'system\\s*>',
  '(?:local-)?command-',
  'task-notification',
  'bash-',
  'user-[a-z-]*hook',
  'session-start-hook',
  'persisted-output',
  'ide_',
  'antml',
  'function_',
  'tool_',
  '(?:human|user|assistant|thinking)\\s*>',
  '$',
].join('|');
const TAGS = new RegExp(`[<＜﹤](?=\\s*(?:[/／]\\s*)?(?:${TAG_NAMES}))`, 'giu');

/** Lines that would speak as somebody, or as another record of ours. */
const SPEAKERS =
  /^(?=[ \t*_#`"'([]*(?:(?:human|assistant|system|user)[ \t*_`"')\]]*[:：]|\d{4}-\d\d-\d\d · session|(?:the user had asked|recalled by mementor)\b))/gimu;

/** Returns a text of several lines that is nothing but text. */
export function harmless(text: string): string {
  return text
    .slice(0, CHARS_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(ESCAPES, '')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(UNSEEN, '')
    .replace(JOINERS, '')
    .replace(RUNS, (run) => `${run.slice(0, RUN_CHARS_KEPT)}…`)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(TAGS, '‹')
    .replace(SPEAKERS, '> ')
    .trim();
}

const RUNS = new RegExp(`[!-~]{${RUN_CHARS_MAX + 1},}`, 'g');

/** Returns a text on one line that is nothing but text. */
export function harmlessLine(text: string): string {
  // Twice: what stood on two lines may mean something on one.
  return harmless(harmless(text).replace(/\s+/g, ' '));
}
