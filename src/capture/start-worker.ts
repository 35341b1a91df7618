/** Starts the worker as a separate process, which outlives the hook and the client. */

import { resolve } from 'node:path';
import { HOOK_FORMATS } from '../agents/all-hook-formats.ts';
import { homeOf, inboxOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { KEYS, SETTINGS } from '../settings/table.ts';
import { isEmpty } from './inbox.ts';

/** What the system and Node need to start and to find files. */
const SYSTEM = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'LOCALAPPDATA',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'XDG_DATA_HOME',
];

/** Paths that may be relative to the hook's directory; the worker runs in another. */
const PATHS = [
  ...HOOK_FORMATS.flatMap(({ paths }) => paths),
  'MEMENTOR_HOME',
  'MEMENTOR_MODELS',
  'MEMENTOR_ENGINES',
  'MEMENTOR_ONNXRUNTIME',
  'ORT_DYLIB_PATH',
];

/**
 * Returns the worker's environment: what it needs to use the same settings as this hook, and
 * nothing else, because it must not inherit the user's keys.
 */
export function workerEnvironment(context: Context): Record<string, string> {
  const { env, cwd } = context;
  const names = [...SYSTEM, ...PATHS, ...KEYS.map((key) => SETTINGS[key].variable)];
  const found = names.flatMap((name) => {
    const value = env[name];
    if (value === undefined) return [];
    return [[name, value !== '' && PATHS.includes(name) ? resolve(cwd, value) : value] as const];
  });
  // Without the variables that name it, the worker would look for another home and make it.
  return { ...Object.fromEntries(found), MEMENTOR_HOME: homeOf(context) };
}

/** Starts the worker if something waits in the inbox. */
export function startWorkerForInbox(home: string, context: Context): void {
  if (!isEmpty(inboxOf(home))) startWorker(home, context);
}

export function startWorker(home: string, context: Context): void {
  // If the worker cannot be started now, the next hook starts it: the payload is in the inbox.
  native().startDetached({
    program: context.nodePath,
    arguments: [context.scriptPath, 'drain'],
    // Our own folder: the session's may be deleted while the worker runs.
    directory: home,
    environment: workerEnvironment(context),
  });
}
