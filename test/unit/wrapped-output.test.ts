import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withWrappedMessages } from '../../src/output/wrapped-output.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const LONG = 'run `mementor ingest --all` to read those of every project';

function written(isTTY: boolean, stream: 'stdout' | 'stderr', text: string): string {
  const context = {
    ...fakeContext(),
    stdout: fakeOutput(isTTY, 30),
    stderr: fakeOutput(isTTY, 30),
  };
  withWrappedMessages(context)[stream].write(text);
  return context[stream].text;
}

describe('messages on a narrow terminal', () => {
  it('hang behind their label', () => {
    for (const stream of ['stdout', 'stderr'] as const) {
      expect(written(true, stream, `hint: ${LONG}\n`)).toBe(
        'hint: run `mementor ingest\n      --all` to read those of\n      every project\n',
      );
    }
    const coloured = written(true, 'stderr', `\u001B[36mhint:\u001B[39m ${LONG}\n`);
    expect(stripVTControlCharacters(coloured.split('\n')[1] ?? '')).toBe(
      '      --all` to read those of',
    );
  });

  it('are wrapped without one, with their indent', () => {
    expect(written(true, 'stderr', `  ${LONG}\n`).split('\n')).toEqual([
      '  run `mementor ingest --all`',
      '  to read those of every',
      '  project',
      '',
    ]);
  });

  it('leave lists on standard output and a progress line as they are', () => {
    expect(written(true, 'stdout', `${LONG}\n`)).toBe(`${LONG}\n`);
    expect(written(true, 'stderr', `\r\u001B[K${LONG}`)).toBe(`\r\u001B[K${LONG}`);
  });

  it('are not touched in a pipe', () => {
    expect(written(false, 'stderr', `hint: ${LONG}\n`)).toBe(`hint: ${LONG}\n`);
  });
});
