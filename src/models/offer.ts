/** Offers the larger model once. Does not ask, and downloads nothing. */

import { access } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { makeFolder } from '../files/folders.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { homeOf, offersOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';

import { knownModels } from './known.ts';

const OFFERED = 'bge-small-en-v1.5';

export interface Offer {
  readonly id: string;
  /** Size of the download. */
  readonly bytes: number;
}

/**
 * Returns the model to offer to the user, and records the offer. Never throws, so that it cannot
 * get in the way of the command.
 */
export async function modelToOffer(context: Context): Promise<Offer | undefined> {
  const home = homeOf(context);
  const path = offersOf(home);
  try {
    if (await exists(path)) return undefined;
    const model = knownModels(context).find((each) => each.id === OFFERED);
    if (model?.problem === undefined || model.problem === null) return undefined;
    const bytes = model.files.reduce((sum, file) => sum + (file.url ? file.bytes : 0), 0);
    // Record first: an offer that cannot be recorded would be repeated every time.
    makeFolder(home, FOLDER_MODE);
    const text = `${JSON.stringify({ version: 1, offered: [OFFERED] }, null, 2)}\n`;
    await writeAtomic({ path, text, mode: FILE_MODE });
    return { id: OFFERED, bytes };
  } catch {
    // An offer is not worth an error.
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
