/** Takes over the terminal for the picker, and gives it back whatever happens. */

import { emitKeypressEvents, type Interface } from 'node:readline';
import type { Keyboard, Output } from '../process/context.ts';
import type { Size } from './screen.ts';
import type { Key } from './state.ts';

/** Of xterm and its like: the other screen, so that the old one comes back. */
const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l\u001B[?25h';
const HIDE = '\u001B[?25l';
const SHOW = '\u001B[?25h';

/** An escape that no sequence follows within this time is the key itself. */
const ESCAPE_MS = 50;
const SIZE_UNKNOWN: Size = { columns: 80, rows: 24 };

export interface Handlers {
  readonly onKey: (text: string | undefined, key: Key) => void;
  readonly onResize: () => void;
}

export interface Screen {
  readonly size: () => Size;
  readonly draw: (lines: readonly string[], cursor: { row: number; column: number }) => void;
  /** Gives the terminal to another program for a while. */
  readonly lend: (work: () => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

export function openScreen(output: Output, keyboard: Keyboard, handlers: Handlers): Screen {
  const { stream } = keyboard;
  emitKeypressEvents(stream, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  const onKey = (text: string | undefined, key: Key) => handlers.onKey(text, key);
  let isTaken = false;
  const take = () => {
    isTaken = true;
    stream.setRawMode(true);
    stream.on('keypress', onKey);
    stream.resume();
    output.write(ENTER);
  };
  const giveBack = () => {
    if (!isTaken) return;
    isTaken = false;
    output.write(LEAVE);
    stream.off('keypress', onKey);
    stream.setRawMode(false);
    stream.pause();
  };
  const forget = [keyboard.onResize(handlers.onResize), keyboard.onEnd(giveBack)];
  take();
  return {
    size: () => ({
      columns: output.columns || SIZE_UNKNOWN.columns,
      rows: output.rows || SIZE_UNKNOWN.rows,
    }),
    draw: (lines, { row, column }) => {
      if (!isTaken) return;
      const text = lines.map((line) => `${line}\u001B[K`).join('\r\n');
      output.write(`${HIDE}\u001B[H${text}\u001B[J\u001B[${row};${column}H${SHOW}`);
    },
    lend: async (work) => {
      giveBack();
      try {
        await work();
      } finally {
        take();
      }
    },
    close: () => {
      giveBack();
      for (const each of forget) each();
    },
  };
}
