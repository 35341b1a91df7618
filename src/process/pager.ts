/** Shows a long text in the user's pager, like git: `$PAGER`, else less. */

import { spawn } from 'node:child_process';
import type { Context } from './context.ts';

/** For less: leave a short text on the screen, keep colours, keep the text when it ends. */
const LESS = 'FRX';

/** What a shell exits with where there is no such command. */
const MISSING = [126, 127, 9009];

/** Returns the pager's command line; undefined if none is wanted. */
export function pagerOf({ env, platform }: Pick<Context, 'env' | 'platform'>): string | undefined {
  const chosen = env.PAGER ?? (platform === 'win32' ? 'more' : 'less');
  return ['', 'cat'].includes(chosen.trim()) ? undefined : chosen;
}

/** Returns whether a text has more lines than a screen, where long lines take several. */
export function isLonger(
  text: string,
  { columns, rows, widthOf }: { columns: number; rows: number; widthOf: (line: string) => number },
): boolean {
  let used = 0;
  for (const line of text.split('\n')) {
    used += Math.max(1, Math.ceil(widthOf(line) / columns));
    if (used > rows) return true;
  }
  return false;
}

/** Shows a text until the user leaves it. Returns false if the pager could not be started. */
export async function inPager(pager: string, text: string, context: Context): Promise<boolean> {
  const { env } = context;
  // The pager handles Ctrl-C itself, as in `less`, where it ends a search.
  return await context.ignoringInterrupts(
    () =>
      new Promise<boolean>((resolve) => {
        const child = spawn(pager, {
          // A chosen one may have arguments. Where our own choice is missing, no shell complains.
          shell: env.PAGER !== undefined,
          stdio: ['pipe', 'inherit', 'inherit'],
          env: { ...env, LESS: env.LESS ?? LESS, LV: env.LV ?? '-c' },
        });
        child.once('error', () => resolve(false));
        child.once('close', (code) => resolve(!MISSING.includes(code ?? 0)));
        // A pager that was left early reads no further.
        child.stdin.on('error', () => {});
        child.stdin.end(text);
      }),
  );
}
