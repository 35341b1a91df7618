/** `mementor notes reject`: `notes set ID rejected`, out of habit. */

import { declared } from '../../command-line/command.ts';
import { type Json, json, noteId } from '../../command-line/options.ts';
import { run } from './set.ts';

export const command = declared({
  description: 'Say that a note does not hold: it does not come back',
  arguments: [noteId],
  options: [json()],
  examples: ['mementor notes reject 4fe1c2a0'],
  run: (options: Json & { readonly id: string }, context) =>
    run({ ...options, state: 'rejected' }, context),
});
