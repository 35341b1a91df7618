/**
 * Bundles the shell into `dist`. A hook starts once for every prompt, so what it needs is one file,
 * and CommonJS, which Node loads sooner than modules. Commands and the worker are files beside it.
 * `sideEffects` in package.json is false: what a file exports and a bundle does not use is left out.
 * Libraries are bundled too: the program runs without `node_modules`, and some are modules only,
 * which Node 20 loads into CommonJS with a warning.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** What is loaded only when it is asked for stays a file of its own. */
const LAZY = {
  complete: 'help/completion/complete',
  program: 'program/program',
  yaml: 'text/yaml',
  worker: 'worker/worker',
};
const lazily = {
  name: 'lazily',
  setup({ onResolve }) {
    for (const [name, source] of Object.entries(LAZY)) {
      onResolve({ filter: new RegExp(`^\\.{1,2}/(?:\\.\\./)*${source}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

/**
 * Libraries that make an `Intl.Segmenter` when they are loaded make it at its first use instead: it
 * takes 30 ms, and only texts with wide characters or emoji need it.
 */
const SEGMENTS = /(?:string-width|slice-ansi|wrap-ansi)[\\/][\w-]+\.js$/;
const TOP_LEVEL_SEGMENTER = /^const (\w+) = (new Intl\.Segmenter\([^;]*\));$/m;
const segmentsLater = {
  name: 'segments-later',
  setup({ onLoad }) {
    onLoad({ filter: SEGMENTS }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(
        TOP_LEVEL_SEGMENTER,
        (_, name, made) =>
          `let ${name}Made; const ${name} = { segment: (text) => (${name}Made ??= ${made}).segment(text) };`,
      );
      return { contents };
    });
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// The package's own type is that of its sources.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
const { metafile } = await build({
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
  // jsonc-parser's other form loads its parts in a way that cannot be bundled.
  mainFields: ['module', 'main'],
  absWorkingDir: root,
  metafile: true,
  plugins: [lazily, segmentsLater],
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  supported: {
    'dynamic-import': false,
    // A literal is compiled at its first use; a constructor, which takes 40 ms for all emoji, at once.
    'regexp-set-notation': true,
    'regexp-unicode-property-escapes': true,
  },
  // Half the bytes are half the time that Node takes to compile a command.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
});
writeFileSync(join(dist, 'licences.txt'), licencesOf(Object.keys(metafile.inputs)));

/** Returns the licences of the bundled libraries, which ask to be copied with them. */
function licencesOf(inputs) {
  const folders = inputs.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const name = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
      if (name === undefined) throw new Error(`${folder} has no licence`);
      const { name: library, version } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      );
      return `${library} ${version}\n\n${readFileSync(join(root, folder, name), 'utf8').trim()}\n`;
    })
    .join('\n\n');
}
