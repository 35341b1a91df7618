/**
 * The lines of a client. The protocol's reader closes for good at a line that is too long, so such a
 * line does not reach it: the client gets an error, with the id of its request where that is found.
 */

import { Transform, type Writable } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { sized } from '../text/numbers.ts';
import { type Received, refusal } from './messages.ts';

/** The longest line that is read. A note with the longest body has about 100 kB. */
export const LINE_BYTES_MAX = 8_000_000;

/** How much of each end of a longer line is kept. Clients write the id first or last. */
const END_BYTES = 1024;

const AS_IT_IS = (line: string): Received => ({ lines: [line], answers: [] });

/**
 * Passes on what `read` makes of whole lines, with its answers on the output, and answers there
 * lines that are longer than `bytesMax`.
 */
export function linesWithin(
  output: Writable,
  bytesMax = LINE_BYTES_MAX,
  read: (line: string) => Received = AS_IT_IS,
): Transform {
  const answer = (line: string) => output.writable && output.write(line);
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
        if (bytes > bytesMax) answer(tooLong(parts, bytes, bytesMax));
        else {
          const { lines, answers } = read(Buffer.concat(parts).toString());
          for (const line of lines) this.push(line);
          for (const line of answers) answer(line);
        }
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

function tooLong([head, tail]: readonly Buffer[], bytes: number, bytesMax: number): string {
  const message = `a message has at most ${sized(bytesMax)}, and this one has ${sized(bytes)}; send less at once`;
  return refusal(requestId(String(head), String(tail)), ProtocolErrorCode.InvalidRequest, message);
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
