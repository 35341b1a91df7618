/** `npm run lint`: formatters and linters, warnings denied. */

import { close, runAll } from './run-all.mjs';
import { LINTERS } from './steps.mjs';

close(await runAll(LINTERS));
