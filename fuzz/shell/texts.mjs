/** Almost valid files and hook payloads: corpus inputs that are cut and recombined. */

import fc from 'fast-check';

/** Parts of JSON, invalid JSON, and names that the readers look up. */
const PIECES = [
  ...'{}[],:"\\\n\t \uFEFF\0\u2028',
  ...'\r\n|//x\n|/*x*/|null|true|1e999|-0|"\\ud800"|{}|[]|"__proto__"'.split('|'),
  ...'"hooks"|"Stop"|"command"|"type"|"args"|"matcher":""|"hooks":{}|{"hooks":[]}'.split('|'),
  ...'"session_id"|"injected":["a"]|"compacting":"auto"|"compacted":true|"atMs":1'.split('|'),
];

/** One change: its position (as a share of the text), how much is removed, and what is inserted. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 400 }),
  ),
  text: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ maxLength: 8 })),
});

/** Values that contain names the readers look up, at any depth. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('hooks', 'Stop', 'command', 'auto', 'startup', '/x', ''),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          ...['hooks', 'Stop', 'SessionStart', 'type', 'command', 'args', 'session_id', 'prompt'],
          ...['injected', 'atMs', 'compacted', 'compacting', 'directory', 'limit', 'sessions'],
        ),
        fc.string({ maxLength: 4 }),
      ),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
})).any;

const written = fc
  .tuple(value, fc.constantFrom(undefined, 1, 2, 4, '\t'), fc.boolean())
  .map(([made, indent, isWindows]) => {
    const text = JSON.stringify(made, null, indent);
    return isWindows ? text.replaceAll('\n', '\r\n') : text;
  });

/** Texts that start as one of `kept` or as any value, and are then changed. */
export function textsFrom(kept) {
  const begun = kept.length === 0 ? written : fc.oneof(fc.constantFrom(...kept), written);
  return fc
    .tuple(begun, fc.array(change, { maxLength: 4 }))
    .map(([text, changes]) => changes.reduce(changed, text));
}

function changed(text, { at, length, text: added }) {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + added + text.slice(from + length);
}
