/** Which npm packages contain the addons for a platform, by napi-rs's names. */

import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { arch, platform } from 'node:os';

export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** Whether Node is linked with musl, as on Alpine. */
  readonly isMusl: boolean;
}

const SUFFIXES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64-gnu',
  'linux-arm64-musl': 'linux-arm64-musl',
  'linux-x64': 'linux-x64-gnu',
  'linux-x64-musl': 'linux-x64-musl',
  'win32-x64': 'win32-x64-msvc',
};

/** Returns the name of the package with the addon; undefined if none is published. */
export const addonPackage = packages('mementor');

/** Returns the name of the package with the engines; undefined if none is published. */
export const enginesPackage = packages('mementor-engines');

/** Returns the name of the package that indexes code; undefined if none is published. */
export const codePackage = packages('mementor-code');

function packages(prefix: string): (host: Host) => string | undefined {
  return (host) => {
    const libc = host.platform === 'linux' && host.isMusl ? '-musl' : '';
    const suffix = SUFFIXES[`${host.platform}-${host.arch}${libc}`];
    return suffix && `${prefix}-${suffix}`;
  };
}

/**
 * Returns the platform of this process. Starts no process, and is only called without a local
 * build.
 */
export function thisHost(): Host {
  return { platform: platform(), arch: arch(), isMusl: platform() === 'linux' && isMusl() };
}

/** Far more than an ELF file's program headers, which the loader's path follows. */
const HEAD_BYTES = 2_048;
const MUSL_LOADERS = ['/lib/ld-musl-x86_64.so.1', '/lib/ld-musl-aarch64.so.1'];

/** A machine may have both C libraries: the loader of this Node binary decides. */
function isMusl(): boolean {
  try {
    const file = openSync('/proc/self/exe', 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0)).includes('/ld-musl-');
    } finally {
      closeSync(file);
    }
  } catch {
    return MUSL_LOADERS.some((path) => existsSync(path));
  }
}
