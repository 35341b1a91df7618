/** What a tool of the server is: its definition, its arguments, and what it answers. */

import * as z from 'zod';
import { MementorError } from '../errors/errors.ts';
import type { JsonObject } from '../files/json-object.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
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
    call: async (given, call) => await run(parsed(name, input, meant(given, inputSchema)), call),
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
): z.output<z.ZodObject<Shape>> {
  const known = Object.keys(input.shape);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  const hint = `${name} takes ${known.join(', ')}`;
  if (unknown !== undefined) {
    const message = `${name} has no argument ${JSON.stringify(unknown)}`;
    throw new MementorError('ARGUMENT_INVALID', message, hint);
  }
  const result = input.safeParse(given);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`,
  );
  throw new MementorError('ARGUMENT_INVALID', reasons.join('; '), hint);
}
