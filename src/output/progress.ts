/** One line on standard error that is redrawn: only on a terminal, only after a second. */

import type { Context } from '../context.ts';

export interface Progress {
  /** Shows a text, with the time left when it is known how much is done. */
  show(text: string, share?: { readonly done: number; readonly total: number }): void;
  clear(): void;
}

const SILENT_MS = 1_000;
const REDRAW_MS = 100;

export function progress(context: Context): Progress {
  const startedMs = context.uptimeMs();
  let drawnMs = 0;
  return {
    show(text, share) {
      const nowMs = context.uptimeMs();
      if (!context.stderr.isTTY || nowMs - startedMs < SILENT_MS) return;
      if (nowMs - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs;
      const left = share ? timeLeft(nowMs - startedMs, share.done / share.total) : '';
      context.stderr.write(`\r\u001B[K${text}${left}`);
    },
    clear() {
      if (drawnMs > 0) context.stderr.write('\r\u001B[K');
      drawnMs = 0;
    },
  };
}

function timeLeft(elapsedMs: number, share: number): string {
  if (share <= 0) return '';
  const seconds = Math.ceil((elapsedMs / share - elapsedMs) / 1_000);
  return seconds < 90 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}
