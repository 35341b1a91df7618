/** Reads the first line of a rollout: which session it is, and where it began. */

import { linesOfFile } from '../../files/file-lines.ts';
import { isObject, parseObject } from '../../files/json-object.ts';

export interface Header {
  readonly cwd: string | undefined;
  /** The thread that started it; undefined for a session of a person. */
  readonly parent: string | undefined;
}

const NO_HEADER: Header = { cwd: undefined, parent: undefined };

/** A first line holds the client's instructions, about 20 kB. */
const LINE_BYTES_MAX = 1024 * 1024;

/** Never throws: what cannot be read has no header, and neither has a compressed file. */
export function headerOf(path: string): Header {
  if (path.endsWith('.zst')) return NO_HEADER;
  try {
    for (const line of linesOfFile(path, LINE_BYTES_MAX)) return parsed(line);
  } catch {
    // As if it were empty.
  }
  return NO_HEADER;
}

function parsed(line: string): Header {
  const fields = parseObject(line);
  const payload = isObject(fields?.payload) ? fields.payload : {};
  const { cwd, parent_thread_id: parent, source } = payload;
  return { cwd: textOf(cwd), parent: textOf(parent) ?? spawnerIn(source) };
}

/** Older versions name the parent in the source alone. */
function spawnerIn(source: unknown): string | undefined {
  const by = isObject(source) && isObject(source.subagent) ? source.subagent : {};
  const spawned = Object.values(by).filter(isObject);
  return spawned.map(({ parent_thread_id: parent }) => textOf(parent)).find((id) => id);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
