/** `mementor model`: lists, chooses, pulls, imports, verifies and removes embedding models. */

import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { openOptions } from '../database/open.ts';
import { homeOf } from '../home.ts';
import { type Model, openForReading, translated } from '../memory.ts';
import { writeError } from '../models/disk.ts';
import { importFrom } from '../models/import.ts';
import {
  defaultModel,
  downloadedBytes,
  folderOf,
  type InUse,
  knownModels,
  modelInUse,
  modelNamed,
  problemOf,
  type State,
  stateOf,
  wayToGet,
} from '../models/known.ts';
import { pull as pullModel } from '../models/pull.ts';
import { type Style, style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { readConfig } from '../settings/file.ts';
import { store } from '../settings/store.ts';
import { SETTINGS } from '../settings/table.ts';
import { counted, sized } from '../text/numbers.ts';

interface Row {
  readonly model: Model;
  readonly inUse: boolean;
  readonly state: State;
  /** What of it waits in half-downloaded files. */
  readonly downloaded: number;
}

export async function list(
  { json }: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const used = await modelInUse(context);
  const rows = await Promise.all(
    knownModels(context).map(async (model): Promise<Row> => {
      const downloaded = await downloadedBytes(model, context);
      return { model, inUse: model.id === used.id, state: stateOf(model), downloaded };
    }),
  );
  if (json) print({ models: rows.map(documentOf) }, context);
  else context.stdout.write(table(rows, style(context.stdout, context.env)));
  if (!json && used.id === undefined) {
    warn(
      `the setting \`model\` names ${JSON.stringify(used.setting)}, which is not known`,
      context,
    );
  }
  return 0;
}

function documentOf({ model, inUse, state, downloaded }: Row) {
  const { id, licence, dimensions, window, bytes, problem } = model;
  const about = { id, inUse, state, bytes, downloaded, dimensions, window, licence };
  return { ...about, problem: problem?.message ?? null };
}

function table(rows: readonly Row[], paint: Style): string {
  const columns: readonly ((row: Row) => string)[] = [
    ({ model }) => model.id,
    stateText,
    ({ model }) => sized(model.bytes),
    ({ model }) => `${model.dimensions} dimensions`,
    ({ model }) => `window ${model.window}`,
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
  missing: 'not here',
  damaged: 'damaged',
};

function stateText({ inUse, state, downloaded }: Row): string {
  if (inUse) return state === 'ready' ? 'in use' : `in use, ${STATES[state]}`;
  if (state === 'missing' && downloaded > 0) return `not here, ${sized(downloaded)} of it came`;
  return STATES[state];
}

interface Named {
  readonly id: string;
  readonly json: boolean;
}

/** The word for the model that is used when no setting names one. */
const DEFAULT = 'default';

export async function use({ id, json }: Named, context: Context): Promise<ExitCode> {
  const before = await modelInUse(context);
  const model = id === DEFAULT ? defaultModel(context) : modelNamed(id, context);
  const problem = problemOf(model.id, context);
  if (problem !== undefined) {
    throw new MementorError(
      problem.code,
      `${model.id} is not ready: ${problem.message}`,
      wayToGet(model),
    );
  }
  const { changed } = await store('model', id === DEFAULT ? undefined : id, context);
  const used = await modelInUse(context);
  const switched = used.id !== before.id;
  if (json) print({ id: model.id, inUse: used.id === model.id, changed, switched }, context);
  else await reportUse(model, before, switched, context);
  if (!json && used.id !== model.id) {
    warn(`${SETTINGS.model.variable} overrides the setting: ${used.setting} stays in use`, context);
  }
  return 0;
}

async function reportUse(
  model: Model,
  before: InUse,
  switched: boolean,
  context: Context,
): Promise<void> {
  const paint = style(context.stdout, context.env);
  if (!switched) {
    const already = before.id === model.id;
    const text = already ? 'is already in use' : 'is what the settings name now';
    context.stdout.write(`${paint.bold(model.id)} ${text}.\n`);
    return;
  }
  const undo = `mementor model use ${before.setting || DEFAULT}`;
  const chunks = await waitingChunks(context);
  const lines = [
    `${paint.green('Using')} ${paint.bold(model.id)}`,
    `  undo     ${paint.cyan(undo)}`,
    ...(chunks === 0 ? [] : ['', ...vectorLines(chunks, model, before, paint, context)]),
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function vectorLines(
  chunks: number | undefined,
  model: Model,
  before: InUse,
  paint: Style,
  context: Context,
): string[] {
  const what =
    chunks === undefined
      ? 'What is stored gets'
      : `${counted(chunks, 'stored chunk')} ${chunks === 1 ? 'gets' : 'get'}`;
  const old = knownModels(context).find((each) => each.id === before.id);
  const lines = [
    `${what} new vectors as work goes on; until then they are found by their words.`,
    `${paint.cyan('mementor ingest')} makes them now.`,
  ];
  if (old === undefined || old.window === model.window) return lines;
  const split = `${paint.cyan('mementor rebuild')} also splits the text for its window of ${model.window} tokens.`;
  return [...lines, split];
}

/**
 * Returns how many chunks have no vector of the model in use; undefined when the memory cannot say
 * so now. Vectors that the model made before were kept.
 */
async function waitingChunks(context: Context): Promise<number | undefined> {
  try {
    const options = await openOptions(context);
    return translated(() => openForReading(options).stats()).waiting;
  } catch (error) {
    return error instanceof MementorError && error.code === 'DATABASE_MISSING' ? 0 : undefined;
  }
}

export async function verify(
  options: { readonly id: string | undefined; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { model: setting } = await openOptions(context);
  const wanted = options.id ?? setting;
  const model = wanted === undefined ? defaultModel(context) : modelNamed(wanted, context);
  const problem = problemOf(model.id, context);
  if (options.json) {
    print({ id: model.id, ok: problem === undefined, problem: problem?.message ?? null }, context);
  } else {
    const paint = style(context.stdout, context.env);
    const files = `${counted(model.files.length, 'file')}, ${sized(model.bytes)}`;
    const lines =
      problem === undefined
        ? [`${paint.green('ok')}    ${model.id}: ${files}, every sha256 is right`]
        : [
            `${paint.red('fail')}  ${model.id}: ${problem.message}`,
            `      ${paint.cyan(wayToGet(model))}`,
          ];
    context.stdout.write(lines.map((line) => `${line}\n`).join(''));
  }
  return problem === undefined ? 0 : 1;
}

export async function remove({ id, json }: Named, context: Context): Promise<ExitCode> {
  const folder = folderOf(id, context);
  const there = await lstat(folder).catch(() => undefined);
  const model = knownModels(context).find((each) => each.id === id);
  if (there === undefined) {
    if (stateOf(model ?? modelNamed(id, context)) !== 'missing') {
      throw new MementorError(
        'MODEL_BUNDLED',
        `${id} is part of Mementor and cannot be removed`,
        'only models that were pulled or imported can',
      );
    }
  } else await refuseInUse(id, folder, context);
  const bytes = there === undefined ? 0 : await sizeOf(folder);
  try {
    // A link is removed, and what it leads to stays.
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    throw writeError(folder, error);
  }
  if (json) print({ id, removed: there !== undefined, bytes }, context);
  else reportRemoved(id, there !== undefined, bytes, context);
  return 0;
}

/** Also one that the file names while the environment overrides it, and one that shares its files. */
async function refuseInUse(id: string, folder: string, context: Context): Promise<void> {
  const used = await modelInUse(context);
  const { model: inFile } = await readConfig(homeOf(context));
  const model = knownModels(context).find((each) => each.id === used.id);
  const shared = model?.files.some((file) => file.path.startsWith(folder + sep)) ?? false;
  if (id !== used.id && id !== inFile && !shared) return;
  const what = id === used.id || id === inFile ? 'is in use' : `has a file that ${used.id} uses`;
  const other = defaultModel(context).id === id ? 'ID' : DEFAULT;
  throw new MementorError(
    'MODEL_IN_USE',
    `${id} ${what}`,
    `run \`mementor model use ${other}\` first`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

function reportRemoved(id: string, removed: boolean, bytes: number, context: Context): void {
  const paint = style(context.stdout, context.env);
  context.stdout.write(
    removed
      ? `${paint.green('Removed')} ${paint.bold(id)} (${sized(bytes)})\n`
      : `${id} is not here; nothing to do.\n`,
  );
}

export interface PullOptions extends Named {
  /** Base of addresses to use instead of the manifest's. */
  readonly from: string | undefined;
}

export async function pull(options: PullOptions, context: Context): Promise<ExitCode> {
  const { id, json } = options;
  const model = modelNamed(id, context);
  const mirror = options.from ?? (context.env.MEMENTOR_MODEL_MIRROR || undefined);
  const line = terminalWatch(context).progress();
  try {
    const { files, received } = await pullModel(model, mirror, context, (now) =>
      line.show(`Pulling ${sized(now.done)} of ${sized(now.total)}`, {
        unit: 'bytes',
        done: now.done,
        total: now.total,
        worked: now.received,
      }),
    );
    line.clear();
    if (json) print({ id, interrupted: false, files, received }, context);
    else await reportReady(id, files.length > 0 ? `Pulled ${sized(received)}` : undefined, context);
    return 0;
  } catch (error) {
    line.clear();
    if (!context.interrupted.aborted) throw error;
    const kept = await downloadedBytes(model, context);
    if (json) print({ id, interrupted: true, kept }, context);
    else context.stdout.write(`Interrupted; kept ${sized(kept)} for the next time.\n`);
    return 130;
  }
}

export async function importModel(
  { folder, json }: { readonly folder: string; readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  try {
    const imported = await importFrom(resolve(context.cwd, folder), context);
    if (json) print({ imported }, context);
    else {
      for (const { id, files } of imported) {
        const what = files.length > 0 ? `Imported ${counted(files.length, 'file')}` : undefined;
        await reportReady(id, what, context);
      }
    }
    return 0;
  } catch (error) {
    if (!context.interrupted.aborted) throw error;
    if (json) print({ interrupted: true, imported: [] }, context);
    else context.stdout.write('Interrupted; nothing was imported.\n');
    return 130;
  }
}

/** Without `what`, everything was here before. */
async function reportReady(id: string, what: string | undefined, context: Context): Promise<void> {
  const paint = style(context.stdout, context.env);
  const used = await modelInUse(context);
  const lines = [
    what === undefined
      ? `${paint.bold(id)} is already here, whole; nothing to do.`
      : `${paint.green(what)}; ${paint.bold(id)} is ready, every sha256 is right`,
    ...(used.id === id ? [] : [`  use      ${paint.cyan(`mementor model use ${id}`)}`]),
    ...(what === undefined ? [] : [`  undo     ${paint.cyan(`mementor model remove ${id}`)}`]),
  ];
  context.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function print(fields: object, context: Context): void {
  context.stdout.write(`${JSON.stringify({ version: 1, ...fields }, null, 2)}\n`);
}

function warn(text: string, context: Context): void {
  const paint = style(context.stderr, context.env);
  context.stderr.write(`${paint.yellow('warning:')} ${text}\n`);
}
