/** Renders the embedding models. Pure. */

import type { State } from '../models/known.ts';
import {
  DEFAULT,
  type ModelRow,
  type RemovedDocument,
  type UsedAnswer,
} from '../operations/models.ts';
import type { Style } from '../process/style.ts';
import { sized } from '../text/numbers.ts';

/** Renders the models, one per line. */
export function modelTable(rows: readonly ModelRow[], paint: Style): string {
  const columns: readonly ((row: ModelRow) => string)[] = [
    ({ model }) => model.id,
    stateText,
    ({ model }) => sized(model.bytes),
    ({ model }) => `${model.dimensions} dimensions`,
    ({ model }) => `window ${model.window}`,
    ({ engine }) => engine ?? '',
  ];
  const widths = columns.map((text) => Math.max(...rows.map((row) => text(row).length)));
  const lines = rows.map((row) => {
    const cells = columns.map((text, index) => text(row).padEnd(widths[index] ?? 0));
    const [id = '', state = '', ...facts] = cells;
    const colour = row.inUse && row.state === 'ready' ? paint.green : stateColour(row.state, paint);
    return `${[paint.bold(id), colour(state), ...facts, row.model.licence].join('  ')}\n`;
  });
  return lines.join('');
}

function stateColour(state: State, paint: Style) {
  return state === 'damaged' ? paint.red : state === 'missing' ? paint.dim : paint.green;
}

const STATES: Readonly<Record<State, string>> = {
  ready: 'ready',
  missing: 'not downloaded',
  damaged: 'damaged',
};

function stateText({ inUse, state, downloaded }: ModelRow): string {
  if (inUse) return state === 'ready' ? 'in use' : `in use, ${STATES[state]}`;
  if (state === 'missing' && downloaded > 0) return `not downloaded, ${sized(downloaded)} so far`;
  return STATES[state];
}

/** Renders which model is in use now, and what that means for stored chunks. */
export function renderUsed({ document, model, before, ...more }: UsedAnswer, paint: Style): string {
  if (!document.switched) {
    const already = before.id === model.id;
    const text = already ? 'is already in use' : 'is what the settings name now';
    return `${paint.bold(model.id)} ${text}.\n`;
  }
  const undo = `mementor model use ${before.setting || DEFAULT}`;
  const lines = [
    `${paint.green('Using')} ${paint.bold(model.id)}`,
    `  undo     ${paint.cyan(undo)}`,
    ...(more.waiting === 0 ? [] : ['', ...vectorLines({ model, ...more }, paint)]),
  ];
  return textOf(lines);
}

function vectorLines(
  { model, waiting, windowBefore }: Pick<UsedAnswer, 'model' | 'waiting' | 'windowBefore'>,
  paint: Style,
): string[] {
  const what = waiting === undefined ? 'What is stored' : 'What is stored already';
  const lines = [
    `${what} is prepared for this model as you work; until then search finds it by words only.`,
    `${paint.cyan('mementor ingest')} does it now.`,
  ];
  if (windowBefore === undefined || windowBefore === model.window) return lines;
  const split = `${paint.cyan('mementor repair --indexes')} also splits the text for its window of ${model.window} tokens.`;
  return [...lines, split];
}

export function renderRemoved({ id, removed, bytes }: RemovedDocument, paint: Style): string {
  return removed
    ? `${paint.green('Removed')} ${paint.bold(id)} (${sized(bytes)})\n`
    : `${id} is not here; nothing to do.\n`;
}

/** Renders that a model is ready. Without `what`, all its files were here already. */
export function renderReady(
  { id, inUse, what }: { id: string; inUse: boolean; what: string | undefined },
  paint: Style,
): string {
  return textOf([
    what === undefined
      ? `${paint.bold(id)} is already here and complete; nothing to do.`
      : `${paint.green(what)}; ${paint.bold(id)} is ready, every SHA-256 matches`,
    ...(inUse ? [] : [`  use      ${paint.cyan(`mementor model use ${id}`)}`]),
    ...(what === undefined ? [] : [`  undo     ${paint.cyan(`mementor model remove ${id}`)}`]),
  ]);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
