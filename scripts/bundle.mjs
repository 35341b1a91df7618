/**
 * Bundles the shell into `dist`. A hook starts once for every prompt, so what it needs is one file,
 * and CommonJS, which Node loads sooner than modules. Commands and the worker are files beside it.
 * `sideEffects` in package.json is false: what a file exports and a bundle does not use is left out.
 * The libraries are bundled too: the program runs without `node_modules`. They stay dependencies in
 * package.json, so that they are audited and their licences are installed with them.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** What `cli.ts` loads only when it is asked for stays a file of its own. */
const LAZY = { program: 'program/program', worker: 'worker/worker' };
const lazily = {
  name: 'lazily',
  setup({ onResolve }) {
    for (const [name, source] of Object.entries(LAZY)) {
      onResolve({ filter: new RegExp(`^\\./${source}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// The package's own type is that of its sources.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await build({
  entryPoints: Object.fromEntries(
    Object.entries({ cli: 'cli', ...LAZY }).map(([name, source]) => [
      name,
      join(root, 'src', `${source}.ts`),
    ]),
  ),
  outdir: dist,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  // The UMD file that jsonc-parser names as its main one cannot be bundled.
  mainFields: ['module', 'main'],
  plugins: [lazily],
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
});
