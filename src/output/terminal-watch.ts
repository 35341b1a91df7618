/** Reports progress and warnings to a user at a terminal, on standard error. */

import type { Context } from '../process/context.ts';
import { style } from '../process/style.ts';
import type { Pace, Progress, Watch } from '../process/watch.ts';
import { sized } from '../text/numbers.ts';
import { pageOf } from './layout/page.ts';
import { withShortPaths } from './layout/paths.ts';
import { cut } from './layout/width.ts';

const SILENT_MS = 1_000;
const REDRAW_MS = 100;

export function terminalWatch(context: Context): Watch {
  const paint = style(context.stderr, context.env);
  const write = (text: string) =>
    context.stderr.write(`${withShortPaths(text, { home: context.homedir })}\n`);
  return {
    warn: (text) => write(`${paint.yellow('warning:')} ${text}`),
    fail: (text) => write(`${paint.red('error:')} ${text}`),
    note: (text) => write(paint.dim(text)),
    progress: () => progress(context),
  };
}

/** Draws a single line that is updated: only on a terminal, and only after a second. */
function progress(context: Context): Progress {
  const startedMs = context.uptimeMs();
  const { width } = pageOf(context.stderr, context);
  let drawnMs = 0;
  return {
    show(text, pace) {
      const nowMs = context.uptimeMs();
      if (!context.stderr.isTTY || nowMs - startedMs < SILENT_MS) return;
      if (nowMs - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs;
      // A line that wraps could not be drawn over.
      const line = cut(progressText(text, nowMs - startedMs, pace), width - 1);
      context.stderr.write(`\r\u001B[K${line}`);
    },
    clear() {
      if (drawnMs > 0) context.stderr.write('\r\u001B[K');
      drawnMs = 0;
    },
  };
}

/** Returns `Deriving 120/500 turns · 14 turns/s · 28 s left`. */
export function progressText(text: string, elapsedMs: number, pace?: Pace): string {
  if (pace === undefined || elapsedMs <= 0) return text;
  const parts = [text, rate(pace, elapsedMs / 1_000), timeLeft(pace, elapsedMs / 1_000)];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function rate({ unit, worked }: Pace, seconds: number): string | undefined {
  const each = worked / seconds;
  if (each <= 0 || unit === 'share') return undefined;
  if (unit === 'bytes') return `${sized(Math.round(each))}/s`;
  return `${each < 10 ? each.toFixed(1) : Math.round(each)} ${unit}/s`;
}

/** Returns undefined while almost nothing is done: it would be a guess. */
function timeLeft({ done, total }: Pace, seconds: number): string | undefined {
  if (done <= 0 || total <= 0) return undefined;
  const left = Math.ceil((seconds * Math.max(0, total - done)) / done);
  if (left < 90) return `${left} s left`;
  const minutes = Math.ceil(left / 60);
  return minutes < 90 ? `${minutes} min left` : `${Math.ceil(minutes / 60)} h left`;
}
