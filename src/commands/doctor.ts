/** `mementor doctor`: checks the installation and suggests fixes. Changes nothing. */

import { doctor } from '../operations/doctor.ts';
import { renderDoctor } from '../output/doctor.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import type { Context, ExitCode } from '../process/context.ts';

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
  if (options.json) printJson(document, context);
  else {
    const page = pageOf(context.stdout, context);
    const view = { verbose: options.verbose === true, folder: context.cwd };
    context.stdout.write(renderDoctor(document, view, page));
  }
  return document.ok ? 0 : 1;
}
