/** Another model than the bundled one, made of the same files: its vectors are others. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { models } from './world.mjs';

const ID = 'other';

/** Adds the model to a job's home and has it used. */
export function useOtherModel(job) {
  const manifest = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8'));
  const bundled = manifest.models.find(({ id }) => id === manifest.default);
  const files = bundled.files.map((file) => ({ ...file, same_as: bundled.id }));
  const folder = join(job.home, 'models', ID);
  mkdirSync(folder, { recursive: true });
  const model = { ...bundled, id: ID, pooling: 'cls', files };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
  job.env = { MEMENTOR_MODEL: ID };
}
