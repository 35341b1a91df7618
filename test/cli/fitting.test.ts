/** Lists on a small terminal: what is best stays in sight. */

import { describe, expect, it } from 'vitest';
import { hasTerminal, onTerminal } from '../helpers/on-terminal.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

async function remembered(): Promise<Sandbox> {
  const box = sandbox();
  for (const boat of ['skiff', 'barge', 'yawl', 'ketch', 'punt', 'cog']) {
    const prompt = `How do we caulk the ${boat}?`;
    const answer = `The ${boat} is caulked with oakum. ${`Then its ${boat} seams are tarred, and dried. `.repeat(6)}`;
    const text = conversation(box.project).turn(prompt, answer);
    box.write(`transcripts/${boat}.jsonl`, text);
  }
  expect((await box.cli(['ingest'])).exitCode).toBe(0);
  expect((await box.cli(['config', 'limit', '6'])).exitCode).toBe(0);
  return box;
}

const linesOf = (output: string) => output.trimEnd().split('\r\n');

describe.skipIf(!hasTerminal)('hits on a terminal', () => {
  it('are as many as fit it; the rest is counted, and a number is meant as it is given', async () => {
    const box = await remembered();
    const words = ['query', 'caulk', 'with', 'oakum'];
    const { stdout } = await box.cli([...words, '--json']);
    const all = JSON.parse(stdout).hits.length;
    expect(all).toBe(6);
    const small = onTerminal(box, words, []).output;
    expect(linesOf(small).length).toBeLessThan(24);
    const shown = small.match(/^\d {2}> /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1);
    expect(shown).toBeLessThan(all);
    expect(small).toContain(`more    ${all - shown} hit${all - shown === 1 ? '' : 's'}: -n ${all}`);
    // The numbers mean what is shown.
    const beyond = await box.cli(['show', String(shown + 1)]);
    expect(beyond.stderr).toContain(`the last list has ${shown} hit`);
    const whole = onTerminal(box, [...words, '-n', String(all)], []).output;
    expect(whole.match(/^\d {2}> /gm)).toHaveLength(all);
    expect(whole).not.toMatch(/^more /m);
    const piped = (await box.cli(words)).stdout;
    expect(piped.match(/^\d {2}> /gm)).toHaveLength(all);
  });
});
