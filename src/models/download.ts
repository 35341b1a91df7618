/** Downloads one file. The only file of Mementor that uses the network. */

import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { MementorError } from '../errors/errors.ts';
import { FILE_MODE } from '../files/modes.ts';
import { unwritable } from '../process/unwritable.ts';
import { sized } from '../text/numbers.ts';

export interface Download {
  readonly url: URL;
  /** The only host allowed without TLS: the user named it. */
  readonly plainHost: string | undefined;
  /** The file to write; bytes that it already has are not requested again. */
  readonly part: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly signal: AbortSignal;
  /** Reports how many bytes the file has, and how many of them were received just now. */
  readonly onBytes: (done: number, received: number) => void;
}

const REDIRECTS_MAX = 5;
/** A connection without data for this long is aborted. */
const SILENCE_MS_MAX = 30_000;

const OTHERWISE =
  'try again later, or fetch the files on another machine and run `mementor model get DIR`';
const GO_ON =
  'run the command again: it continues where this stopped; or use `mementor model get DIR`';

/**
 * Completes `part` and verifies it. After a failure or an abort, received bytes stay for the next
 * attempt.
 */
export async function download(wanted: Download): Promise<void> {
  const file = await openPart(wanted.part);
  try {
    const digest = await completed(file, wanted);
    if (digest !== wanted.sha256) {
      await rm(wanted.part, { force: true });
      throw new MementorError(
        'MODEL_WRONG',
        `what ${shown(wanted.url)} gave has the sha256 ${digest} instead of ${wanted.sha256}; it was deleted`,
        OTHERWISE,
      );
    }
    await file.sync();
  } finally {
    // If no bytes were received, leave no file behind.
    if ((await file.stat()).size === 0 && wanted.bytes > 0) await rm(wanted.part, { force: true });
    await file.close();
  }
}

async function openPart(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Requests the missing bytes, and returns the SHA-256 of the whole file. */
async function completed(file: FileHandle, wanted: Download): Promise<string> {
  let size = (await file.stat()).size;
  // A larger file must be a different one.
  if (size > wanted.bytes) size = await emptied(file);
  let hash = createHash('sha256');
  if (size > 0) await hashBeginning(file, size, hash, wanted.signal);
  if (size === wanted.bytes) return hash.digest('hex');

  const silence = silenceAfter(SILENCE_MS_MAX);
  const signal = AbortSignal.any([wanted.signal, silence.signal]);
  try {
    const { response, from } = await ask(wanted, size, signal);
    if (from < size) {
      size = await emptied(file);
      hash = createHash('sha256');
    }
    let received = 0;
    for await (const piece of response.body ?? []) {
      silence.restart();
      if (size + piece.length > wanted.bytes) {
        // The bytes so far are the start of a different file.
        await rm(wanted.part, { force: true });
        throw wrongSize(wanted, `more than ${wanted.bytes}`);
      }
      await write(file, piece, size, wanted.part);
      hash.update(piece);
      size += piece.length;
      received += piece.length;
      wanted.onBytes(size, received);
    }
  } catch (error) {
    if (error instanceof MementorError || wanted.signal.aborted) throw error;
    throw broken(wanted, size, silence.signal.aborted, error);
  } finally {
    silence.end();
  }
  if (size < wanted.bytes) throw broken(wanted, size, false, undefined);
  return hash.digest('hex');
}

async function emptied(file: FileHandle): Promise<0> {
  await file.truncate(0);
  return 0;
}

async function hashBeginning(
  file: FileHandle,
  size: number,
  hash: Hash,
  signal: AbortSignal,
): Promise<void> {
  const pieces = file.createReadStream({ start: 0, end: size - 1, autoClose: false, signal });
  for await (const piece of pieces) hash.update(piece);
}

/** Writes at an explicit position, so that two downloads of the same file write the same bytes. */
async function write(file: FileHandle, piece: Uint8Array, at: number, path: string): Promise<void> {
  try {
    let written = 0;
    while (written < piece.length) {
      const { bytesWritten } = await file.write(piece, written, undefined, at + written);
      written += bytesWritten;
    }
  } catch (error) {
    throw unwritable(path, error);
  }
}

interface Reply {
  readonly response: Response;
  /** Offset of the first byte in the response. */
  readonly from: number;
}

/** Requests a file from an offset; a server may still send it from the start. */
async function ask(wanted: Download, offset: number, signal: AbortSignal): Promise<Reply> {
  const response = await followed(wanted, offset, signal);
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
    const total = range?.[2];
    if (total !== undefined && total !== '*' && Number(total) !== wanted.bytes) {
      await response.body?.cancel();
      throw wrongSize(wanted, total);
    }
    if (Number(range?.[1]) === offset) return { response, from: offset };
    await response.body?.cancel();
    // Without an offset, no server may answer with a part.
    if (offset > 0) return await ask(wanted, 0, signal);
    throw refused(wanted.url, 'sent a part of the file that was not requested');
  }
  if (response.status === 416 && offset > 0) {
    await response.body?.cancel();
    return await ask(wanted, 0, signal);
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    const { status, statusText } = response;
    throw refused(wanted.url, `answered ${status} ${statusText}`.trimEnd());
  }
  const length = response.headers.get('content-length');
  if (length !== null && Number(length) !== wanted.bytes) {
    await response.body?.cancel();
    throw wrongSize(wanted, length);
  }
  return { response, from: 0 };
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

async function followed(wanted: Download, offset: number, signal: AbortSignal): Promise<Response> {
  let { url } = wanted;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    checkAllowed(url, wanted);
    const response = await request(url, offset, signal);
    const location = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url.href)) throw refused(url, 'redirects to no address');
    url = new URL(location, url);
  }
  throw refused(wanted.url, `redirects more than ${REDIRECTS_MAX} times`);
}

function checkAllowed(url: URL, { plainHost, url: first }: Download): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && url.host === plainHost)) return;
  const where = `${url.protocol}//${url.host}`;
  throw refused(
    first,
    url === first ? 'is not an https address' : `redirects to ${where}, which is not safe`,
  );
}

async function request(url: URL, offset: number, signal: AbortSignal): Promise<Response> {
  // With compression, sizes would not match.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (offset > 0) headers.range = `bytes=${offset}-`;
  try {
    return await fetch(url, { headers, signal, redirect: 'manual' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new MementorError(
      'MODEL_DOWNLOAD',
      `${url.host} cannot be reached: ${reasonOf(error)}`,
      `check the network; ${OTHERWISE}`,
    );
  }
}

function refused(url: URL, what: string): MementorError {
  return new MementorError('MODEL_DOWNLOAD', `${shown(url)} ${what}`, OTHERWISE);
}

function wrongSize({ url, bytes }: Download, found: string): MementorError {
  const message = `what ${shown(url)} gives has ${found} bytes instead of ${bytes}`;
  return new MementorError('MODEL_WRONG', message, OTHERWISE);
}

function broken(wanted: Download, size: number, silent: boolean, error: unknown): MementorError {
  const why = silent
    ? `nothing came for ${SILENCE_MS_MAX / 1_000} s`
    : error === undefined
      ? 'it ended early'
      : reasonOf(error);
  const { url, bytes } = wanted;
  const message = `the connection to ${url.host} broke after ${sized(size)} of ${sized(bytes)}: ${why}`;
  return new MementorError('MODEL_DOWNLOAD', message, GO_ON);
}

/** `fetch failed` does not say what failed; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // If several addresses were tried, each has its own error.
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  return first instanceof Error ? first.message : cause.message;
}

/** Leaves out the query, which may contain a signature of an object store. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function silenceAfter(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: controller.signal,
    restart: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  };
}
