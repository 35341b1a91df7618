/** After all tests: none of them made a memory in the home of whoever runs them. */

import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { homeOf } from '../../src/home/paths.ts';

/** The homes that the program would choose, with this environment and with none. */
function homes(): readonly string[] {
  const { platform, env } = process;
  const worlds = [
    { env, homedir: homedir() },
    { env: {}, homedir: userInfo().homedir },
  ];
  return worlds.map((world) => homeOf({ ...world, cwd: process.cwd(), platform }));
}

export function setup(): () => void {
  const missing = homes().filter((home) => !existsSync(home));
  return () => {
    const made = missing.filter((home) => existsSync(home));
    if (made.length > 0) {
      throw new Error(`a test started the program without a home of its own: ${made.join(', ')}`);
    }
  };
}
