/** Renders what a session gets at its start, and what it costs. Pure. */

import type { LayerLine } from '../memory.ts';
import type { ContextDocument } from '../operations/context.ts';
import { counted, grouped, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { table } from './layout/table.ts';

/** How the layers are named for people. */
const LAYERS: Readonly<Record<string, string>> = {
  notes: 'standing notes',
  lessons: 'what failed again',
  'this-branch': 'last session on this branch',
  'at-work': 'other sessions at work',
  'this-session': 'this session',
};

/** Renders the block, and a line for each layer. */
export function renderContext(document: ContextDocument, page: Page): string {
  const { text, tokens, budget, layers, reason } = document;
  const { paint } = page;
  const total = `about ${counted(tokens, 'token')} of at most ${grouped(budget)}`;
  const lines = [
    ...text.split('\n').map(printable),
    '',
    paint.bold(`${total}, estimated as a quarter of the characters`),
    ...layerTable(layers, page).map((line) => `  ${line}`),
    ...(reason === null ? [] : ['', paint.yellow(`Sessions are not told this: ${reason}.`)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns a line for each layer: its name, how much of it is shown, and what that costs. */
export function layerTable(layers: readonly LayerLine[], { width }: Page): string[] {
  const rows = layers.map(({ name, shown, known, tokens }) => [
    LAYERS[name] ?? name,
    shown === known ? grouped(shown) : `${grouped(shown)} of ${grouped(known)}`,
    counted(tokens, 'token'),
  ]);
  const columns = [{ flexible: true }, { align: 'right' as const }, { align: 'right' as const }];
  return table(rows, columns, width);
}

/** Renders the message for when nothing is known. */
export function renderNothingToTell(
  { directory, source, budget, reason }: ContextDocument,
  { paint, home }: Page,
): string {
  const what =
    source === 'compact'
      ? 'Nothing is known of this session yet'
      : `Nothing is known that a session in ${printable(shortPath(directory, { home }))} could be told`;
  const within = budget === 0 ? '' : ` in ${grouped(budget)} tokens`;
  const because = reason === null ? '' : ` (${reason})`;
  const hint = '`mementor remember` keeps a rule; `mementor status` shows what is stored';
  return `${what}${within}${because}.\n\n${paint.cyan('hint:')} ${hint}\n`;
}
