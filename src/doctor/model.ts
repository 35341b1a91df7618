/** Checks of the embedding model's files. Nothing is embedded: that would take a second. */

import type { Context } from '../context.ts';
import { homeOf, modelsFolder } from '../home.ts';
import { type Model, native, translated } from '../memory.ts';
import { attempt, type Check, ok } from './check.ts';
import { sized } from './text.ts';

const SHA256_CHARS_SHOWN = 12;

export async function modelChecks(context: Context): Promise<Check[]> {
  const [home, folder] = [homeOf(context), modelsFolder(context)];
  const check = attempt('model', () => {
    const model = translated(() => native().model(home, folder));
    translated(() => native().verifyModel(home, folder));
    return ok('model', describe(model, native().about().engine));
  });
  return [check];
}

function describe(model: Model, engine: string): string {
  const { id, dimensions, bytes, weightsSha256 } = model;
  const sha256 = weightsSha256.slice(0, SHA256_CHARS_SHOWN);
  return `${id} (${engine}, ${dimensions} dimensions, ${sized(bytes)}, sha256 ${sha256}… verified)`;
}
