/** Renders what was exported. Pure. */

import type { ExportDocument } from '../operations/export.ts';
import { type Style, withCommands } from '../process/style.ts';
import { counted, countedTurns, grouped, printable, sized } from '../text/numbers.ts';

/**
 * Renders the summary and the warnings. `mode` is the permissions of the file that the export went
 * to, if it went to one.
 */
export function renderExported(
  document: ExportDocument,
  mode: number | undefined,
  paint: Style,
): string {
  if (document.unheard) return 'The reader of the export stopped: it got only the beginning.\n';
  const { turns, agentTurns, notes, bytes, damaged, damagedNotes, unread, project, interrupted } =
    document;
  const of = project === null ? '' : ` of ${printable(project)}`;
  const verb = interrupted ? paint.yellow('Interrupted; exported') : paint.green('Exported');
  const leftOut = [
    ...(damaged > 0 ? [counted(damaged, 'turn')] : []),
    ...(damagedNotes > 0 ? [counted(damagedNotes, 'note')] : []),
  ];
  const exported =
    agentTurns === null ? counted(turns, 'turn') : countedTurns(turns - agentTurns, agentTurns);
  const warn = (text: string) => `${paint.yellow('warning:')} ${text}`;
  const lines = [
    `${verb} ${exported}${notes === 0 ? '' : ` and ${counted(notes, 'note')}`}${of} (${sized(bytes)}).`,
    ...(mode === undefined ? [] : [`  ${withCommands(readersText(mode), paint)}`]),
    ...(unread > 0
      ? [warn(`records of a newer version, exported as they are stored: ${grouped(unread)}`)]
      : []),
    ...(leftOut.length > 0
      ? [
          warn(`${leftOut.join(' and ')} left out: damaged`),
          '',
          `${paint.cyan('hint:')} mementor repair`,
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** An export holds the conversations in clear, unlike a backup under our own permissions. */
function readersText(mode: number): string {
  const octal = mode.toString(8).padStart(3, '0');
  if ((mode & 0o077) === 0) return `Only you can read the file (mode ${octal}).`;
  const who = (mode & 0o007) === 0 ? 'Your group' : 'Everyone on this machine';
  return `${who} can read the file (mode ${octal}): \`chmod 600\` keeps it to you.`;
}
