/** Colour for one stream, or none. */

import { styleText } from 'node:util';
import type { Context, Output } from '../process/context.ts';

/**
 * What each colour means, everywhere:
 * green   it worked; the sign before what a person typed
 * yellow  a warning: it works, and something is not as it should be
 * red     an error or a failure
 * cyan    what can be copied: commands, paths; and hints, which are made of them
 * dim     what is beside the point: scores, dates, labels, notes
 * bold    what to find first: numbers, ids, headings, matched words
 */
type Format = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold';

type Paint = (text: string) => string;

/** `mark` stands for a matched word, and shows without colour too. */
export type Style = Readonly<Record<Format | 'mark', Paint>>;

/** Returns functions that colour a text for a stream, or give it back as it is. */
export function style(stream: Output, env: Context['env']): Style {
  // Everything must be readable without colour; NO_COLOR counts when it is not empty.
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
    mark: coloured ? paint('bold') : (text) => `*${text}*`,
  };
}

/** Paints the commands of a text that stand in backticks, and drops the backticks. */
export function withCommands(text: string, paint: Style): string {
  return text.replace(/`([^`]+)`/g, (_, command: string) => paint.cyan(command));
}
