/** Opens the user's editor on a text. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MementorError } from '../errors/errors.ts';
import { readText } from '../files/regular-file.ts';
import { removeTree } from '../files/tree.ts';
import type { Context } from './context.ts';

/** Returns the text as the user left it. The file is the user's own, and is deleted afterwards. */
export function edited(text: string, context: Context): string {
  const { VISUAL, EDITOR } = context.env;
  const editor = VISUAL || EDITOR;
  if (!editor) {
    throw new MementorError(
      'EDITOR_MISSING',
      'no editor is set',
      'set EDITOR, or give the text as an argument or on standard input',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'mementor-'));
  try {
    const file = join(folder, 'note.md');
    writeFileSync(file, text, { mode: 0o600 });
    // EDITOR may hold arguments, as in `code --wait`: a shell reads it, as for git.
    const command = `${editor} "$1"`;
    const done =
      context.platform === 'win32'
        ? spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
        : spawnSync('sh', ['-c', command, 'sh', file], { stdio: 'inherit' });
    if (done.status !== 0) {
      const message = `the editor failed: ${editor}`;
      throw new MementorError('EDITOR_FAILED', message, 'nothing was written; check EDITOR');
    }
    return readText(file);
  } finally {
    removeTree(folder);
  }
}
