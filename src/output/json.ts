/** Prints the document that scripts read. */

import type { Context } from '../process/context.ts';

export function printJson(document: object, context: Context): void {
  context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
