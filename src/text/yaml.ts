/** Reads and writes YAML. Loaded only by the commands that need it: the library is large. Pure. */

import { parseDocument, stringify } from 'yaml';

/** What a YAML text says, or why it cannot be read. */
export type Read =
  | { readonly value: unknown }
  | { readonly error: { readonly line: number; readonly message: string } };

/**
 * Returns what a YAML text says. Every scalar is a string and every mapping a `Map`, so that nothing
 * changes on the way: `1.10` stays `1.10`. The line of an error counts from 1.
 */
export function readYaml(text: string): Read {
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    // The rest of the message shows the text with a mark below it.
    const message = error.message.split(/ at line \d+|\n/)[0] ?? error.message;
    return { error: { line: error.linePos?.[0].line ?? 1, message: message.trim() } };
  }
  try {
    return { value: document.toJS({ mapAsMap: true }) };
  } catch (error) {
    return { error: { line: 1, message: error instanceof Error ? error.message : 'unreadable' } };
  }
}

/** Writes a mapping; each value is on lines of its own key, and none has an empty line. */
export function writeYaml(fields: Readonly<Record<string, unknown>>): string {
  return stringify(fields, {
    lineWidth: 0,
    blockQuote: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}
