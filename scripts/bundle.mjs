/**
 * Bundles the shell into `dist`, as CommonJS, which Node loads sooner than modules.
 *
 * A hook starts once for every prompt: `cli.js` is one file with all that a hook needs. A command
 * loads only its own part: whatever the files of `program/` and those behind them import with `import()`
 * becomes a file of its own, and what several of those share becomes a file beside them
 * (`chunk-….js`). A new command needs nothing here: the table of commands imports its file.
 *
 * `sideEffects` in package.json is false: what a file exports and a bundle does not use is left out.
 * Libraries are bundled too: the program runs without `node_modules`, and some are modules only,
 * which Node 20 loads into CommonJS with a warning.
 */

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** What `cli.ts` loads only when it is asked for. The program is cut up; the others are one file. */
const PROGRAM = { program: 'program/program', complete: 'program/complete' };
const WHOLE = {
  mcp: 'mcp/serve',
  remember: 'program/remember-at-once',
  statusline: 'statusline/statusline',
  warm: 'warm/serve',
  worker: 'worker/worker',
};

/** Leaves those files out of `cli.js`. */
const lazily = {
  name: 'lazily',
  setup({ onResolve }) {
    for (const [name, source] of Object.entries({ ...PROGRAM, ...WHOLE })) {
      onResolve({ filter: new RegExp(`^\\./${source}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

/**
 * Libraries that measure text make these when they are loaded; here they are made at their first
 * use. An `Intl.Segmenter` takes 30 ms, and a pattern with all emoji 40 ms, even as a literal that
 * is never used, because V8 checks patterns while it parses. Only texts with wide characters or
 * emoji need them.
 */
const MEASURES_TEXT = /(?:string-width|slice-ansi|wrap-ansi)[\\/][\w-]+\.js$/;
const SEGMENTER = /^const (\w+) = (new Intl\.Segmenter\([^;]*\));$/gm;
const PATTERN = /^const (\w+) = \/(.*\\p\{.*)\/(\w+);$/gm;
const slowLater = {
  name: 'slow-later',
  setup({ onLoad }) {
    onLoad({ filter: MEASURES_TEXT }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replace(SEGMENTER, (_, name, made) => laterMade(name, made))
        .replace(PATTERN, (_, name, source, flags) =>
          laterMade(name, `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`),
        );
      return { contents };
    });
  },
};

/** Returns the definition of an object that is made when it is first used. */
function laterMade(name, made) {
  const get = `const value = (${name}Made ??= ${made})[key]; return typeof value === 'function' ? value.bind(${name}Made) : value;`;
  return `let ${name}Made; const ${name} = new Proxy({}, { get(_, key) { ${get} } });`;
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// The package's own type is that of its sources.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');

const OUTPUT = {
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  supported: {
    'dynamic-import': false,
    // Node 20 knows them; without this, esbuild would make calls of them, which run at once.
    'regexp-set-notation': true,
    'regexp-unicode-property-escapes': true,
  },
  // Half the bytes are half the time that Node takes to compile a command.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

/**
 * Modules of Node that take .4 to 15 ms to load, and that many files import for what few commands
 * do. They are loaded at the first use of anything in them. A library's call of `require` has
 * another name in a bundle.
 */
const SLOW_MODULES =
  /(?:\(0, ?[\w$.]+\)|[\w$.]+)\("(node:(?:child_process|crypto|fs\/promises|module|readline|timers\/promises|tty))"\)/g;
const LATER = 'const later=name=>new Proxy({},{get:(_,key)=>require(name)[key]});';

/** Sources make a `require` themselves; a CommonJS file has one, and `node:module` takes half a ms. */
const MADE_REQUIRE = /\(0, ?[\w$.]+\.createRequire\)\(__filename\)/g;

/** Makes a bundle load those modules at their first use. */
function withSlowModulesLater(code) {
  const changed = code.replace(SLOW_MODULES, 'later("$1")').replace(MADE_REQUIRE, ' require');
  if (changed === code) return code;
  const [beginning] = /^(?:#!.*\n)?"use strict";/.exec(changed) ?? [''];
  return beginning + LATER + changed.slice(beginning.length);
}

const inputs = [...(await bundleWhole()), ...(await bundleInParts())];
writeFileSync(join(dist, 'licences.txt'), licencesOf(inputs));

/** Bundles files that are loaded as a whole. Returns the sources. */
async function bundleWhole() {
  const { metafile, outputFiles } = await bundled({ cli: 'cli', ...WHOLE }, OUTPUT);
  for (const { path, text } of outputFiles) {
    const code = withSlowModulesLater(text);
    writeFileSync(path, basename(path) === 'cli.js' ? await withShortNames(code) : code);
  }
  chmodSync(join(dist, 'cli.js'), 0o755);
  return Object.keys(metafile.inputs);
}

/** Every hook compiles `cli.js`: a third fewer bytes are half a millisecond. */
async function withShortNames(code) {
  return (await transform(code, { ...OUTPUT, minifyIdentifiers: true })).code;
}

/**
 * Bundles the program so that each `import()` is a file. esbuild cuts up modules only: the second
 * step makes CommonJS of each. Returns the sources.
 */
async function bundleInParts() {
  const { 'dynamic-import': _, ...supported } = OUTPUT.supported;
  const modules = { format: 'esm', splitting: true, chunkNames: '[name]-[hash]', supported };
  const { metafile, outputFiles } = await bundled(PROGRAM, { ...OUTPUT, ...modules });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, { ...OUTPUT, sourcefile: basename(path) });
    writeFileSync(path, withSlowModulesLater(code));
  }
  return Object.keys(metafile.inputs);
}

async function bundled(sources, options) {
  const entries = Object.entries(sources);
  return await build({
    ...options,
    entryPoints: Object.fromEntries(
      entries.map(([name, source]) => [name, join(root, 'src', `${source}.ts`)]),
    ),
    outdir: dist,
    bundle: true,
    write: false,
    // jsonc-parser's other form loads its parts in a way that cannot be bundled.
    mainFields: ['module', 'main'],
    absWorkingDir: root,
    metafile: true,
    plugins: [lazily, slowLater],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  });
}

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
