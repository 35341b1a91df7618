/** The version of the program, and the flags that ask for it. */

export const VERSION = '0.1.0';

/** `-V` is what Commander's programs have. */
const FLAGS: ReadonlySet<string> = new Set(['--version', '-v', '-V']);

/** Whether the version alone is asked for: it is printed without the program being loaded. */
export function isVersionAsked(args: readonly string[]): boolean {
  const [only = ''] = args;
  return args.length === 1 && FLAGS.has(only);
}
