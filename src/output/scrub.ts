/** Renders what was masked, and what is left of it. Pure. */

import { isClean } from '../forget/remove.ts';
import type { VisibleNames } from '../memory.ts';
import type { Scrubbed } from '../operations/scrub.ts';
import { type Style, withCommands } from '../process/style.ts';
import { counted, countedTurns } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { hanging } from './layout/wrap.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';

export function renderScrubbed(scrubbed: Scrubbed, home: string, page: Page): string {
  const { cleaned, proof, masked, isInPattern, visible } = scrubbed;
  const named = withoutPending(proof, cleaned.left);
  const isProven = masked > 0 || !isClean(named);
  const details = [
    ...leftLines(cleaned.left, home),
    ...(isProven ? proofLines(named, 'them', cleaned.left.length > 0) : []),
    ...(named.found.length > 0 && visible.projects + visible.folders === 0 ? [NEXT_STEP] : []),
    ...visibleLines(visible),
    ...elsewhereLines(scrubbed.elsewhere),
    ...(isInPattern
      ? ['Your pattern itself is in config.json, in `mask`: that does not count.']
      : []),
  ];
  const lines = details.flatMap((line) =>
    hanging('  ', withCommands(line, page.paint), page.width),
  );
  return [headline(scrubbed, page.paint), ...lines].map((line) => `${line}\n`).join('');
}

/** Counts turns, because one text may have been masked in many places. */
function headline(scrubbed: Scrubbed, paint: Style): string {
  const { turns, agentTurns, changed, notes, notesChanged, masked, cleaned } = scrubbed;
  const backups = cleaned.done.length;
  const read = [
    countedTurns(turns, agentTurns),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
    ...(backups > 0 ? [counted(backups, 'backup')] : []),
  ];
  const looked = `looked through ${read.join(' and ')}`;
  if (masked === 0) return `${paint.green('Nothing to mask')}; ${looked}.`;
  const what = `${counted(masked, 'different text')} masked`;
  const all = [
    ...(changed > 0 ? [counted(changed, 'turn')] : []),
    ...(notesChanged > 0 ? [counted(notesChanged, 'note')] : []),
  ];
  if (all.length > 0) return `${paint.green(`${all.join(' and ')} changed`)} (${what}); ${looked}.`;
  return `${paint.green(what)} outside of the turns; ${looked}.`;
}

const NEXT_STEP =
  'Run `mementor forget --secrets` once more; if it stays, `mementor forget --containing WORDS` deletes the turns with it, and a file that you do not need can be deleted.';

/** The names of folders and projects are never masked, because Mementor looks projects up by them. */
function visibleLines({ projects, folders }: VisibleNames): string[] {
  const counts = [
    ...(projects > 0 ? [`the name or folder of ${counted(projects, 'project')}`] : []),
    ...(folders > 0 ? [`the folder of ${counted(folders, 'session')}`] : []),
  ];
  if (counts.length === 0) return [];
  return [
    `Still visible, because your pattern matches there too: ${counts.join(', ')}. Such names stay; \`mementor forget --project NAME\` deletes the turns with them.`,
  ];
}

function elsewhereLines(files: number): string[] {
  if (files === 0) return [];
  return [
    `Claude Code's own files are not changed: ${counted(files, 'file')} of them still ${files === 1 ? 'holds' : 'hold'} a masked text.`,
  ];
}
