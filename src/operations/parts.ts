/** The parts of an installation that options name: without any, the hooks are meant. Pure. */

interface Parts {
  readonly mcp?: boolean | undefined;
  readonly skill?: boolean | undefined;
  readonly statusline?: boolean | undefined;
  readonly warm?: boolean | undefined;
}

const PARTS = ['mcp', 'skill', 'statusline', 'warm'] as const;
const NONE = { mcp: false, skill: false, statusline: false, warm: false };

/** Returns the options for each part that they name, in a fixed order; for the hooks, themselves. */
export function eachPart<T extends Parts>(options: T): readonly T[] {
  const named = PARTS.filter((part) => options[part] === true);
  if (named.length < 2) return [options];
  return named.map((part) => ({ ...options, ...NONE, [part]: true }));
}
