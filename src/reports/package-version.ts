/** The version in package.json. */

import { join } from 'node:path';
import { parseObject } from '../files/json-object.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { packageRoot } from '../package-root.ts';

/** Returns the version of this package; `undefined` if it is unknown. */
export function packageVersion(): string | undefined {
  const text = textIfReadable(join(packageRoot, 'package.json'));
  const { version } = parseObject(text ?? '') ?? {};
  return typeof version === 'string' ? version : undefined;
}
