/** Colours for an output stream, or none. */

import { styleText } from 'node:util';
import type { Context, Output } from './context.ts';

/**
 * What each colour means, everywhere:
 * green   it worked; the sign before the user's prompt
 * yellow  a warning: it works, and something is not as it should be
 * red     an error or a failure
 * cyan    what can be copied: commands, paths; and hints, which are made of them
 * dim     what is beside the point: scores, dates, labels, notes
 * bold    what to find first: numbers, ids, headings, matched words
 */
type Format = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold';

type Paint = (text: string) => string;

/** `mark` is for a matched word: without colour it leaves no trace, so that text can be copied. */
export type Style = Readonly<Record<Format | 'mark', Paint>>;

/** Returns functions that colour text for a stream, or return it unchanged. */
export function style(stream: Output, env: Context['env']): Style {
  // All output must be readable without colour; NO_COLOR counts if it is not empty.
  const coloured = stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (format: Format) => (text: string) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  return {
    green: paint('green'),
    yellow: paint('yellow'),
    red: paint('red'),
    cyan: paint('cyan'),
    dim: paint('dim'),
    bold: paint('bold'),
    mark: paint('bold'),
  };
}

/** Colours the commands in backticks, and removes the backticks. */
export function withCommands(text: string, paint: Style): string {
  return text.replace(/`([^`]+)`/g, (_, command: string) => paint.cyan(command));
}
