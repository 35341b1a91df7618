/** Renders who calls whom: as a tree, or as a diagram of Mermaid. Pure. */

import type { GraphEdge, GraphNode } from '../../code-index.ts';
import type { GraphDocument } from '../../operations/code/graph.ts';
import { oneLine } from '../../text/lines.ts';
import type { Page } from '../layout/page.ts';
import { cut } from '../layout/width.ts';

/** Renders each symbol that was asked for with what it calls, and what calls it. */
export function renderTree(graph: GraphDocument, page: Page): string {
  const { nodes, edges, isCut, direction } = graph;
  const lines: string[] = [];
  nodes.forEach((node, at) => {
    if (!node.isRoot) return;
    const calls = edges.some(({ from }) => from === at);
    const isCalled = edges.some(({ to }) => to === at);
    if (!calls && !isCalled && nodes.filter(({ isRoot }) => isRoot).length > 1) return;
    lines.push(
      cut(`${page.paint.bold(nameOf(node))}  ${page.paint.dim(placeOf(node))}`, page.width),
    );
    const branch = (isCallers: boolean) => branches(graph, at, isCallers, new Set([at]), '', page);
    if (direction !== 'callers' && calls) {
      lines.push(...(direction === 'both' ? [page.paint.dim('calls')] : []), ...branch(false));
    }
    if (direction !== 'callees' && isCalled) {
      lines.push(...(direction === 'both' ? [page.paint.dim('called by')] : []), ...branch(true));
    }
    if (!calls && !isCalled) lines.push(page.paint.dim('  no call is known'));
  });
  if (lines.length === 0) lines.push('No call is known.');
  if (isCut) lines.push('', 'There is more: name one symbol, or give a smaller `--depth`.');
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the lines below a node. What is above it already is named and not followed. */
function branches(
  { nodes, edges }: GraphDocument,
  at: number,
  isCallers: boolean,
  above: ReadonlySet<number>,
  indent: string,
  page: Page,
): string[] {
  const own = edges.filter(({ from, to }) => (isCallers ? to : from) === at);
  const sorted = own.toSorted((a, b) => a.line - b.line);
  return sorted.flatMap((edge, index) => {
    const isLast = index === sorted.length - 1;
    const next = isCallers ? edge.from : edge.to;
    const node = nodes[next];
    if (node === undefined) return [];
    const mark = `${indent}${isLast ? '└─' : '├─'} `;
    const line = `${mark}${nameOf(node)}  ${page.paint.dim(`${placeOf(node)}${howOf(edge)}`)}`;
    const deeper = `${indent}${isLast ? '   ' : '│  '}`;
    const below = above.has(next)
      ? []
      : branches(
          { nodes, edges } as GraphDocument,
          next,
          isCallers,
          new Set([...above, next]),
          deeper,
          page,
        );
    return [cut(line, page.width), ...below];
  });
}

function nameOf({ symbol }: GraphNode): string {
  return oneLine(symbol);
}

function placeOf({ path, start }: GraphNode): string {
  return `${oneLine(path)}:${start}`;
}

function howOf({ how }: GraphEdge): string {
  return how === 'unresolved' ? ' · by its name alone' : how === 'import' ? ' · import' : '';
}

/** Renders a diagram: a box for each symbol, in the file that it is in; what is unresolved is dashed. */
export function renderMermaid({ nodes, edges }: GraphDocument): string {
  const files = [...new Set(nodes.map(({ path }) => path))];
  const boxes = files.flatMap((path, file) => [
    `  subgraph f${file}["${safe(path)}"]`,
    ...nodes.flatMap((node, at) =>
      node.path === path
        ? [`    n${at}["${safe(node.symbol)}"]${node.isRoot ? ':::asked' : ''}`]
        : [],
    ),
    '  end',
  ]);
  const arrows = edges.map(
    ({ from, to, how }) => `  n${from} ${how === 'unresolved' ? '-.->' : '-->'} n${to}`,
  );
  const lines = ['flowchart LR', ...boxes, ...arrows, '  classDef asked stroke-width:3px'];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns a name that cannot end its label or become markup. */
function safe(name: string): string {
  return oneLine(name).replace(/[^\p{L}\p{N} _./:$~=,()-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
