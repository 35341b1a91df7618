/**
 * Architecture: a folder of the shell imports only from folders that stand above it in the table, and
 * all that a file exports is used.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the rows of the table in ARCHITECTURE.md: the names of the folders of each, in order. */
function rows(): string[][] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = text.split('## The shell’s districts')[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const names = line.split('|')[1]?.matchAll(/`([\w.-]+)\/?`/g) ?? [];
    return [...names].map((match) => match[1] ?? '');
  });
}

/** Returns the folder below `src` that a file is in, or the name of a file at its top. */
function districtOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Returns the imports of a file from other districts, as paths below `src`. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, 'src', path), 'utf8');
  const named = [...text.matchAll(/['"](\.\.?\/[^'"]+\.ts)['"]/g)].map((match) => match[1] ?? '');
  const found = named.map((name) => normalize(join(dirname(path), name)));
  const ofShell = found.filter((target) => !target.startsWith('..'));
  return ofShell.filter((target) => districtOf(target) !== districtOf(path));
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

describe('the districts of the shell', () => {
  const place = new Map(rows().flatMap((row, at) => row.map((name) => [name, at] as const)));

  it('are all in the table, each once', () => {
    const districts = [...new Set(files.map(districtOf))].sort();
    expect(districts.length).toBeGreaterThan(20);
    expect(rows().flat().sort()).toEqual(districts);
  });

  it('import only what stands above them', () => {
    const wrong = files.flatMap((path) => {
      const own = place.get(districtOf(path)) ?? -1;
      const below = importsOf(path).filter(
        (target) => (place.get(districtOf(target)) ?? own) >= own,
      );
      return below.map((target) => `${path} imports ${target}`);
    });
    expect(files.flatMap(importsOf).length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });
});

describe('an export of the shell', () => {
  it('is named in the shell once more than where it is declared', () => {
    const texts = files.map((path) => readFileSync(join(root, 'src', path), 'utf8'));
    const named = new Map<string, number>();
    for (const [name] of texts.join('\n').matchAll(/\w+/g)) {
      named.set(name, (named.get(name) ?? 0) + 1);
    }
    const exported = texts.flatMap((text) => [
      ...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm),
    ]);
    expect(exported.length).toBeGreaterThan(1_000);
    const unused = exported.map((match) => match[1] ?? '').filter((name) => named.get(name) === 1);
    expect(unused).toEqual([]);
  });
});
