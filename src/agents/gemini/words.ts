/** What a person typed in a prompt to which hooks may have glued their text. Pure. */

/** Returns a prompt without what the client put around it for hooks. */
export function wordsOf(prompt: string): string {
  const own = prompt.replaceAll(/<hook_context>[\s\S]*?<\/hook_context>/g, '');
  return own === prompt ? prompt : own.trim();
}
