/** Reading and writing at once, also where a pipe does not block. */

import { describe, expect, it } from 'vitest';
import { patiently } from '../../src/process/stdio.ts';

/** Returns a call that fails with these codes, one after the other, and then succeeds. */
function failing(codes: readonly string[], result: number): () => number {
  const left = [...codes];
  return () => {
    const code = left.shift();
    if (code === undefined) return result;
    throw Object.assign(new Error(code), { code });
  };
}

describe('a call on a pipe', () => {
  it('is repeated until the other side is ready', () => {
    expect(patiently(failing(['EAGAIN', 'EAGAIN'], 5))).toBe(5);
  });

  it('has read nothing more at the end that Windows calls an error', () => {
    expect(patiently(failing(['EAGAIN', 'EOF'], 5))).toBe(0);
  });

  it('fails when the other side is gone', () => {
    expect(() => patiently(failing(['EPIPE'], 5))).toThrow('EPIPE');
  });
});
