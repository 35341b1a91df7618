/**
 * Decides on a note by reading alone, and hands it over: it is durable and is found at once, and
 * nobody waits for whoever writes to the memory. Loads little.
 */

import { isRunByAgent } from '../../agents/find.ts';
import { processOf } from '../../capture/process-of.ts';
import { ifPossible } from '../../errors/errors.ts';
import { type NewNote, type OpenMemory, openForReading, type Remembered } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { beginningOfId } from '../id.ts';

export interface RememberOptions {
  /** The first line is the summary, the rest the body. */
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly files: readonly string[];
  readonly scope: 'project' | 'person';
  /** The branch on which alone it holds; empty for the one that is checked out. */
  readonly branch?: string | undefined;
  readonly pin: boolean;
  /** Prefixes of the ids of notes that it replaces. */
  readonly supersedes: readonly string[];
  readonly project: string | undefined;
  /** Whether a coding agent writes it; by default whoever runs this process does. */
  readonly agent?: boolean;
}

/** Where ids are shown. */
export const WHERE_IDS = '`mementor notes` shows ids';

/** Returns the note as the core wants it. */
export function noteOf(options: RememberOptions, context: Context): NewNote {
  const { text, kind, project } = options;
  return {
    id: newId(),
    text,
    kind,
    tags: [...options.tags],
    files: [...options.files],
    scope: options.branch === undefined || options.scope === 'person' ? options.scope : 'branch',
    pinned: options.pin,
    supersedes: options.supersedes.map((id) => beginningOfId(id, WHERE_IDS)),
    author: options.agent === true || isRunByAgent(context) ? 'agent' : 'person',
    directory: context.cwd,
    ...(project === undefined ? {} : { project }),
    ...(options.branch === undefined ? {} : { branch: options.branch }),
  };
}

/** Returns a random UUID. It is no secret, and `node:crypto` takes 10 ms to load. */
function newId(): string {
  const digit = (from: number, to: number) =>
    Math.floor(from + Math.random() * (to - from)).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'
    .replaceAll('x', () => digit(0, 16))
    .replace('y', () => digit(8, 12));
}

/**
 * Hands a note over. Returns undefined if it cannot be decided on by reading: there is no memory
 * yet, it cannot be read, or the directory claims a project that was never seen.
 */
export function handedOver(
  note: NewNote,
  options: OpenMemory,
  context: Context,
): Remembered | undefined {
  // The way that writes reports why it cannot be read, or repairs that.
  const memory = ifPossible(() => openForReading(options));
  if (memory === undefined) return undefined;
  return memory.remember(note, options.nowMs, processOf(context)) ?? undefined;
}
