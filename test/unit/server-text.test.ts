import { describe, expect, it } from 'vitest';
import { serverOf } from '../../src/agents/settings-file/server-text.ts';

describe('serverOf', () => {
  const context = (env: Record<string, string>) => ({
    nodePath: '/bin/node',
    scriptPath: '/lib/cli.js',
    env,
    homedir: '/home/ann',
    cwd: '/home/ann/work',
    platform: 'linux' as const,
  });

  it('names a chosen home as an absolute path', () => {
    for (const chosen of ['memory', './memory', '/home/ann/work/memory'])
      expect(serverOf(context({ MEMENTOR_HOME: chosen })).env).toEqual({
        MEMENTOR_HOME: '/home/ann/work/memory',
      });
  });

  it('names no home that nobody chose', () => {
    for (const env of [{}, { MEMENTOR_HOME: '' }])
      expect(serverOf(context(env)).env).toBe(undefined);
  });
});
