/** The documents of the repository, and what is in them: code, links, headings. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** What a person reads who uses the program. */
export const GUIDES: readonly string[] = ['README.md', ...pagesIn('docs')];

/** What a person reads who works on it. */
export const RECORDS: readonly string[] = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...pagesIn('docs/decisions'),
];

export const DOCUMENTS: readonly string[] = [
  ...GUIDES,
  ...RECORDS,
  'CHANGELOG.md',
  'bench/RESULTS.md',
  'models/README.md',
];

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Returns the lines of fenced blocks for a shell, and the pieces of code within sentences. */
export function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(FENCE)].filter(([, language]) => language !== 'text');
  const lines = blocks.flatMap(([, , block = '']) => block.split('\n'));
  const typed = lines.map((line) => line.replace(/^\$ /, '').replace(/\s+# .*$/, ''));
  // A bar within a table is written with a backslash.
  const pieces = [...text.replace(FENCE, '').matchAll(/`([^`\n]+)`/g)];
  return [...typed, ...pieces.map(([, piece = '']) => piece.replaceAll('\\|', '|'))];
}

/** Returns where the links and pictures of a page lead, without other sites. */
export function linksIn(text: string): string[] {
  const links = [...text.replace(FENCE, '').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)];
  const targets = links.map(([, link, source]) => link ?? source ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Returns the names under which the headings of a page can be linked to. */
export function anchorsIn(text: string): string[] {
  const headings = [...text.replace(FENCE, '').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
