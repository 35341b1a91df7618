/** What was measured: costs with their ratios, and values. The content of `results.json`. */

import { pairedRatio, summary } from './statistics.mjs';

/** Costs are compared with the product's; these names are the product's own. */
const isProduct = (engine) => engine.startsWith('product');

export function makeRecord() {
  const [costs, ratios, values, notes] = [[], [], [], []];
  return {
    ...{ costs, ratios, values, notes },
    /**
     * Adds the samples of each engine for one thing, taken in turns: `engines` is
     * `{ name: [numbers] }`. Lower is better.
     */
    cost(id, unit, engines) {
      for (const [engine, samples] of Object.entries(engines)) {
        costs.push({ id, engine, unit, ...summary(samples) });
      }
      ratios.push(...ratiosOf(id, Object.entries(engines)));
    },
    /** Adds a number of one engine; `better` is `lower`, `higher`, or left out. */
    value(id, engine, unit, value, better) {
      values.push({ id, engine, unit, value, ...(better ? { better } : {}) });
    },
    /** Adds a line that a reader of the tables must know. */
    note(line) {
      notes.push(line);
      process.stderr.write(`note: ${line}\n`);
    },
  };
}

/** Each of the product's own beside each peer. */
function ratiosOf(id, engines) {
  const peers = engines.filter(([name]) => !isProduct(name));
  return engines
    .filter(([name]) => isProduct(name))
    .flatMap(([ours, of]) =>
      peers.map(([peer, to]) => ({ id, of: ours, to: peer, ...pairedRatio(of, to) })),
    );
}

/** Returns a cost, if it was measured. */
export function costOf({ costs }, id, engine) {
  return costs.find((cost) => cost.id === id && cost.engine === engine);
}

/** Returns a value, if it was measured. */
export function measuredValue({ values }, id, engine) {
  return values.find((value) => value.id === id && value.engine === engine)?.value;
}

/** Returns the engines that have a cost, in the order they were measured. */
export function enginesOf({ costs }, id) {
  return costs.filter((cost) => cost.id === id).map(({ engine }) => engine);
}

/** Returns the sizes for which something was measured, ascending. */
export function sizesOf({ costs, values }, prefix) {
  const own = [...costs, ...values].filter(({ id }) => id.startsWith(`${prefix}/`));
  const sizes = own.map(({ id }) => Number(id.slice(prefix.length + 1)));
  return [...new Set(sizes)].filter((size) => !Number.isNaN(size)).sort((a, b) => a - b);
}
