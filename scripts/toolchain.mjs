/**
 * Which Rust builds and tests. rust-toolchain.toml names a version, and rustup installs it when it
 * is missing. Where rustup cannot reach its server, its default toolchain is used instead.
 */

import { spawnSync } from 'node:child_process';

function answer(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns whether cargo runs; child processes that start later use the same toolchain. */
export function findRust() {
  if (answer('cargo', ['--version']) !== undefined) return true;
  const usual = answer('rustup', ['default'])?.split(' ')[0];
  if (usual === undefined) return false;
  process.env.RUSTUP_TOOLCHAIN = usual;
  const version = answer('cargo', ['--version']);
  if (version === undefined) return false;
  process.stderr.write(
    `note: built with ${version}, not with the version of rust-toolchain.toml\n`,
  );
  return true;
}
