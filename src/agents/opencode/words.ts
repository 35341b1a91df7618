/** What a person typed of a prompt, as the core reads it too. Pure. */

/**
 * Returns a prompt without the quotation marks that the client puts around each argument with a
 * space (`opencode run "mend it"`).
 */
export function wordsOf(prompt: string): string {
  const [, inner] = /^\s*"([\s\S]*)"\s*$/.exec(prompt) ?? [];
  // With a mark inside, the outer ones may be the person's: `"a b" and "c d"`.
  return inner === undefined || inner.replaceAll('\\"', '').includes('"') ? prompt : inner;
}
