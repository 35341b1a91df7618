/** Models of random bytes, and a server on this machine that has their files. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from './fake-context.ts';

export const BUNDLED = 'tiny-default';
export const PULLED = 'tiny-better';

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes without a pattern, the same for the same seed. */
export function noise(length: number, seed: string): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

export interface Entry {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Returns an entry of a manifest, or a `model.json`. */
export function entryOf(
  id: string,
  files: readonly { readonly name: string; readonly content: Buffer; readonly more?: object }[],
  more: object = {},
): Entry {
  const described = files.map(({ name, content, more: others }) => ({
    name,
    bytes: content.length,
    sha256: sha256Of(content),
    ...others,
  }));
  const shape = {
    licence: 'MIT',
    dimensions: 8,
    pooling: 'cls',
    window: 32,
    query_prefix: 'find: ',
  };
  return {
    id,
    ...shape,
    weights: 'weights.onnx',
    tokenizer: 'words.json',
    files: described,
    ...more,
  };
}

export interface TestModels {
  /** Folder for MEMENTOR_MODELS: one model is there, another can be had; they share a file. */
  readonly folder: string;
  /** The variables that name this folder, and files that stand for what runs the models. */
  readonly env: Readonly<Record<string, string>>;
  readonly weights: Buffer;
  readonly words: Buffer;
  readonly ownWeights: Buffer;
}

export function testModels(url = 'https://models.invalid/weights.onnx'): TestModels {
  const folder = temporaryFolder();
  const words = noise(1_000, 'words');
  const ownWeights = noise(5_000, 'own');
  const weights = noise(300_000, 'better');
  const wordsFile = { name: 'words.json', content: words };
  const models = [
    entryOf(BUNDLED, [{ name: 'weights.onnx', content: ownWeights }, wordsFile], { window: 16 }),
    entryOf(PULLED, [
      { name: 'weights.onnx', content: weights, more: { url } },
      { ...wordsFile, more: { same_as: BUNDLED } },
    ]),
  ];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ default: BUNDLED, models }));
  mkdirSync(join(folder, BUNDLED));
  writeFileSync(join(folder, BUNDLED, 'weights.onnx'), ownWeights);
  writeFileSync(join(folder, BUNDLED, 'words.json'), words);
  const [engines, onnxruntime] = [join(folder, 'engines.node'), join(folder, 'libonnxruntime.so')];
  for (const path of [engines, onnxruntime]) writeFileSync(path, 'never loaded');
  const env = {
    MEMENTOR_MODELS: folder,
    MEMENTOR_ENGINES: engines,
    MEMENTOR_ONNXRUNTIME: onnxruntime,
  };
  return { folder, env, weights, words, ownWeights };
}

export interface TestServer {
  readonly url: string;
  /** Path and `Range` header of each request. */
  readonly asked: readonly (readonly [path: string, range: string | undefined])[];
  /** Connections that wait for an answer or for its end. */
  cut(): void;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const running: (() => void)[] = [];

afterAll(() => {
  for (const stop of running.splice(0)) stop();
});

/** Starts a server that is stopped after the test file. */
export async function serve(answer: Answer): Promise<TestServer> {
  const asked: [string, string | undefined][] = [];
  const server = createServer((request, response) => {
    asked.push([request.url ?? '', request.headers.range]);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => server.closeAllConnections();
  running.push(() => {
    server.close();
    cut();
  });
  return { url: `http://127.0.0.1:${port}`, asked, cut };
}

/** Answers as a good server of files does: a part when one is asked for. */
export function fileAnswer(content: Buffer): Answer {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const headers = { 'content-length': content.length - from };
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    if (from === 0) response.writeHead(200, headers);
    else response.writeHead(206, { ...headers, 'content-range': range });
    response.end(content.subarray(from));
  };
}
