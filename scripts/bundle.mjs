/**
 * Bundles the shell into `dist`. A hook starts once for every prompt, so what it needs is one file,
 * and CommonJS, which Node loads sooner than modules. Commands and the worker are files beside it.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** What `cli.ts` loads only when it is asked for stays a file of its own. */
const LAZY = ['program', 'worker'];
const lazily = {
  name: 'lazily',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(program|worker)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace('.ts', '.js'), external: true } : undefined,
    );
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// The package's own type is that of its sources.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await build({
  entryPoints: ['cli', ...LAZY].map((name) => join(root, 'src', `${name}.ts`)),
  outdir: dist,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  plugins: [lazily],
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
});
