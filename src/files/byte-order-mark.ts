/** Returns a text without the byte order mark that some editors and shells write before it. Pure. */
export function unmarked(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
