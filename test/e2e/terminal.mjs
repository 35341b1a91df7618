/** The client as a person has it: interactive, in a tmux of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const start_wait_ms = 20_000;
const screen_wait_ms = 15_000;
const poll_ms = 100;
const exit_tries = 10;
// A key that comes with the text before it is taken for pasted text.
const key_pause_ms = 300;

/** Tells whether there is a tmux. */
export function hasTmux() {
  return spawnSync('tmux', ['-V'], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }).status === 0;
}

/** Starts the client and waits for its prompt. Close it: tmux keeps it running. */
export async function openTerminal({ root, cwd, client, env }) {
  const tmux = tmuxAt(join(root, 'tmux.sock'), env);
  startClient(tmux, { cwd, client, env });
  const terminal = terminalOf(tmux);
  if (!(await terminal.shows(/^\W*[❯>]/m, start_wait_ms))) {
    const screen = terminal.screen();
    terminal.close();
    throw new Error(`the client shows no prompt:\n${screen}`);
  }
  return terminal;
}

function tmuxAt(socket, { PATH, HOME, LANG, TERM }) {
  const options = { env: { PATH, HOME, LANG, TERM }, encoding: 'utf8' };
  return (...args) => spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], options);
}

function startClient(tmux, { cwd, client, env }) {
  // `env -i` takes tmux's own variables away: nothing tells the client that it is in one.
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const command = ['env', '-i', ...words, client.command, ...client.args];
  const { status, stderr } = tmux(
    ...['new-session', '-d', '-s', 'e2e', '-x', '140', '-y', '45', '-c', cwd],
    command.map(quoted).join(' '),
  );
  if (status !== 0) throw new Error(`tmux: ${stderr}`);
}

function terminalOf(tmux) {
  const terminal = {
    screen: () => tmux('capture-pane', '-p', '-t', 'e2e').stdout ?? '',
    isOpen: () => tmux('has-session', '-t', 'e2e').status === 0,
    shows: (pattern, wait_ms = screen_wait_ms) => shows(terminal, pattern, wait_ms),
    /** Types a line and sends it off, once it can be seen. */
    async say(text) {
      tmux('send-keys', '-t', 'e2e', '-l', text);
      await send(terminal, text);
    },
    async press(key) {
      tmux('send-keys', '-t', 'e2e', key);
      await sleep(key_pause_ms);
    },
    leave: () => leave(terminal),
    close() {
      tmux('kill-server');
    },
  };
  return terminal;
}

async function shows(terminal, pattern, wait_ms) {
  const deadline = Date.now() + wait_ms;
  while (!pattern.test(terminal.screen())) {
    if (Date.now() > deadline) return false;
    await sleep(poll_ms);
  }
  return true;
}

async function send(terminal, text) {
  const start = new RegExp(text.slice(0, 20).replace(/\W/g, '\\$&'));
  if (!(await terminal.shows(start))) {
    throw new Error(`${text} does not show on the screen:\n${terminal.screen()}`);
  }
  await sleep(key_pause_ms);
  await terminal.press('Enter');
}

/**
 * Ends the client as a person does, and tells whether it went. With keys, as `/exit` is a line of
 * the transcript that an older client may write after its last hook.
 */
async function leave(terminal) {
  for (let tries = 0; tries < exit_tries && terminal.isOpen(); tries++) {
    // The second press in short order means it.
    await terminal.press('C-d');
    await terminal.press('C-d');
  }
  return !terminal.isOpen();
}

/** tmux gives its command to a shell. */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
