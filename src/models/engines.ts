/** What runs models other than the bundled one: an addon of its own, and ONNX Runtime's library. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { enginesAddon, onnxruntimeLibrary } from '../home/paths.ts';
import { packageRoot } from '../package-root.ts';
import { enginesPackage, thisHost } from '../process/addon-package.ts';
import type { Context } from '../process/context.ts';

export interface EngineFiles {
  readonly engines: string;
  readonly onnxruntime: string;
}

/** Returns where both files are, or would be. */
export function engineFiles(context: Context): EngineFiles {
  const built = enginesAddon(context);
  const engines = existsSync(built) ? built : (installed() ?? built);
  return { engines, onnxruntime: onnxruntimeLibrary(context) };
}

/** Returns which of them is missing. Neither is loaded, because that would run its code. */
export function enginesProblem(context: Context): MementorError | undefined {
  const { engines, onnxruntime } = engineFiles(context);
  if (!existsSync(engines)) {
    const message = `what runs models other than the bundled one is not at ${engines}`;
    return new MementorError('ENGINES_MISSING', message, wayToGetEngines());
  }
  if (existsSync(onnxruntime)) return undefined;
  const message = `no ONNX Runtime library at ${onnxruntime}`;
  return new MementorError('ENGINE_MISSING', message, hintFor('ENGINE_MISSING'));
}

/** The package is beside this one if it was installed, globally or in a project. */
function installed(): string | undefined {
  const name = enginesPackage(thisHost());
  try {
    return name && createRequire(import.meta.filename).resolve(name);
  } catch {
    return undefined;
  }
}

function wayToGetEngines(): string {
  const isClone = existsSync(join(packageRoot, 'Cargo.toml'));
  const name = enginesPackage(thisHost());
  if (!isClone && name !== undefined) return `run \`npm install --global ${name}\``;
  return 'run `npm run build:engines` in a clone of Mementor, and name what it builds in MEMENTOR_ENGINES if it is another clone';
}
