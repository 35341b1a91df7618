/** Clients of other agents at pinned versions, installed from npm by their names. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const install_timeout_ms = 300_000;

/**
 * Returns a client: `program(folder)` names the command and its first arguments in the folder of
 * its packages.
 */
export function npmClient({ name, title, packageName, version, program }) {
  const folder = join(
    process.env.MEMENTOR_E2E_CLIENTS ?? tmpdir(),
    `mementor-e2e-${name}-${version}`,
  );
  /** Returns the installed client, or undefined. */
  const find = () => {
    const [command, ...args] = program(join(folder, 'node_modules'));
    const files = [command, ...args.filter((each) => !each.startsWith('-'))];
    return files.every(existsSync) ? { name, version, command, args } : undefined;
  };
  /** Installs the client when it is not there yet. Returns why that failed, or undefined. */
  const install = () => {
    if (find()) return undefined;
    mkdirSync(dirname(folder), { recursive: true });
    const aside = mkdtempSync(`${folder}.`);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const npm = spawnSync(
      'npm',
      ['install', '--prefix', aside, ...options, `${packageName}@${version}`],
      { encoding: 'utf8', timeout: install_timeout_ms },
    );
    if (npm.status === 0 && !existsSync(folder)) renameSync(aside, folder);
    rmSync(aside, { recursive: true, force: true });
    return find() ? undefined : `npm install failed: ${npm.stderr?.trim().split('\n')[0]}`;
  };
  return { name, title: `${title} ${version}`, find, install };
}
