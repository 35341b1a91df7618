/** Starts the worker as a process of its own, which outlives the hook and the client. */

import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

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
  const names = ENVIRONMENT.filter((name) => context.env[name] !== undefined);
  const child = spawn(context.nodePath, [context.scriptPath, 'drain'], {
    // A folder of our own: the session's may be deleted while the worker runs.
    cwd: home,
    env: Object.fromEntries(names.map((name) => [name, context.env[name]])),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // What can't be started now is started by the next hook: the payload is in the inbox.
  child.on('error', () => {});
  child.unref();
}
