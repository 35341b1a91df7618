/** `mementor notes reject`: `notes set ID rejected`, for several at once. */

import { declared } from '../../command-line/command.ts';
import { json, noteIds } from '../../command-line/options.ts';
import { type Several, setAll } from './set.ts';

export const command = declared({
  description: 'Say that notes do not hold: they do not come back',
  arguments: [noteIds],
  options: [json()],
  examples: ['mementor notes reject 4fe1c2a0', 'mementor notes reject 4fe1c2a0 9ad3b7c4'],
  run: (options: Several, context) => setAll(options, 'rejected', context),
});
