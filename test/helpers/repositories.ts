/** Git repositories for a test, written file by file: nothing runs git. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files below a folder; returns the folder. */
export function files(folder: string, texts: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Returns a git configuration that names an origin. */
export function origin(url: string): string {
  return `[remote "origin"]\n\turl = ${url}\n`;
}

/** Writes a clone of a remote that stands at a commit; returns its folder. */
export function clone(folder: string, url: string, commit: number): string {
  const id = commit.toString(16).padStart(40, '0');
  return files(folder, {
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/config': origin(url),
    '.git/refs/remotes/origin/main': `${id}\n`,
    [`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`]: 'a commit',
  });
}
