/** Fuzzes one target of the shell for some seconds: `node fuzz.mjs TARGET SECONDS`. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { targets } from './targets.mjs';
import { textsFrom } from './texts.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Returns a target's corpus. */
export function keptOf(name) {
  const folder = path(`../corpus/${name}`);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** Returns the number of inputs tried and the smallest one that fails, if any. */
export async function fuzz(name, options) {
  const property = fc.asyncProperty(textsFrom(keptOf(name)), async (text) => {
    await targets[name](text);
  });
  const { numRuns, failed, counterexample, errorInstance, seed } = await fc.check(
    property,
    options,
  );
  return {
    runs: numRuns,
    ...(failed ? { input: counterexample?.[0], error: errorInstance, seed } : {}),
  };
}

async function main([name, seconds]) {
  const limit = { interruptAfterTimeLimit: Number(seconds) * 1_000, markInterruptAsFailure: false };
  const found = await fuzz(name, { ...limit, numRuns: Number.MAX_SAFE_INTEGER });
  process.stdout.write(`executions ${found.runs}\n`);
  if (found.input === undefined) return;
  mkdirSync(path('../artifacts'), { recursive: true });
  const kept = path(`../artifacts/${name}-${found.seed >>> 0}`);
  writeFileSync(kept, found.input);
  process.stdout.write(`${found.error?.stack}\nthe input is in ${kept}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
