/** Which plots a run gives: costs over the number of chunks. */

import { costOf, enginesOf, sizesOf } from './record.mjs';

/** Returns the plots of a run: names and what is in them. */
export function figures(results) {
  const series = (prefix) => {
    const sizes = sizesOf(results, prefix);
    return enginesOf(results, `${prefix}/${sizes[0]}`).map((name) => ({
      name,
      points: sizes.map((size) => [size, costOf(results, `${prefix}/${size}`, name).median]),
    }));
  };
  const axes = { x: 'chunks', y: 'CPU ms' };
  const all = [
    ['prompt-hook', 'The prompt hook, a cold process', 'hook/prompt/cpu'],
    ['vectors-warm', 'Ten nearest of 384 dimensions, warm', 'vectors/warm/cpu'],
    ['vectors-cold', 'Ten nearest in a fresh process: opening and first query', 'vectors/cold/cpu'],
    ['words-warm', 'Eight words, any of which may match', 'words/warm/cpu'],
  ];
  const found = all
    .filter(([, , prefix]) => sizesOf(results, prefix).length > 1)
    .map(([name, title, prefix]) => [name, { title, ...axes, series: series(prefix) }]);
  return [...found, ...diskFigure(results)];
}

function diskFigure(results) {
  const stores = ['product', 'fts5-porter', 'sqlite-vec', 'sqlite-vector'];
  const of = (name) =>
    results.values
      .filter(({ id, engine }) => id.startsWith('store/bytes/') && engine === name)
      .map(({ id, value }) => [Number(id.split('/')[2]), (value * Number(id.split('/')[2])) / 1e6]);
  const series = stores.map((name) => ({ name, points: of(name) }));
  const known = series.filter(({ points }) => points.length > 1);
  if (known.length === 0) return [];
  const title = 'On disk: the product whole, the peers’ indexes';
  return [['disk', { title, x: 'chunks', y: 'MB', series: known }]];
}
