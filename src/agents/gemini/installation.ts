/** Installs our hooks into Gemini CLI: into the person's `settings.json`. */

import type { Node } from 'jsonc-parser';
import { hooksFileInstallation } from '../hooks-file-installation.ts';
import { plainLayout } from '../settings-file/hooks.ts';
import { isEditedCommand, isOwnCommand } from '../settings-file/own-command.ts';
import { jsonServer } from '../settings-file/server-text.ts';
import { itemsOf, propertyOf, valueIn } from '../settings-file/settings-json.ts';
import { geminiHome, settingsPath } from './paths.ts';

const FORM = { client: 'Gemini CLI', comments: true };

export const geminiInstallation = hooksFileInstallation({
  agent: 'gemini',
  folder: geminiHome,
  file: settingsPath,
  layout: plainLayout({
    ...FORM,
    // None at the start of a session: its text would be glued to the first prompt. No PreCompress:
    // it comes before every call of the model.
    events: {
      BeforeAgent: 'user-prompt-submit',
      AfterAgent: 'stop',
      SessionEnd: 'session-end',
    },
    // Milliseconds.
    timeout: 5_000,
    timeoutMax: 600_000,
    anyShell: true,
  }),
  server: {
    file: settingsPath,
    text: (path, server) => jsonServer(path, FORM, server),
    title: 'mcpServers.mementor',
  },
  use: () => [
    'Gemini CLI runs the hooks from its next start on, without asking. It runs none in a folder that you told it not to trust.',
    'Nothing is added when a session starts, because Gemini CLI would take it for your first words; at prompts it is added.',
  ],
  switchedOff: (root) => {
    const config = valueIn(propertyOf(root, 'hooksConfig'));
    if (valueIn(propertyOf(config, 'enabled'))?.value === false) return 'hooksConfig.enabled';
    // `/hooks disable` lists a hook without a name by its command.
    const disabled = itemsOf(valueIn(propertyOf(config, 'disabled')));
    const isOurs = ({ value }: Node) =>
      typeof value === 'string' &&
      [isOwnCommand, isEditedCommand].some((is) => is(value, new Set()));
    return disabled.some(isOurs) ? 'hooksConfig.disabled' : undefined;
  },
});
