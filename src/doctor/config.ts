/** Checks of Mementor's own settings, and of the engine that they name. */

import { existsSync } from 'node:fs';
import { configPath, KEYS, readConfig, resolvedIn, settingsInHook } from '../config.ts';
import type { Context } from '../context.ts';
import { hintFor } from '../hints.ts';
import { homeOf, onnxruntimeLibrary } from '../home.ts';
import { patternProblems } from '../patterns.ts';
import { type Check, fail, failure, ok } from './check.ts';

export async function configChecks(context: Context): Promise<Check[]> {
  return [await settingsCheck(context), ...(await engineChecks(context))];
}

async function settingsCheck(context: Context): Promise<Check> {
  const path = configPath(homeOf(context));
  try {
    const config = await readConfig(homeOf(context));
    const origins = KEYS.map((key) => ({ key, ...resolvedIn(key, config, context.env) }));
    const mask = resolvedIn('mask', config, context.env).value;
    const [problem] = patternProblems(mask);
    if (problem !== undefined)
      return fail('settings', problem, 'set it again with `mementor config set mask`');
    const set = origins.filter((each) => each.origin !== 'default');
    if (set.length === 0) return ok('settings', 'all are at their defaults');
    const shown = set.map(
      ({ key, value, origin }) =>
        `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}${origin === 'environment' ? ' (environment)' : ''}`,
    );
    return ok('settings', `${shown.join(', ')} (${path})`);
  } catch (error) {
    return failure('settings', error);
  }
}

/** The engine that is linked in needs no check. A library is not loaded: it runs code. */
async function engineChecks(context: Context): Promise<Check[]> {
  if (settingsInHook(context)('engine') !== 'onnxruntime') return [];
  const library = onnxruntimeLibrary(context);
  if (existsSync(library)) return [ok('engine', `onnxruntime (${library})`)];
  const detail = `onnxruntime's library is not at ${library}`;
  return [fail('engine', detail, hintFor('ENGINE_MISSING'))];
}
