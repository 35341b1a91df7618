/** Removes our hooks and our status line from one of Claude Code's settings files. */

import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { hooksInsertion } from '../../settings-file/file-hooks.ts';
import { lineKey, readLineReceipt } from '../../settings-file/receipt.ts';
import { type Insertion, settingsRemoval } from '../../settings-file/removal.ts';
import { lineAbout, STATUS_LINE } from './enable-status-line.ts';
import { CLAUDE_HOOKS } from './hook-command.ts';
import { disableLine } from './status-line.ts';

/** Plans the removal of our hooks, and of our status line, from a settings file. */
export async function claudeRemoval(path: string, context: Context): Promise<Removal> {
  const file = { path, layout: CLAUDE_HOOKS, program: context };
  const read = async () => [
    await hooksInsertion(file, context),
    await lineInsertion(path, context),
  ];
  return await settingsRemoval(path, read, context);
}

async function lineInsertion(path: string, context: Context): Promise<Insertion> {
  const receipt = await readLineReceipt(homeOf(context), path);
  return {
    key: lineKey(path),
    receipt,
    out: (text) => {
      const done = disableLine(text, lineAbout(path, receipt, text));
      return done === undefined
        ? { text, changed: false, removed: [], mixed: [] }
        : { text: done.text, changed: true, removed: [STATUS_LINE], mixed: [] };
    },
  };
}
