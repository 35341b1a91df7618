/**
 * `npm test`: every test that needs nothing but this repository. A word runs one part alone: `cargo`
 * or `vitest`, by the Node that this is.
 */

import { close, runAll } from './run-all.mjs';
import { TESTS } from './steps.mjs';

const [only] = process.argv.slice(2);
const meant = only === undefined ? TESTS : TESTS.filter(({ runner }) => runner === only);
if (meant.length === 0) throw new Error(`no part of the tests is called ${only}`);
close(await runAll(meant));
