/** What a tool of the server is: its definition, its arguments, and what it answers. */

import * as z from 'zod';
import { MementorError } from '../errors/errors.ts';
import type { JsonObject } from '../files/json-object.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { oneLine } from '../text/lines.ts';
import { harmlessLine } from './harmless.ts';
import type { KeptMemory } from './kept-memory.ts';
import { meant } from './meant.ts';

/** What a call gets. */
export interface Call {
  /** The working directory is the client's; `interrupted` is aborted when the call is cancelled. */
  readonly context: Context;
  readonly memory: KeptMemory;
  /** Reports to the client as progress. */
  readonly watch: Watch;
  /** Lets a cancellation arrive, which ends the call here. */
  readonly pause: () => Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
  /** Parses the arguments and answers with a text; throws a {@link MementorError} for wrong ones. */
  readonly call: (given: unknown, call: Call) => Promise<string>;
}

/** Nothing leaves this machine. */
const LOCAL = { openWorldHint: false };

export const READING = { readOnlyHint: true, ...LOCAL };

/** What is written can be taken back with a command. */
export const WRITING = { readOnlyHint: false, destructiveHint: false, ...LOCAL };

interface Definition<Shape extends z.ZodRawShape>
  extends Pick<Tool, 'name' | 'description' | 'annotations'> {
  readonly input: z.ZodObject<Shape>;
  readonly run: (input: z.output<z.ZodObject<Shape>>, call: Call) => Promise<string>;
}

export function tool<Shape extends z.ZodRawShape>(definition: Definition<Shape>): Tool {
  const { name, description, annotations, input, run } = definition;
  const inputSchema = schemaOf(input);
  return {
    name,
    description,
    annotations,
    inputSchema,
    call: async (given, call) => {
      const all = meant(given, inputSchema);
      const other = Object.keys(all).filter((key) => !(key in input.shape));
      const text = await run(parsed(name, input, all, other), call);
      // Some clients add arguments of their own, and some models make them up.
      return other.length === 0 ? text : `${text}\n${noArguments(name, other)}: left out`;
    },
  };
}

/** Leaves out what no client needs: every token of it is paid in every session. */
function schemaOf(input: z.ZodObject): Tool['inputSchema'] {
  const { properties = {}, required } = z.toJSONSchema(input, { io: 'input' });
  return { type: 'object', properties, ...(required === undefined ? {} : { required }) };
}

function parsed<Shape extends z.ZodRawShape>(
  name: string,
  input: z.ZodObject<Shape>,
  given: JsonObject,
  other: readonly string[],
): z.output<z.ZodObject<Shape>> {
  const result = input.safeParse(given);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`,
  );
  if (other.length > 0) reasons.unshift(noArguments(name, other));
  const hint = `${name} takes ${Object.keys(input.shape).join(', ')}`;
  throw new MementorError('ARGUMENT_INVALID', reasons.join('; '), hint);
}

const OTHER_MAX = 3;

/** Says which arguments a tool does not have; they come from outside. */
function noArguments(name: string, keys: readonly string[]): string {
  const shown = keys
    .slice(0, OTHER_MAX)
    .map((key) => JSON.stringify(oneLine(harmlessLine(key), 40)));
  return `${name} has no argument ${shown.join(', ')}${keys.length > OTHER_MAX ? ', …' : ''}`;
}
