/** Asks Codex itself which hooks it knows, and whether it trusts them. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { realOf } from '../../files/folders.ts';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { Context } from '../../process/context.ts';
import { isOwnCommand } from '../settings-file/own-command.ts';
import { hooksPath } from './paths.ts';

/** A hook of ours, as Codex lists it. */
export interface ListedHook {
  /** Names file, event and position. */
  readonly key: string;
  /** Over event, command, timeout and more: what is trusted is this hash. */
  readonly hash: string;
  readonly trust: 'trusted' | 'untrusted' | 'modified';
  /** False if a person switched it off. */
  readonly enabled: boolean;
}

/** Codex answers within a second; a loaded machine is slower. */
const ANSWER_MS_MAX = 15_000;

/** Returns our hooks; undefined if there is no Codex that could be asked, or it cannot tell. */
export async function listedHooks(context: Context): Promise<ListedHook[] | undefined> {
  const own = realOf(hooksPath(context));
  const hooks = await asked(context).catch(() => undefined);
  return hooks?.filter(isObject).flatMap((hook): ListedHook[] => {
    const { key, currentHash: hash, trustStatus: trust, sourcePath, command, enabled } = hook;
    if (typeof key !== 'string' || typeof hash !== 'string') return [];
    if (typeof sourcePath !== 'string' || realOf(sourcePath) !== own) return [];
    if (typeof command !== 'string' || !isOwnCommand(command, new Set())) return [];
    if (trust !== 'trusted' && trust !== 'untrusted' && trust !== 'modified') return [];
    return [{ key, hash, trust, enabled: enabled !== false }];
  });
}

/** Speaks the protocol of Codex's editors: JSON-RPC, a message a line. */
async function asked({ cwd, env, platform }: Context): Promise<unknown[] | undefined> {
  const server = spawn('codex', ['app-server'], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    // On Windows npm installs a script, which only a shell starts.
    shell: platform === 'win32',
  });
  const timer = setTimeout(() => server.kill(), ANSWER_MS_MAX);
  const say = (message: object) => server.stdin.write(`${JSON.stringify(message)}\n`);
  const failed = new Promise<never>((_, reject) => {
    server.on('error', reject);
    server.stdin.on('error', reject);
  });
  try {
    return await Promise.race([failed, answer()]);
  } finally {
    clearTimeout(timer);
    server.kill();
  }

  async function answer(): Promise<unknown[] | undefined> {
    const clientInfo = { name: 'mementor', title: 'Mementor', version: '1' };
    const capabilities = { experimentalApi: true };
    say({ id: 1, method: 'initialize', params: { clientInfo, capabilities } });
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = parseObject(line) ?? {};
      if (id === 1) {
        say({ method: 'initialized' });
        say({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
      }
      if (id === 2) return hooksIn(result);
    }
    return undefined;
  }
}

function hooksIn(result: unknown): unknown[] | undefined {
  const data = isObject(result) ? result.data : undefined;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((each) => (isObject(each) && Array.isArray(each.hooks) ? each.hooks : []));
}
