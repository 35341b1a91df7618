/** The log: bounded, and never the cause of a failure. */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { log } from '../../src/process/log.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const FULL = 256 * 1024;

function place(): string {
  return join(temporaryFolder(), 'a home', 'mementor.log');
}

describe('log', () => {
  it('writes one line for each call, for its owner alone', () => {
    const path = place();
    log(path, NOW, 'first');
    log(path, NOW, 'of\ntwo lines');
    expect(readFileSync(path, 'utf8')).toBe(
      '2026-01-02T03:04:05.000Z first\n2026-01-02T03:04:05.000Z of two lines\n',
    );
    if (process.platform === 'win32') return;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it('begins anew when it is full, and keeps one predecessor', () => {
    const path = place();
    log(path, NOW, 'x'.repeat(FULL));
    log(path, NOW, 'second');
    expect(readFileSync(path, 'utf8')).toBe('2026-01-02T03:04:05.000Z second\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('xxx');
    writeFileSync(path, 'y'.repeat(FULL + 1));
    log(path, NOW, 'third');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('yyy');
    expect(readdirSync(dirname(path)).sort()).toEqual(['mementor.log', 'mementor.log.1']);
  });

  it('stays within twice its cap, however much is said', () => {
    const path = place();
    for (let line = 0; line < 2_000; line += 1) log(path, NOW, 'z'.repeat(1_000));
    const sizes = [path, `${path}.1`].map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThan(FULL + 2_000);
  });

  it('never throws', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => log(join(file, 'mementor.log'), NOW, 'x')).not.toThrow();
    const folder = temporaryFolder();
    expect(() => log(folder, NOW, 'x')).not.toThrow();
    expect(() => log(join(folder, 'l\0g'), NOW, 'x')).not.toThrow();
    expect(() => log(join(folder, 'log'), new Date(Number.NaN), 'x')).not.toThrow();
    expect(existsSync(join(folder, 'log'))).toBe(false);
  });
});
