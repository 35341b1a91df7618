import { describe, expect, it } from 'vitest';
import { programOf } from '../../src/agents/settings-file/program.ts';
import { serverOf } from '../../src/agents/settings-file/server-text.ts';
import { fakeContext } from '../helpers/fake-context.ts';

describe('serverOf', () => {
  const env = (env: Record<string, string>) =>
    serverOf(programOf(fakeContext({ homedir: '/home/ann', cwd: '/home/ann/work', env }))).env;

  it('names a chosen home as an absolute path', () => {
    for (const chosen of ['memory', './memory', '/home/ann/work/memory'])
      expect(env({ MEMENTOR_HOME: chosen })).toEqual({
        NODE_OPTIONS: '',
        MEMENTOR_HOME: '/home/ann/work/memory',
      });
  });

  it('names no home that nobody chose', () => {
    for (const set of [{}, { MEMENTOR_HOME: '' }]) expect(env(set)).toEqual({ NODE_OPTIONS: '' });
  });
});
