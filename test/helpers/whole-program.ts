/** The program with all its commands, none of which does anything. */

import type { Command } from 'commander';
import { program } from '../../src/program/build.ts';
import { fakeContext } from './fake-context.ts';

export async function wholeProgram(): Promise<Command> {
  return await program({
    context: fakeContext(),
    json: false,
    run: async () => {},
  });
}
