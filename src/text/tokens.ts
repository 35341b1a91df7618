/** Estimates what a text costs a model. Pure. */

/**
 * Characters of ASCII to a token. Tokenizers take 3.5 to 4.5 for prose and 3 for JSON and code, so
 * the estimate is rather too high.
 */
const ASCII_PER_TOKEN = 3;

/** Returns an estimate of the tokens of a text, from above for all but rare scripts. */
export function tokensIn(text: string): number {
  const others = text.match(/\P{ASCII}/gu) ?? [];
  const units = others.reduce((sum, { length }) => sum + length, 0);
  return Math.ceil((text.length - units) / ASCII_PER_TOKEN) + others.length;
}

const CUT = '…';

/** Returns the beginning of a text that fits into so many tokens, cut at a space if one is near. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensIn(text) <= tokens) return text;
  let left = tokens - tokensIn(CUT);
  let end = 0;
  for (const character of text) {
    left -= character <= '\x7F' ? 1 / ASCII_PER_TOKEN : 1;
    if (left < 0) break;
    end += character.length;
  }
  const space = text.lastIndexOf(' ', end);
  const kept = text.slice(0, space > end / 2 ? space : end).trimEnd();
  return kept === '' ? '' : `${kept}${CUT}`;
}
