/** Checks the selected embedding model's files. Does not embed, which would take a second. */

import { homeOf, modelsFolder } from '../home/paths.ts';
import { type Model, native } from '../memory.ts';
import { engineFiles, enginesProblem } from '../models/engines.ts';
import { attempt, type Check, fail, ok } from '../process/check.ts';
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
  const check = attempt('model', () =>
    ok('model', describe(native().model(home, folder, id || null, true))),
  );
  if (check.status === 'ok') return [check, ...engineChecks(id, context)];
  return [check.status === 'fail' && id !== '' ? { ...check, fix: OTHER_MODEL } : check];
}

/** The bundled model needs no engine. */
function engineChecks(id: string, context: Context): Check[] {
  const [home, folder] = [homeOf(context), modelsFolder(context)];
  if (!native().model(home, folder, id || null).needsEngines) return [];
  const problem = enginesProblem(context);
  if (problem !== undefined) return [fail('engine', problem.message, problem.hint)];
  const { engines, onnxruntime } = engineFiles(context);
  return [ok('engine', `${engines}, with ${onnxruntime}`)];
}

function describe(model: Model): string {
  const { id, engine, dimensions, bytes, weightsSha256 } = model;
  const sha256 = weightsSha256.slice(0, SHA256_CHARS_SHOWN);
  return `${id} (${engine}, ${dimensions} dimensions, ${sized(bytes)}, sha256 ${sha256}… verified)`;
}
