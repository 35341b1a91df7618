/**
 * The lines of a client. The protocol's reader closes for good at a line that is too long, so such a
 * line does not reach it: the client gets an error, with the id of its request where that is found.
 */

import { Transform, type Writable } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { sized } from '../text/numbers.ts';

/** The longest line that is read. A note with the longest body has about 100 kB. */
export const LINE_BYTES_MAX = 8_000_000;

/** How much of each end of a longer line is kept. Clients write the id first or last. */
const END_BYTES = 1024;

/** Passes whole lines on, and answers those that are longer than `bytesMax` on the output. */
export function linesWithin(output: Writable, bytesMax = LINE_BYTES_MAX): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes > bytesMax) parts = endsOf(Buffer.concat(parts));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = lineEnd(chunk, start); end > 0; end = lineEnd(chunk, start)) {
        add(chunk.subarray(start, end));
        if (bytes <= bytesMax) this.push(Buffer.concat(parts));
        else if (output.writable) output.write(refusal(parts, bytes, bytesMax));
        [parts, bytes, start] = [[], 0, end];
      }
      add(chunk.subarray(start));
      done();
    },
  });
}

/** Returns where the line ends that starts there; 0 if it goes on behind the chunk. */
function lineEnd(chunk: Buffer, start: number): number {
  return chunk.indexOf('\n', start) + 1;
}

function endsOf(line: Buffer): Buffer[] {
  return [line.subarray(0, END_BYTES), line.subarray(-END_BYTES)];
}

function refusal([head, tail]: readonly Buffer[], bytes: number, bytesMax: number): string {
  const message = `a message has at most ${sized(bytesMax)}, and this one has ${sized(bytes)}; send less at once`;
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  const id = requestId(String(head), String(tail));
  return `${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`;
}

const MEMBER = String.raw`"(\w+)"\s*:\s*("[^"\\\p{Cc}]*"|-?\d+)`;
const FIRST_MEMBERS = new RegExp(String.raw`^\s*\{\s*(?:${MEMBER}\s*,\s*)*`, 'u');
const LAST_MEMBERS = new RegExp(String.raw`(?:,\s*${MEMBER}\s*)*\}\s*$`, 'u');

/** Returns the id of a request if it is among the first or the last short members of its line. */
function requestId(head: string, tail: string): string | number | undefined {
  const outer = `${FIRST_MEMBERS.exec(head)?.[0] ?? ''}${LAST_MEMBERS.exec(tail)?.[0] ?? ''}`;
  const members = outer.matchAll(new RegExp(MEMBER, 'gu'));
  const { id, method } = Object.fromEntries([...members].map(([, name, value]) => [name, value]));
  // The id of an answer is the server's own: the client may wait for something else by that id.
  if (id === undefined || method === undefined) return undefined;
  return id.startsWith('"') ? id.slice(1, -1) : Number(id);
}
