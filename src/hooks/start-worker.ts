/** Starts the worker as a process of its own, which outlives the hook and the client. */

import type { Context } from '../context.ts';
import { native } from '../memory.ts';

/** The worker needs no more of the environment, and must not carry the person's keys around. */
const ENVIRONMENT = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'LOCALAPPDATA',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'XDG_DATA_HOME',
  'CLAUDE_CONFIG_DIR',
  'MEMENTOR_HOME',
  'MEMENTOR_MODELS',
];

export function startWorker(home: string, context: Context): void {
  const environment = ENVIRONMENT.flatMap((name) => {
    const value = context.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // What can't be started now is started by the next hook: the payload is in the inbox.
  native().startDetached({
    program: context.nodePath,
    arguments: [context.scriptPath, 'drain'],
    // A folder of our own: the session's may be deleted while the worker runs.
    directory: home,
    environment: Object.fromEntries(environment),
  });
}
