/** `mementor completion`: prints a script that completes commands in a shell. */

import { argument, declared } from '../command-line/command.ts';
import { SCRIPTS, type Shell } from '../help/completion/scripts.ts';

export const command = declared({
  description: 'Print a script that completes commands, options and values in a shell',
  arguments: [argument('<shell>', '', { choices: Object.keys(SCRIPTS) })],
  examples: ['mementor completion zsh > ~/.zfunc/_mementor'],
  note: [
    'To install it (then open a new shell)',
    'bash, with the package bash-completion:',
    '  mkdir -p ~/.local/share/bash-completion/completions',
    '  mementor completion bash > ~/.local/share/bash-completion/completions/mementor',
    'zsh:',
    '  mkdir -p ~/.zfunc && mementor completion zsh > ~/.zfunc/_mementor',
    '  and in ~/.zshrc, unless it has these two lines already:',
    '  fpath=(~/.zfunc $fpath)',
    '  autoload -Uz compinit && compinit',
    'fish:',
    '  mementor completion fish > ~/.config/fish/completions/mementor.fish',
  ],
  run: async ({ shell }: { readonly shell: Shell }, context) => {
    context.stdout.write(SCRIPTS[shell]);
    return 0;
  },
});
