/**
 * Fuzzes everything that reads what others wrote, for as long as asked:
 *
 *   npm run fuzz -- MINUTES [--only TARGET] [--keep]
 *
 * The time is shared among the targets. Those in Rust are guided by coverage (libFuzzer, on the
 * stable toolchain, built into `fuzz/target`); those of the shell change kept inputs and made-up
 * values (fast-check). What fails is written to `fuzz/artifacts`; `--keep` adds inputs that reach
 * new code to `fuzz/corpus`. Exit status: 0 nothing found, 1 something, 2 misuse.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build as esbuild } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const RUST = [
  'transcript',
  'secrets',
  'words',
  'query',
  'blobs',
  'import',
  'damage',
  'packed',
  'hook_input',
  'recalls',
];
const SHELL = ['settings', 'config', 'muted'];

const SHELL_BUILT = 'shell/built.mjs';

/** What `cargo fuzz` passes, without the sanitizers, which need a nightly toolchain. */
const COVERAGE = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
  '-Cllvm-args=-simplifycfg-branch-fold-threshold=0',
];

/** An input as long as this has all that a longer one could have. */
const INPUT_BYTES_MAX = 4_096;
/** What takes longer, or more memory, has failed. */
const INPUT_SECONDS_MAX = 20;
const MEMORY_MB_MAX = 3_000;
const LIMITS = [
  `-max_len=${INPUT_BYTES_MAX}`,
  `-timeout=${INPUT_SECONDS_MAX}`,
  `-rss_limit_mb=${MEMORY_MB_MAX}`,
];

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
  });
  const minutes = Number(positionals[0]);
  const names = [...RUST, ...SHELL].filter((name) => [undefined, name].includes(values.only));
  if (positionals.length !== 1 || !(minutes > 0) || names.length === 0) {
    const all = [...RUST, ...SHELL].join('|');
    process.stderr.write(`usage: npm run fuzz -- MINUTES [--only ${all}] [--keep]\n`);
    process.exit(2);
  }
  return {
    names,
    keep: values.keep,
    seconds: Math.max(1, Math.round((minutes * 60) / names.length)),
  };
}

/** Returns the folder of the built targets. */
function build() {
  const version = spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout;
  const host = /^host: (.*)$/m.exec(version)?.[1];
  // With a target named, build scripts and macros are built without the flags.
  const args = ['build', '--release', '--locked', '--manifest-path', here('Cargo.toml')];
  const env = { ...process.env, RUSTFLAGS: COVERAGE.join(' ') };
  const built = spawnSync('cargo', [...args, '--target', host], { env, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the targets cannot be built');
  return here(`target/${host}/release/`);
}

/** Node reads no TypeScript: the shell's targets become one file beside their own, which names their corpus. */
async function buildShell() {
  await esbuild({
    entryPoints: [here('shell/fuzz.mjs')],
    outfile: here(SHELL_BUILT),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

async function fuzzRust(folder, name, seconds, keep) {
  const scratch = mkdtempSync(join(tmpdir(), 'mementor-fuzz-'));
  try {
    const [found, work] = [join(scratch, 'found'), join(scratch, 'tmp')];
    for (const each of [found, work, here('artifacts')]) mkdirSync(each, { recursive: true });
    const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: work, RUST_BACKTRACE: '1' };
    const [target, corpus] = [join(folder, name), here(`corpus/${name}`)];
    const time = [`-max_total_time=${seconds}`, '-print_final_stats=1'];
    const prefix = `-artifact_prefix=${here('artifacts/')}${name}-`;
    const { status, output } = await run(target, [found, corpus, ...time, prefix, ...LIMITS], env);
    if (keep && status === 0) await run(target, ['-merge=1', corpus, found, ...LIMITS], env);
    const executions = Number(/executed_units: (\d+)/.exec(output)?.[1] ?? 0);
    return { executions, failure: status === 0 ? undefined : output.slice(-4_000) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function fuzzShell(name, seconds) {
  const args = [here(SHELL_BUILT), name, String(seconds)];
  const { status, output } = await run(process.execPath, args, process.env);
  const executions = Number(/^executions (\d+)/m.exec(output)?.[1] ?? 0);
  return { executions, failure: status === 0 ? undefined : output };
}

/** Fuzzes a target and prints what came of it; tells whether it holds. */
async function fuzz(folder, name, seconds, keep) {
  const { executions, failure } = RUST.includes(name)
    ? await fuzzRust(folder, name, seconds, keep)
    : await fuzzShell(name, seconds);
  // A target that was never called has shown nothing.
  const holds = failure === undefined && executions > 0;
  const kept = readdirSync(here(`corpus/${name}`)).length;
  const about = `${executions.toLocaleString('en')} executions in ${seconds} s, ${kept} inputs kept`;
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${name.padEnd(12)}${about}\n`);
  if (failure !== undefined) process.stdout.write(`${failure}\n`);
  return holds;
}

async function main() {
  const { names, keep, seconds } = options();
  const folder = names.some((name) => RUST.includes(name)) ? build() : '';
  if (names.some((name) => SHELL.includes(name))) await buildShell();
  let [passed, failed] = [0, 0];
  for (const name of names) {
    if (await fuzz(folder, name, seconds, keep)) passed += 1;
    else failed += 1;
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main().catch((error) => {
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
});
