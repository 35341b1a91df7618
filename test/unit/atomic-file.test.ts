/** Files are written whole or not at all, and nothing of a killed process stays. */

import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAtomic } from '../../src/files/atomic-file.ts';
import { temporaryFolder } from '../helpers/fake-context.ts';

describe('a file', () => {
  it('that must be new replaces none', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a');
    await writeAtomic({ path, text: 'one', isNew: true });
    await expect(writeAtomic({ path, text: 'two', isNew: true })).rejects.toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('takes away what a killed process left of it, and nothing else', async () => {
    const folder = temporaryFolder();
    const names = ['.a.mementor-0123456789ab.tmp', '.a.mine.tmp', '.b.mementor-0123456789ab.tmp'];
    for (const name of names) {
      writeFileSync(join(folder, name), 'half');
      utimesSync(join(folder, name), 0, 0);
    }
    writeFileSync(join(folder, '.a.mementor-ba9876543210.tmp'), 'being written');
    await writeAtomic({ path: join(folder, 'a'), text: 'whole' });
    expect(readdirSync(folder).sort()).toEqual([
      '.a.mementor-ba9876543210.tmp',
      '.a.mine.tmp',
      '.b.mementor-0123456789ab.tmp',
      'a',
    ]);
  });
});
