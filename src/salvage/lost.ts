/** Says that a database lost all its bytes, or is gone, though turns were stored in it. */

import { existsSync } from 'node:fs';
import { MementorError } from '../errors/errors.ts';
import { type LostMemory, native } from '../memory.ts';
import { counted } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

export function lossText({ path, turns, isThere }: LostMemory): string {
  const were = turns === 1 ? 'was' : 'were';
  return `${path} is ${isThere ? 'empty' : 'gone'}, though ${counted(turns, 'turn')} ${were} stored in it`;
}

/** Returns that there is no database as an error, if there was one. */
export function lossError(home: string): MementorError | undefined {
  const { lost } = native().homeReport(home);
  if (lost === null) return undefined;
  return new MementorError('DATABASE_MISSING', lossText(lost), recoveryHint(home));
}

/** More backups than these are not named. */
const BACKUPS_SHOWN_MAX = 3;

/** Says how lost turns may come back; commands are in backticks. */
export function recoveryHint(home: string): string {
  const backups = native()
    .homeReport(home)
    .backups.paths.filter((path) => existsSync(path));
  const imports = backups
    .slice(-BACKUPS_SHOWN_MAX)
    .map((path) => `\`mementor import ${shellWord(path)}\` brings back what that backup holds`);
  return [...imports, '`mementor ingest --all` reads what transcripts still hold'].join('; ');
}
