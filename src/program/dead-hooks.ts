/** Tells a person at a terminal, after any command, that the hooks do not run. */

import { INSTALLATIONS } from '../agents/all-installations.ts';
import type { Trouble } from '../agents/installation.ts';
import type { Context } from '../process/context.ts';
import { style, withCommands } from '../process/style.ts';

/** These say more about the hooks themselves, or print what a shell reads at its start. */
const SILENT: ReadonlySet<string> = new Set([
  'enable',
  'disable',
  'doctor',
  'status',
  'completion',
]);

/**
 * Writes a line to standard error for each agent whose hooks do not run.
 *
 * Only to a terminal: scripts, editors and agents that capture standard error would take the line
 * for a failure of the command, and nobody there could act on it. Standard output, also as JSON,
 * stays as it is.
 */
export async function tellOfDeadHooks(command: string, context: Context): Promise<void> {
  if (!context.stderr.isTTY || SILENT.has(command)) return;
  for (const { trouble } of INSTALLATIONS) {
    // A fault here must not turn a command that worked into one that failed.
    const found = await trouble(context).catch(() => undefined);
    if (found !== undefined) write(found, context);
  }
}

function write(trouble: Trouble, context: Context): void {
  const paint = style(context.stderr, context.env);
  const which = trouble.of === undefined ? 'the hooks' : `the hooks of ${trouble.of}`;
  const head = trouble.partly ? '' : `${which} are not running: `;
  const text = `${head}${trouble.problem}; ${trouble.fix}`;
  context.stderr.write(`${paint.yellow('warning:')} ${withCommands(text, paint)}\n`);
}
