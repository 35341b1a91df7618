/**
 * Makes the file of the bundled model: `node scripts/pack-model.mjs [ADDON]`. The manifest pins the
 * result, so every platform makes the same file. Does nothing where it is there.
 */

import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const addon = resolve(process.argv[2] ?? join(root, 'native', 'mementor.node'));
createRequire(import.meta.url)(addon).packModel(join(root, 'models'));
