/** Payloads as hooks leave them in the inbox. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as memory from '../../src/memory.ts';

/** A payload as its file has it. */
export type Payload = memory.Payload & { readonly version: 1 };

let count = 0;

export function putPayload(inbox: string, payload: Payload): void {
  count += 1;
  const time = String(payload.receivedAtMs).padStart(14, '0');
  mkdirSync(inbox, { recursive: true });
  const name = `${time}-${count.toString(16).padStart(12, '0')}.json`;
  writeFileSync(join(inbox, name), JSON.stringify(payload));
}
