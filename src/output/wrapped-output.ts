/** An output whose messages are wrapped between words where a terminal is too narrow for them. */

import type { Context, Output } from '../process/context.ts';
import { pageOf } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const LABEL = /^(?:\u001B\[\d+m)*(?:error|hint|note|warning|Nothing to do):(?:\u001B\[\d+m)* /;

/** Returns the context with messages wrapped: those on standard error, and labelled lines. */
export function withWrappedMessages(context: Context): Context {
  const { stdout, stderr } = context;
  const isMessage = (line: string) => !line.includes('\r');
  return {
    ...context,
    stdout: wrappedOutput(stdout, context, (line) => LABEL.test(line)),
    stderr: wrappedOutput(stderr, context, isMessage),
  };
}

function wrappedOutput(
  output: Output,
  context: Context,
  isWrapped: (line: string) => boolean,
): Output {
  if (!output.isTTY) return output;
  const lineOf = (line: string) => {
    if (!isWrapped(line)) return line;
    const { width } = pageOf(output, context);
    return wrappedLine(line, width);
  };
  return {
    write: (text) => output.write(text.split('\n').map(lineOf).join('\n')),
    isTTY: true,
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
    get fileMode() {
      return output.fileMode;
    },
  };
}

/** A label hangs in front of its text; any other line keeps its indent. */
function wrappedLine(line: string, width: number): string {
  const first = LABEL.exec(line)?.[0] ?? /^ */.exec(line)?.[0] ?? '';
  return hanging(first, line.slice(first.length), width).join('\n');
}
