/** Processes of a sandbox, as Linux lists them, and waiting. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const poll_ms = 100;

/** Returns the processes, but ours, that name the sandbox on their command line or environment. */
export function processesOf(root) {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: wordsOf(name, 'cmdline') }))
    .filter(({ pid, command }) => `${command} ${wordsOf(pid, 'environ')}`.includes(root));
}

function wordsOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended, or is another user's.
  }
}

export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Polls until a condition holds; tells whether it did in time. */
export async function until(holds, wait_ms) {
  const deadline = Date.now() + wait_ms;
  while (!holds()) {
    if (Date.now() > deadline) return false;
    await sleep(poll_ms);
  }
  return true;
}
