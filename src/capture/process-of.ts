/** What the core is told of this process, which may start the worker. */

import type { Process } from '../memory.ts';
import type { Context } from '../process/context.ts';

export function processOf(context: Context): Process {
  return {
    cwd: context.cwd,
    homedir: context.homedir,
    uptimeMs: context.uptimeMs(),
    node: context.nodePath,
    script: context.scriptPath,
  };
}
