/** A model of three languages in a few hundred bytes: words of the same meaning have one vector. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './fake-context.ts';
import { entryOf } from './models.ts';

export const TRILINGUAL = 'tiny-trilingual';

/** Words that mean the same stand in one row; each row is a dimension. */
const MEANINGS: readonly (readonly string[])[] = [
  ['harbour', 'hafen', '항구'],
  ['ferry', 'fähre', '여객선'],
  ['bakery', 'bäckerei', '빵집'],
  ['flour', 'mehl', '밀가루'],
];
const SPECIAL = ['<s>', '</s>', '<unk>', '▁'] as const;
/** One more dimension for what has no meaning here. */
const DIMENSIONS = MEANINGS.length + 1;

/** Writes a folder for `mementor model get`: an ONNX model with a Unigram tokenizer. */
export function trilingualModel(): string {
  const folder = temporaryFolder();
  const words = MEANINGS.flatMap((row, meaning) => row.map((word) => ({ word, meaning })));
  const weights = lookUp([
    ...SPECIAL.map(() => DIMENSIONS - 1),
    ...words.map(({ meaning }) => meaning),
  ]);
  const tokenizer = Buffer.from(JSON.stringify(unigram(words.map(({ word }) => `▁${word}`))));
  const files = [
    { name: 'weights.onnx', content: weights },
    { name: 'words.json', content: tokenizer },
  ];
  mkdirSync(folder, { recursive: true });
  for (const { name, content } of files) writeFileSync(join(folder, name), content);
  const described = { dimensions: DIMENSIONS, pooling: 'mean', query_prefix: '' };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(entryOf(TRILINGUAL, files, described)));
  return folder;
}

/** A tokenizer as multilingual models have it: pieces with probabilities, and `▁` for a space. */
function unigram(pieces: readonly string[]): object {
  const added = SPECIAL.slice(0, 3).map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  }));
  const sequence = { Sequence: { id: 'A', type_id: 0 } };
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const token = (id: string, at: number) => ({ id, ids: [at], tokens: [id] });
  return {
    version: '1.0',
    added_tokens: added,
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: {
      type: 'Metaspace',
      replacement: '▁',
      prepend_scheme: 'always',
      split: true,
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('<s>'), sequence, special('</s>')],
      pair: [special('<s>'), sequence, special('</s>')],
      special_tokens: { '<s>': token('<s>', 0), '</s>': token('</s>', 1) },
    },
    model: {
      type: 'Unigram',
      unk_id: 2,
      vocab: [...SPECIAL.map((piece) => [piece, -5]), ...pieces.map((piece) => [piece, -1])],
    },
  };
}

/** An ONNX model of one node: the vector of a token stands in the row of its id. */
function lookUp(meaningOfToken: readonly number[]): Buffer {
  const table = Buffer.alloc(meaningOfToken.length * DIMENSIONS * 4);
  meaningOfToken.forEach((meaning, token) => {
    // What has no meaning here is nearly nothing, so that it turns no vector.
    const length = meaning === DIMENSIONS - 1 ? 0.1 : 1;
    table.writeFloatLE(length, (token * DIMENSIONS + meaning) * 4);
  });
  const tensor = message(
    [1, meaningOfToken.length],
    [1, DIMENSIONS],
    [2, FLOAT],
    [8, 'table'],
    [9, table],
  );
  const node = message([1, 'table'], [1, 'input_ids'], [2, 'last_hidden_state'], [4, 'Gather']);
  const graph = message(
    [1, node],
    [2, 'graph'],
    [5, tensor],
    [11, value('input_ids', INT64, ['batch', 'tokens'])],
    // Every sentence model has it.
    [11, value('attention_mask', INT64, ['batch', 'tokens'])],
    [12, value('last_hidden_state', FLOAT, ['batch', 'tokens', DIMENSIONS])],
  );
  return message([1, 8], [7, graph], [8, message([2, 13])]);
}

const FLOAT = 1;
const INT64 = 7;

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((size): Field => {
    return [1, typeof size === 'number' ? message([1, size]) : message([2, size])];
  });
  const tensor = message([1, type], [2, message(...dimensions)]);
  return message([1, name], [2, message([1, tensor])]);
}

type Field = readonly [number: number, value: number | string | Buffer];

/** Writes a message of Protocol Buffers. */
function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value as string);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Buffer {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
