/**
 * Checks the files of Mementor's home: that they can be locked, whose they are, which are links; and
 * whether there is a second memory.
 */

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { databaseOf, defaultHomeOf, homeOf } from '../home/paths.ts';
import { type HomeTrouble, native } from '../memory.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { counted } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';

export async function homeFilesChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  const { locks, others, links } = native().homeTrouble(home);
  return [
    ...lockChecks(locks, home),
    ...ownerChecks(others, home),
    ...links.map((link) => linkCheck(link, home)),
    ...secondChecks(home, context),
  ];
}

/** Returns what of it keeps anything from being stored here: what a person must know at once. */
export async function homeProblems(context: Context): Promise<Check[]> {
  const checks = await homeFilesChecks(context);
  return checks.filter(({ name, status }) => status === 'fail' || name === SECOND);
}

const SECOND = 'second memory';

function lockChecks(locks: string | null, home: string): Check[] {
  if (locks === null) return [minor('locks', `files can be locked in ${home}`)];
  const detail = `no file can be locked in ${home} (${locks}), as on some network disks: nothing is stored there`;
  const fix =
    'move this folder to a disk of this machine, name it in MEMENTOR_HOME, and run `mementor enable` again';
  return [fail('locks', detail, fix)];
}

function ownerChecks(others: HomeTrouble['others'], home: string): Check[] {
  const [first] = others;
  if (first === undefined) return [];
  const more = others.length > 1 ? `, and ${counted(others.length - 1, 'more file')}` : '';
  const who = first.owner === 0 ? 'root' : `another user (${first.owner})`;
  const cause = first.owner === 0 ? ': a command under sudo leaves such files' : '';
  const judge = others.every(({ path }) => isUsable(join(home, path))) ? warn : fail;
  const so = judge === fail ? '; what needs it fails' : '';
  const detail = `${join(home, first.path)} belongs to ${who}${more}${cause}${so}`;
  return [judge('owner', detail, `run \`sudo chown -R "$(id -un)" ${shellWord(home)}\``)];
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function linkCheck({ path, target, isThere }: HomeTrouble['links'][number], home: string): Check {
  const link = join(home, path);
  if (!isThere) {
    const fix = `bring ${target} back, or delete the link: then it is made anew`;
    return fail('link', `${link} is a link to ${target}, which is not there`, fix);
  }
  const fix = `to have all in one place, move ${target} to ${link}, or the whole folder to ${dirname(target)}, which MEMENTOR_HOME then names`;
  return warn('link', `${link} is a link to ${target}: a copy of the folder lacks it`, fix);
}

/** A client without the variable of a shell wrote there, or will. */
function secondChecks(home: string, context: Context): Check[] {
  const other = defaultHomeOf(context);
  if (other === home || !existsSync(databaseOf(other))) return [];
  const detail = `there is a second memory in ${other}: a program without MEMENTOR_HOME stores there`;
  const fix = `\`mementor enable\` has the hooks use ${home}; \`mementor import ${shellWord(databaseOf(other))}\` takes the other in, then delete that folder`;
  return [warn(SECOND, detail, fix)];
}
