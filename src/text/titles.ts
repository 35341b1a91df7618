/** What a session is called in a list: its request, without what many begin with. Pure. */

/** So a plan is handed over: what follows is the title of the plan. */
const HANDED_OVER =
  /^\s*(?:please\s+)?(?:implement|execute|carry out)\s+(?:the|this)\s+(?:following\s+)?plan:\s+(?:#+\s*)?(?:plan:\s+)?/i;

/** Returns the titles of the sessions in which these were the requests. */
export function titlesOf(requests: readonly string[]): string[] {
  const titles = requests.map((request) => request.replace(HANDED_OVER, '') || request);
  const words = titles.map((title) => title.split(/\s+/));
  return titles.map((title, index) => {
    const names = differing(words[index] ?? [], words);
    return names.length === 0 ? title : `${names.join(' ')}: ${title}`;
  });
}

/** In fewer sessions, or in fewer words, the same request is no launch prompt. */
const SESSIONS_MIN = 3;
const WORDS_MIN = 6;
/** The share of words that stand at the same place. */
const SAME_MIN = 0.7;
/** More names do not stand before a title. */
const NAMES_MAX = 3;

/** Returns the words of a launch prompt that differ from session to session. */
function differing(own: readonly string[], all: readonly (readonly string[])[]): string[] {
  const alike = all.filter((other) => isAlike(own, other));
  if (alike.length < SESSIONS_MIN) return [];
  const names = own.filter((word, at) => alike.some((other) => (other[at] ?? word) !== word));
  return [...new Set(names.map(bare))].filter((name) => name !== '').slice(0, NAMES_MAX);
}

/** A request that was cut may have a word more or less. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const [least, most] = [one.length, other.length].sort((a, b) => a - b) as [number, number];
  if (least < WORDS_MIN || most - least > 1) return false;
  const same = one.filter((word, at) => word === other[at]).length;
  return same >= SAME_MIN * least;
}

/** Without the marks around a word, and no word that is cut. */
function bare(word: string): string {
  return word.endsWith('…') ? '' : word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
