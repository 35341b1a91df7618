/** Before all tests: `dist` is built anew, and the addon must be there. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export function setup(): void {
  if (!existsSync(join(ROOT, 'native', 'mementor.node'))) {
    throw new Error('native/mementor.node is missing: run `npm install`');
  }
  const bundle = join(ROOT, 'scripts', 'bundle.mjs');
  const built = spawnSync(process.execPath, [bundle], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`bundling failed:\n${built.stdout}${built.stderr}`);
}
