import { hasTmux } from '../terminal.mjs';

const menu_wait_ms = 4_000;
const events_max = 30;

/** In the client's own list of hooks a person sees whose they are. */
export async function hooksMenu({ enable, terminal, check }) {
  if (!hasTmux()) return check.skip('hooks-menu', 'there is no tmux');
  await enable();
  const shell = await terminal();
  try {
    await shell.say('/hooks');
    if (!(await shell.shows(/: mementor;/, menu_wait_ms))) await openPrompts(shell);
    const isShown = await shell.shows(/: mementor;/, menu_wait_ms);
    check.equal('the list of hooks names Mementor', isShown, true);
  } finally {
    shell.close();
  }
}

/** Old clients list all events first, and the hooks of the one that is chosen. */
async function openPrompts(shell) {
  for (let n = 0; n < events_max && !/❯ \d+\. +UserPromptSubmit/.test(shell.screen()); n++) {
    await shell.press('Down');
  }
  await shell.press('Enter');
}
