/** Starts the worker as a separate process, which outlives the caller and the client. */

import { native, type Process, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Starts the worker if something waits in the inbox. */
export function startWorkerForInbox(home: string, context: Context): void {
  translated(() => native().startWorker(home, processOf(context)));
}

/** What the core is told of this process. */
export function processOf(context: Context): Process {
  return {
    cwd: context.cwd,
    homedir: context.homedir,
    uptimeMs: context.uptimeMs(),
    node: context.nodePath,
    script: context.scriptPath,
  };
}
