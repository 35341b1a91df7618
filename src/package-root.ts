/** Where the package is installed. The sources and the built program are at the same depth in it. */

import { join } from 'node:path';

/** Root of the package. */
export const packageRoot = join(import.meta.dirname, '..');

/** Folder of the bundled models and their manifest. */
export const bundledModels = join(packageRoot, 'models');
