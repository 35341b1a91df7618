/**
 * `npm run audit`: licences, sources and known vulnerabilities of the dependencies. Vulnerabilities
 * need the network, and those of crates cargo-deny too: what is missing is said, and fails nothing.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listIn, refusedCrates, refusedPackages } from './allowed.mjs';
import { close, root } from './run-all.mjs';

const OUTPUT_BYTES_MAX = 64 << 20;
const FETCH_MS_MAX = 10_000;

const text = (name) => readFileSync(join(root, name), 'utf8');

/** Each returns `refused`, lines that say what is wrong, or `skipped`, why nothing was checked. */
const AUDITS = {
  'licences and sources of crates': auditCrates,
  'licences and sources of npm packages': auditPackages,
  'vulnerabilities of npm packages': auditPackageAdvisories,
  'vulnerabilities and duplicates of crates': auditCrateAdvisories,
};

function auditCrates() {
  const found = run('cargo', ['metadata', '--locked', '--format-version', '1']);
  if (found.status !== 0) return { skipped: `cargo metadata: ${lastLine(found.stderr)}` };
  const config = text('deny.toml');
  const registries = listIn(config, 'allow-registry');
  const licences = listIn(config, 'allow');
  return { refused: refusedCrates(JSON.parse(found.stdout), { licences, registries }) };
}

function auditPackages() {
  const lock = JSON.parse(text('package-lock.json'));
  return { refused: refusedPackages(lock, listIn(text('deny.toml'), 'allow')) };
}

function auditPackageAdvisories() {
  // Windows cannot start `npm` by its name.
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const limits = ['--fetch-retries=0', `--fetch-timeout=${FETCH_MS_MAX}`];
  const options = ['--omit=dev', '--package-lock-only', '--json', ...limits];
  const report = parsed(run(command, [...first, 'audit', ...options]).stdout);
  if (report?.vulnerabilities === undefined) {
    return { skipped: `the advisories cannot be read: ${report?.message ?? 'npm says nothing'}` };
  }
  const lines = Object.values(report.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  );
  return { refused: lines };
}

function auditCrateAdvisories() {
  const version = run('cargo', ['deny', '--version']);
  if (version.status !== 0) return { skipped: 'cargo-deny is not installed' };
  const deny = (...args) => run('cargo', ['deny', '--workspace', '--locked', ...args]);
  const fetched = deny('fetch', 'db');
  if (fetched.status !== 0) {
    return { skipped: `the advisories cannot be read: ${lastLine(fetched.stderr)}` };
  }
  const checked = deny('check', '--disable-fetch', '--hide-inclusion-graph');
  process.stdout.write(checked.stderr);
  return { refused: checked.status === 0 ? [] : ['cargo-deny says why above'] };
}

function run(command, args) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function lastLine(output) {
  return output?.trimEnd().split('\n').at(-1) || 'it says nothing';
}

const sums = { passed: 0, failed: 0, skipped: 0 };
for (const [name, audit] of Object.entries(AUDITS)) {
  const { skipped, refused = [] } = audit();
  if (skipped !== undefined) {
    sums.skipped += 1;
    process.stdout.write(`skipped: ${name}: ${skipped}\n`);
    continue;
  }
  sums[refused.length > 0 ? 'failed' : 'passed'] += 1;
  process.stdout.write(`${refused.length > 0 ? 'FAIL' : 'ok  '} ${name}\n`);
  for (const line of refused) process.stdout.write(`  ${line}\n`);
}
close(sums);
