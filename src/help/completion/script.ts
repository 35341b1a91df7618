/** Generates a shell's completion script from the commands. */

import type { CommandNode } from '../tree.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function completionOf(shell: Shell, root: CommandNode): string {
  return SCRIPTS[shell](root);
}
