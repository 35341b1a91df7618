/** Does a work for each agent that is meant, so that one of them does not stop the others. */

import { ALL_AGENTS, installationsInto } from '../agents/all-installations.ts';
import type { Installation } from '../agents/installation.ts';
import { type MementorError, shownError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';

/** What could not be done for an agent, while it was done for others. */
export interface Failed {
  readonly agent: string;
  readonly error: MementorError;
}

export interface Results<Done> {
  readonly done: readonly Done[];
  readonly failed: readonly Failed[];
}

/**
 * Plans a work for each agent, then does it. What fails for one of all agents is in the answer. For
 * a single one, and for an option that not every agent has, it throws before anything is changed.
 */
export async function eachAgent<Plan, Done>(
  wanted: string | undefined,
  plan: (each: Installation) => Promise<Plan>,
  work: (each: Installation, planned: Plan) => Promise<Done>,
  context: Context,
): Promise<Results<Done>> {
  const failed: Failed[] = [];
  const attempt = async <T>({ agent }: Installation, part: () => Promise<T>): Promise<T[]> => {
    try {
      return [await part()];
    } catch (error) {
      const shown = shownError(error);
      if (wanted !== ALL_AGENTS || shown.code === 'AGENT_LACKS') throw error;
      failed.push({ agent, error: shown });
      return [];
    }
  };
  const steps: { readonly each: Installation; readonly planned: Plan }[] = [];
  for (const each of installationsInto(wanted, context)) {
    steps.push(...(await attempt(each, async () => ({ each, planned: await plan(each) }))));
  }
  const done: Done[] = [];
  for (const { each, planned } of steps) {
    done.push(...(await attempt(each, () => work(each, planned))));
  }
  return { done, failed };
}

/** Returns the document of a failure, in a list of agents. */
export function failedDocument({ agent, error: { code, message, hint } }: Failed): object {
  return { agent, error: { code, message, hint } };
}
