/** Starts the worker as a process of its own, which outlives the hook and the client. */

import { resolve } from 'node:path';
import { HOOK_FORMATS } from '../agents/all.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { KEYS, SETTINGS } from '../settings/table.ts';

/** What the system and Node need to start, and where files lie. */
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

/** Paths that may be relative to where the hook runs; the worker runs elsewhere. */
const PATHS = [
  ...HOOK_FORMATS.flatMap(({ paths }) => paths),
  'MEMENTOR_HOME',
  'MEMENTOR_MODELS',
  'MEMENTOR_ONNXRUNTIME',
  'ORT_DYLIB_PATH',
];

/**
 * Returns the environment of the worker: what makes it act on the same settings as this hook, and
 * no more, as it must not carry the person's keys around.
 */
export function workerEnvironment(context: Context): Record<string, string> {
  const { env, cwd } = context;
  const names = [...SYSTEM, ...PATHS, ...KEYS.map((key) => SETTINGS[key].variable)];
  const found = names.flatMap((name) => {
    const value = env[name];
    if (value === undefined) return [];
    return [[name, value !== '' && PATHS.includes(name) ? resolve(cwd, value) : value] as const];
  });
  return Object.fromEntries(found);
}

export function startWorker(home: string, context: Context): void {
  // What can't be started now is started by the next hook: the payload is in the inbox.
  native().startDetached({
    program: context.nodePath,
    arguments: [context.scriptPath, 'drain'],
    // A folder of our own: the session's may be deleted while the worker runs.
    directory: home,
    environment: workerEnvironment(context),
  });
}
