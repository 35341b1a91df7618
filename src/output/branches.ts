/** Says which branches there are, where none has the name that was given. Pure. */

import type { BranchesMeant } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';

/** Returns a hint; undefined if no branch is known. */
export function branchesHint({ names, near, more }: BranchesMeant): string | undefined {
  if (names.length === 0) return undefined;
  const quoted = names.map((name) => `"${oneLine(name)}"`);
  if (near) return `did you mean ${quoted.join(' or ')}?`;
  const others = more > 0 ? `, and ${counted(more, 'other')}` : '';
  return `the branches used last are ${quoted.join(', ')}${others}`;
}
