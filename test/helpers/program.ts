/** An installation as hooks and servers call it, with paths that need not exist. */

import type { Program } from '../../src/agents/settings-file/program.ts';

export function program(more: Partial<Program> = {}): Program {
  return {
    nodePath: '/usr/bin/node',
    scriptPath: '/opt/mementor/dist/cli.js',
    platform: 'linux',
    home: undefined,
    isSameNode: () => false,
    ...more,
  };
}
