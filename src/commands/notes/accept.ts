/** `mementor notes accept`: `notes set ID active`, for several at once. */

import { declared } from '../../command-line/command.ts';
import { json, noteIds } from '../../command-line/options.ts';
import { type Several, setAll } from './set.ts';

export const command = declared({
  description: 'Say that proposed notes hold',
  arguments: [noteIds],
  options: [json()],
  examples: ['mementor notes accept 4fe1c2a0', 'mementor notes accept 4fe1c2a0 9ad3b7c4'],
  run: (options: Several, context) => setAll(options, 'active', context),
});
