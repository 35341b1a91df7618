/** Makes the text of a note fit: its first line is the summary, which has a limit. Pure. */

/** The most characters that the core takes for a summary. */
export const SUMMARY_CHARS_MAX = 100;
/** A shorter sentence says too little by itself. */
const SENTENCE_CHARS_MIN = 20;
/** Fewer characters are no summary. */
const BEGINNING_CHARS_MIN = 8;

/**
 * Returns the text with a first line that fits: its first sentence, else its beginning up to a word,
 * marked with an ellipsis. The whole line is then the start of the body, so nothing is lost. A text
 * that can only be cut within a word stays as it is: half a secret would not be known as one.
 */
export function withSummary(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\r?\n/);
  const line = first.trim();
  if (lengthOf(line) <= SUMMARY_CHARS_MAX) return text;
  const summary = shortened(line);
  return summary === undefined ? text : [summary, '', line, ...rest].join('\n');
}

/** Whether the first line of a text is too long for a summary, and is shortened. */
export function isTooLong(text: string): boolean {
  return withSummary(text) !== text;
}

/** The text behind this tag is not stored. */
const PRIVATE = /<private>.*/i;
/** Between characters of these scripts, a line may be cut. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u;

function shortened(line: string): string | undefined {
  const open = line.replace(PRIVATE, '').trimEnd();
  const sentence = /^.+?(?:[.!?](?=\s)|[。！？])/u.exec(open)?.[0] ?? '';
  const length = lengthOf(sentence);
  if (length >= SENTENCE_CHARS_MIN && length <= SUMMARY_CHARS_MAX) return sentence;
  const cut = [...open].slice(0, SUMMARY_CHARS_MAX - 1).join('');
  const isClean = cut === open || WITHOUT_SPACES.test(cut);
  const clean = isClean ? cut : cut.replace(/[\s,;:.–—-]*(?:\s\S*)?$/, '');
  const isWord = clean === cut && !isClean;
  return isWord || lengthOf(clean) < BEGINNING_CHARS_MIN ? undefined : `${clean}…`;
}

/** The core counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}
