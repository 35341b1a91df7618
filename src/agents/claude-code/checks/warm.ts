/** Checks the plugin of warm recall, and the servers that answer. No check if it is not installed. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homeOf } from '../../../home/paths.ts';
import { native, type WarmClient } from '../../../memory.ts';
import { type Check, fail, ok, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { counted } from '../../../text/numbers.ts';
import { programOf } from '../../settings-file/program.ts';
import { readWarm } from '../install/enable-warm.ts';
import { warmFolder } from '../install/warm-plugin.ts';

const NAME = 'warm';
const FIX = 'run `mementor enable --warm`, or `mementor disable --warm`';

export async function warmChecks(context: Context): Promise<Check[]> {
  const path = warmFolder(context);
  const { state, edited, receipt } = await readWarm(path, context);
  if (state === 'missing' || state === 'foreign') {
    if (receipt === undefined) return [];
    return [warn(NAME, `${path} has no plugin of Mementor's any more`, FIX)];
  }
  if (edited.length > 0) {
    const byHand = `delete ${path}, or take your changes out of it; then ${FIX}`;
    return [warn(NAME, `${path} was changed by hand (${edited.join(', ')})`, byHand)];
  }
  if (state === 'stale') {
    return [fail(NAME, `${path} starts another installation, or lacks a file`, FIX)];
  }
  const missing = [programOf(context).nodePath, context.scriptPath].find(
    (file) => !existsSync(file),
  );
  if (missing !== undefined) return [fail(NAME, `${path} starts ${missing}, which is gone`, FIX)];
  const dead = await deadIn(native().homeReport(homeOf(context)).warmClients);
  if (dead > 0) {
    const detail = `the server of ${counted(dead, 'session')} has died: Claude Code shows an error at each prompt there, and the hook answers`;
    return [warn(NAME, detail, 'type `/mcp` in that session and reconnect, or start a new one')];
  }
  return [ok(NAME, `on in ${path}`)];
}

/** Returns how many clients run whose server does not. */
async function deadIn(clients: readonly WarmClient[]): Promise<number> {
  const states = await Promise.all(
    clients.map(
      async ({ client, server }) => (await isRunning(client)) && !(await isRunning(server)),
    ),
  );
  return states.filter((isDead) => isDead).length;
}

async function isRunning(id: number): Promise<boolean> {
  return await new Promise((resolve) => {
    execFile('kill', ['-0', String(id)], (error) => resolve(error === null));
  });
}
