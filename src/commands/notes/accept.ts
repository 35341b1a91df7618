/** `mementor notes accept`: `notes set ID active`, out of habit. */

import { declared } from '../../command-line/command.ts';
import { type Json, json, noteId } from '../../command-line/options.ts';
import { run } from './set.ts';

export const command = declared({
  description: 'Say that a proposed note holds',
  arguments: [noteId],
  options: [json()],
  examples: ['mementor notes accept 4fe1c2a0'],
  run: (options: Json & { readonly id: string }, context) =>
    run({ ...options, state: 'active' }, context),
});
