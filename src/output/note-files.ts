/** Renders what notes were written to files, and read from files. Pure. */

import { hintFor } from '../errors/hints.ts';
import type { NotesExported } from '../operations/notes/export.ts';
import type { FoundNotes, NotesImported, TakenFrom } from '../operations/notes/import.ts';
import type { Style } from '../process/style.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, printable } from '../text/numbers.ts';
import type { Page } from './layout/page.ts';
import { cut } from './layout/width.ts';

const KIND_CHARS = 11;
/** Enough to see what they are like; the rest is counted. */
const ITEMS_SHOWN_MAX = 8;

const NOTHING = '`mementor notes --state all --all-projects` lists all that there are';

/** Renders what was written. */
export function renderNotesExported(
  { notes, damaged, kept, path }: NotesExported,
  paint: Style,
): string {
  const to = path === undefined ? '' : ` to ${printable(path)}`;
  const lines = [
    `${paint.green('Exported')} ${counted(notes, 'note')}${to}.`,
    ...damaged.map((id) => `${paint.yellow('warning:')} note ${shortId(id)} left out: damaged`),
    ...(damaged.length > 0 ? ['', `${paint.cyan('hint:')} mementor repair`] : []),
    ...kept.map((file) => `${paint.yellow('warning:')} ${printable(file)} was changed, and stays`),
    ...(kept.length > 0 ? ['', `${paint.cyan('hint:')} ${IMPORT_FIRST}`] : []),
    ...(notes + damaged.length + kept.length === 0
      ? ['', `${paint.cyan('hint:')} ${NOTHING}`]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const IMPORT_FIRST =
  '`mementor notes import --trust` takes the changes in; then delete those files';

/** Renders items of plain files, before a person is asked. */
export function renderFound(
  items: FoundNotes['items'],
  { paint, width }: Page,
  shownMax = ITEMS_SHOWN_MAX,
): string {
  const lines = items.slice(0, shownMax).map(({ file, line, note }) => {
    const kind = oneLine(note.kind).padEnd(KIND_CHARS);
    const place = paint.dim(`${oneLine(file)}:${line}`);
    return cut(`${kind} ${oneLine(note.summary)}  ${place}`, width);
  });
  const more = items.length - lines.length;
  const rest = more > 0 ? [`… and ${counted(more, 'more line')}: \`--dry-run\` lists them`] : [];
  return [...lines, ...rest].map((line) => `${line}\n`).join('');
}

/**
 * Renders what came in, what did not and why, and what waits for a word. Whoever `declined` has seen
 * what waits.
 */
export function renderNotesImported(imported: NotesImported, page: Page, declined = false): string {
  const { dryRun, found, chosen } = imported;
  const { paint } = page;
  const waits = !chosen && found.items.length > 0;
  const lines = [
    ...(dryRun ? foundLines(found, page) : takenLines(imported.taken, page)),
    ...problemLines(found, paint),
  ];
  const text = lines.map((line) => `${line}\n`).join('');
  const items =
    waits && !declined
      ? `${text === '' || dryRun ? '' : '\n'}${renderFound(found.items, page, dryRun ? Number.POSITIVE_INFINITY : undefined)}`
      : '';
  return `${text}${items}${endLines(imported, waits && !declined, paint)
    .map((line) => `${line}\n`)
    .join('')}`;
}

function foundLines({ notes }: FoundNotes, { paint, width }: Page): string[] {
  return notes.flatMap(({ file, line, note, remarks }) => {
    const kind = oneLine(note.kind).padEnd(KIND_CHARS);
    const place = paint.dim(`${oneLine(file)}:${line}`);
    return [
      cut(`${kind} ${oneLine(note.summary)}  ${place}`, width),
      ...remarks.map((remark) => `  ${paint.yellow('warning:')} ${printable(remark)}`),
    ];
  });
}

function takenLines(taken: readonly TakenFrom[], { paint }: Page): string[] {
  return taken.flatMap((each) => {
    const place = `${oneLine(each.file)}:${each.line}`;
    const remarks = each.remarks.map(
      (remark) => `${paint.yellow('warning:')} ${place}: ${printable(remark)}`,
    );
    const { outcome, id, code, message } = each.taken;
    if (outcome === null) {
      const hint = hintFor(code ?? '');
      const why = `${paint.red('error:')} ${place}: ${printable(message ?? '')}`;
      return [...remarks, hint === undefined ? why : `${why} (${hint})`];
    }
    if (outcome !== 'kept') return remarks;
    const why = each.trusted ? 'was changed here since' : 'says something else here';
    return [...remarks, `${place}: ${shortId(id ?? '')} ${why}: kept as it is`];
  });
}

function problemLines({ problems }: FoundNotes, paint: Style): string[] {
  return problems.map(({ file, line, message, hint }) => {
    const place = line > 0 ? `${oneLine(file)}:${line}` : oneLine(file);
    return `${paint.red('error:')} ${place}: ${printable(message)} (${hint})`;
  });
}

function endLines(imported: NotesImported, waits: boolean, paint: Style): string[] {
  const { dryRun, found, taken } = imported;
  const others =
    found.others > 0
      ? [`  ${counted(found.others, 'line')} not taken for rules; \`--all\` takes them too`]
      : [];
  if (dryRun) {
    const many = counted(found.notes.length + found.items.length, 'note');
    return [`${many} would be imported. Nothing was changed.`, ...others];
  }
  const number = (outcome: string) => taken.filter((each) => each.taken.outcome === outcome).length;
  const known = number('known') + number('kept');
  const hint = waits ? ['', `${paint.cyan('hint:')} ${WAITS}`] : [];
  const isProposed = ({ trusted, taken: { outcome } }: TakenFrom) =>
    !trusted && outcome === 'written';
  const proposed = taken.filter(isProposed).length;
  return [
    taken.length === 0
      ? 'Nothing was imported.'
      : `${paint.green('Imported')} ${counted(number('written'), 'note')}.`,
    ...(proposed > 0 ? [`  ${counted(proposed, 'note')} proposed: ${PROPOSED}`] : []),
    ...(number('changed') > 0 ? [`  ${counted(number('changed'), 'note')} changed`] : []),
    ...(known > 0 ? [`  ${counted(known, 'note')} known here`] : []),
    ...(number('forgotten') > 0
      ? [`  ${counted(number('forgotten'), 'note')} forgotten here`]
      : []),
    ...others,
    ...hint,
  ];
}

const PROPOSED =
  '`mementor notes review` goes through them; `--trust` is for files of your own machines';
const WAITS = 'the lines above were not imported: `--yes` imports them';
