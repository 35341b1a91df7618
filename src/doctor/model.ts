/** Checks the selected embedding model's files. Does not embed, which would take a second. */

import { homeOf, modelsFolder } from '../home/paths.ts';
import { type Model, native, translated } from '../memory.ts';
import { packedProblemOf, runBy } from '../models/known.ts';
import { attempt, type Check, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { settingsInHook } from '../settings/read.ts';
import { sized } from '../text/numbers.ts';

const SHA256_CHARS_SHOWN = 12;
/** The core's hints cannot know which model was selected. */
const OTHER_MODEL =
  '`mementor model list` shows how to get it; `mementor config --unset model` goes back to the bundled one';

export async function modelChecks(context: Context): Promise<Check[]> {
  const [home, folder] = [homeOf(context), modelsFolder(context)];
  const setting = settingsInHook(context);
  const id = setting('model');
  const engine = setting('engine');
  const check = attempt('model', () => {
    const model = translated(() => native().model(home, folder, id || null));
    translated(() => native().verifyModel(home, folder, id || null));
    const run = runBy(id || undefined, engine, context);
    const text = describe(model, run.engine);
    // Another engine may have been chosen, and some processors need one.
    const problem = run.encoder ? packedProblemOf(id || undefined, context) : undefined;
    if (problem === undefined) return ok('model', text);
    return warn('model', `${text}; ${problem.message}`, problem.hint);
  });
  return [check.status === 'fail' && id !== '' ? { ...check, fix: OTHER_MODEL } : check];
}

function describe(model: Model, engine: string): string {
  const { id, dimensions, bytes, weightsSha256 } = model;
  const sha256 = weightsSha256.slice(0, SHA256_CHARS_SHOWN);
  return `${id} (${engine}, ${dimensions} dimensions, ${sized(bytes)}, sha256 ${sha256}… verified)`;
}
