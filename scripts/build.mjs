/** Builds the addon and the shell: what `npm install` does in a clone. Says what is missing. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freeableLine } from './leftovers.mjs';
import { findRust } from './toolchain.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function available(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

function fail(message, hint) {
  process.stderr.write(`error: ${message}\n\nhint: ${hint}\n`);
  process.exit(1);
}

function checkRust() {
  if (findRust()) return;
  // rustup is there, but not the version that rust-toolchain.toml names.
  if (available('rustup')) {
    fail(
      'the Rust toolchain that rust-toolchain.toml names does not run',
      'install it with `rustup toolchain install`, or name another one, 1.95 or newer, in RUSTUP_TOOLCHAIN',
    );
  }
  fail('there is no Rust toolchain', 'install Rust 1.95 or newer with rustup (https://rustup.rs)');
}

function checkTools() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old`, 'install Node 20.19 or newer');
  }
  checkRust();
  const compilers = [process.env.CC, 'cc', 'gcc', 'clang', 'cl'].filter(Boolean);
  if (!compilers.some(available)) {
    fail(
      'there is no C compiler',
      'install one: build-essential, Xcode’s tools, or Visual Studio’s',
    );
  }
}

/** Runs a tool of node_modules with this Node. */
function run(tool, args) {
  const done = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) fail(`${tool} failed`, 'the lines above say why');
}

// As a dependency from the registry the package comes built and has no sources.
if (existsSync(join(root, 'Cargo.toml'))) {
  checkTools();
  const napi = '@napi-rs/cli/dist/cli.js';
  const cargoOptions = ['--', '--locked'];
  run(napi, ['build', '--release', '-o', 'native', '--dts', 'index.d.ts', ...cargoOptions]);
  const code = ['-p', 'mementor-code-addon', '--config-path', 'crates/code-addon/napi.json'];
  run(napi, ['build', '--release', ...code, '-o', 'native', '--no-js', ...cargoOptions]);
  await import('./pack-model.mjs');
  await import('./bundle.mjs');
  // Cargo's output stays: `npm test` and the next build go on from it.
  if (process.env.npm_lifecycle_event === 'prepare' && !process.env.CI) {
    process.stdout.write(freeableLine(root));
  }
}
