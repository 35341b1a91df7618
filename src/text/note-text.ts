/** Makes the text of a note fit: its first line is the summary, which has a limit. Pure. */

/** The most characters that the core takes for a summary. */
export const SUMMARY_CHARS_MAX = 100;
/** A shorter sentence says too little by itself. */
const SENTENCE_CHARS_MIN = 20;

/**
 * Returns the text with a first line that fits: its first sentence, else its beginning up to a word,
 * marked with an ellipsis. The whole line is then the start of the body, so nothing is lost.
 */
export function withSummary(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\r?\n/);
  const line = first.trim();
  if (lengthOf(line) <= SUMMARY_CHARS_MAX) return text;
  return [shortened(line), '', line, ...rest].join('\n');
}

/** Whether the first line of a text is too long for a summary. */
export function isTooLong(text: string): boolean {
  return withSummary(text) !== text;
}

function shortened(line: string): string {
  const sentence = /^.+?[.!?](?=\s)/.exec(line)?.[0] ?? '';
  const length = lengthOf(sentence);
  if (length >= SENTENCE_CHARS_MIN && length <= SUMMARY_CHARS_MAX) return sentence;
  const cut = [...line].slice(0, SUMMARY_CHARS_MAX - 1).join('');
  // A text without spaces, such as a path or Chinese, is cut anywhere.
  const clean = cut.replace(/[\s,;:.–—-]+\S*$/, '');
  return `${lengthOf(clean) >= SUMMARY_CHARS_MAX / 2 ? clean : cut}…`;
}

/** The core counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}
