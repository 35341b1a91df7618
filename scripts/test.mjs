/** `npm test`: every test that needs nothing but this repository. */

import { close, runAll } from './run-all.mjs';
import { TESTS } from './steps.mjs';

close(await runAll(TESTS));
