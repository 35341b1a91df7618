/**
 * The JSON of Cursor, which runs the hooks that were installed for Claude Code. Read in its
 * documentation and in what others recorded, never measured: so nothing is said to it, and only the
 * conversation is taken in.
 */

import { existsSync } from 'node:fs';
import { isPlainName } from '../../files/plain-name.ts';
import { pathsOf, type World } from '../../process/world.ts';
import type { Fields, HookFormat } from '../hook-format.ts';
import { commonInput, textField } from '../hook-payload.ts';
import { projectFolder, transcriptNames } from './paths.ts';

export const cursorHooks: HookFormat = {
  agent: 'cursor',
  isGuest: true,
  paths: [],
  // Every event has them, and no other agent's.
  owns: ({ conversation_id: id, workspace_roots: roots, cursor_version: version }) =>
    typeof id === 'string' && (Array.isArray(roots) || typeof version === 'string'),
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    const session = textField(fields, 'conversation_id');
    const directory = firstRoot(fields) ?? input.directory;
    return {
      ...input,
      session,
      directory,
      // The name of the transcript's folder may not lead back to it.
      startedIn: firstRoot(fields),
      transcriptPath: transcriptIn(fields) ?? transcriptFor(session, directory, world),
      // It is not known whether the model would read an answer: what it was told is noted as told.
      prompt: undefined,
      lastAnswer: undefined,
    };
  },
  reply: () => '{}',
  replyAtStart: undefined,
};

/** Returns the folder that is open; of several, the first one. */
function firstRoot({ workspace_roots: roots }: Fields): string | undefined {
  const [first]: unknown[] = Array.isArray(roots) ? roots : [];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Returns the transcript that the payload names, if it has the form of one of Cursor's. */
function transcriptIn(fields: Fields): string | undefined {
  const path = textField(fields, 'transcript_path');
  return path !== undefined && transcriptNames(path) !== undefined ? path : undefined;
}

/** The command line client names no transcript: it is looked for where the client keeps them. */
function transcriptFor(
  session: string | undefined,
  directory: string,
  world: World,
): string | undefined {
  if (session === undefined || !isPlainName(session)) return undefined;
  const path = pathsOf(world);
  const folder = path.join(projectFolder({ ...world, cwd: directory }), 'agent-transcripts');
  const names = [path.join(session, `${session}.jsonl`), `${session}.jsonl`];
  return names.map((name) => path.join(folder, name)).find((each) => existsSync(each));
}
