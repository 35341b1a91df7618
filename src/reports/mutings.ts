/** What mutes recall in this directory, and how to unmute it. */

import { ifPossible } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import type { Muted } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { recordsWith } from '../recalls/find.ts';
import { mutedFolders, NOTHING_MUTED, readMuted } from '../recalls/muted.ts';
import { settingsInHook } from '../settings/read.ts';
import { shellWord } from '../text/shell-word.ts';

export interface Muting {
  readonly what: 'always' | 'project' | 'session';
  /** The folder or the session; null for `always`. */
  readonly name: string | null;
  /** The command that unmutes it. */
  readonly undo: string;
}

/** Returns what mutes prompts in this directory; an unreadable file mutes nothing. */
export function mutings(context: Context): Muting[] {
  const always = !settingsInHook(context)('recall');
  const muted = ifPossible(() => readMuted(homeOf(context))) ?? NOTHING_MUTED;
  return [
    ...(always
      ? [{ what: 'always', name: null, undo: 'mementor mute --always --off' } as const]
      : []),
    ...mutedFolders(muted, context.cwd).map(
      (name) => ({ what: 'project', name, undo: 'mementor mute --project --off' }) as const,
    ),
    ...sessionsHere(muted, context).map(
      (name) =>
        ({
          what: 'session',
          name,
          undo: `mementor mute --session ${shellWord(name)} --off`,
        }) as const,
    ),
  ];
}

/** Returns a description for the user. */
export function mutingText({ what, name }: Muting): string {
  if (what === 'always') return 'off everywhere';
  return what === 'project'
    ? `muted for ${name} and what is below it`
    : `muted for session ${name}`;
}

/** Most users mute no session: then no record is read. */
function sessionsHere({ sessions }: Muted, context: Context): string[] {
  if (sessions.length === 0) return [];
  const here = recordsWith(homeOf(context), { directory: context.cwd });
  return here.map(({ session }) => session).filter((session) => sessions.includes(session));
}
