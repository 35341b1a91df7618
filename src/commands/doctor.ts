/** `mementor doctor`: checks the installation and suggests fixes. Changes nothing. */

import { declared, option } from '../command-line/command.ts';
import { json } from '../command-line/options.ts';
import { doctor } from '../operations/doctor.ts';
import { printAnswer } from '../output/answer.ts';
import { renderDoctor } from '../output/doctor.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Check the installation and suggest fixes',
  options: [option('-v, --verbose', 'show every check, also those that seldom matter'), json()],
  examples: ['mementor doctor', 'mementor doctor --json > report.json'],
  run: (options: DoctorOptions, context) => run(options, context),
});

export interface DoctorOptions {
  readonly json: boolean;
  /** Shows the results that interest few, too. */
  readonly verbose?: boolean;
}

/** Exits with 1 if a check fails; warnings are allowed. */
export async function run(
  options: DoctorOptions,
  context: Context,
  system?: readonly string[],
): Promise<ExitCode> {
  const document = await doctor(context, system);
  const view = { verbose: options.verbose === true, folder: context.cwd };
  printAnswer({ document, text: (page) => renderDoctor(document, view, page) }, options, context);
  return document.ok ? 0 : 1;
}
