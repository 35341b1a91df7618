/** Says once, on a terminal, that a better model can be had. It asks nothing and downloads nothing. */

import { access, mkdir } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { homeOf, offersOf } from '../home.ts';
import { style } from '../output/style.ts';
import type { Context } from '../process/context.ts';
import { sized } from '../text/numbers.ts';

import { knownModels } from './known.ts';

const OFFERED = 'bge-small-en-v1.5';

/** What else a person does is never hindered by it: no error comes out of here. */
export async function offerModel(context: Context): Promise<void> {
  if (!context.stdout.isTTY || !context.stderr.isTTY) return;
  const home = homeOf(context);
  const path = offersOf(home);
  try {
    if (await exists(path)) return;
    const model = knownModels(context).find((each) => each.id === OFFERED);
    if (model?.problem === undefined || model.problem === null) return;
    const bytes = model.files.reduce((sum, file) => sum + (file.url ? file.bytes : 0), 0);
    // What cannot be remembered would be said every time.
    await mkdir(home, { recursive: true, mode: FOLDER_MODE });
    const text = `${JSON.stringify({ version: 1, offered: [OFFERED] }, null, 2)}\n`;
    await writeAtomic({ path, text, mode: FILE_MODE });
    const command = style(context.stdout, context.env).cyan(`mementor model pull ${OFFERED}`);
    context.stdout.write(
      `${command} (${sized(bytes)}) gets a larger embedding model, with twice the window; it asks nothing and can be undone.\n`,
    );
  } catch {
    // An offer is not worth an error.
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
