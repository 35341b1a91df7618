/** How often a settings file is parsed: a large one takes a second each time. */

import * as jsonc from 'jsonc-parser';
import { expect, it, vi } from 'vitest';
import { hooksOf } from '../../src/agents/claude-code/install/hook-command.ts';
import { enableIn } from '../../src/agents/settings-file/settings-edit.ts';
import { fakeContext } from '../helpers/fake-context.ts';

vi.mock('jsonc-parser', async (original) => {
  const whole = await original<typeof jsonc>();
  return { ...whole, parseTree: vi.fn(whole.parseTree) };
});

it('is once for each text that enable sees', () => {
  const hooks = hooksOf(fakeContext(), undefined);
  const file = 'settings.json';
  const { text } = enableIn('{"model": "opus"}\n', hooks, { file });
  expect(JSON.parse(text).hooks).toMatchObject({ Stop: [{}], SessionEnd: [{}] });
  expect(jsonc.parseTree).toHaveBeenCalledTimes(2);
});
