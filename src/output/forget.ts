/** Renders which turns were forgotten, what is left of them, and what else holds them. Pure. */

import type { PhraseMatch, Selected } from '../memory.ts';
import type { Outcome, Plan } from '../operations/forget.ts';
import { type Style, withCommands } from '../process/style.ts';
import { EVERYWHERE } from '../reports/project-names.ts';
import { oneLine, shortId } from '../text/lines.ts';
import { counted, countedTurns, grouped, printable } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { localTime } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { shortPath } from './layout/paths.ts';
import { table } from './layout/table.ts';
import { cut, visibleWidth } from './layout/width.ts';
import { hanging } from './layout/wrap.ts';
import { leftLines, proofLines, withoutPending } from './proof.ts';

const PROJECT_COLUMNS_MAX = 24;
/** Enough to know it by, where no terminal cuts it; `--json` has all. */
const PROMPT_CHARS_MAX = 80;
const FILES_SHOWN_MAX = 5;
const TURNS_SHOWN_MAX = 20;

/** Renders the outcome; `home` is Mementor's home. */
export function renderForgotten(outcome: Outcome, home: string, page: Page): string {
  const { turns, done } = outcome;
  if (done === 'declined') return 'Nothing was forgotten.\n';
  if (done === 'interrupted') return 'Interrupted: nothing was forgotten.\n';
  if (done === 'shown') {
    const meant = `${selectionText(turns)} would be forgotten. Nothing was changed (--dry-run).`;
    return `${planText(outcome, page)}\n${textOf(hanging('', meant, page.width))}`;
  }
  return textOf([
    ...doneLines(outcome, home, page.paint),
    ...besideLines(outcome, page),
    ...twinLines(outcome, page),
    ...elsewhereLines(outcome, page),
  ]);
}

/** Renders what would go, and what to know before. */
export function planText(plan: Plan, page: Page): string {
  return textOf([
    ...listOf(plan, page),
    ...besideLines(plan, page),
    ...twinLines(plan, page),
    ...backupLines(plan, page),
    ...elsewhereLines(plan, page),
  ]);
}

/** Renders how to keep a copy: a backup would not do, because it is cleaned too. */
export function copyText(project: string | undefined, { paint }: Page): string {
  const only = project === undefined ? '' : ` --project ${shellWord(project)}`;
  const command = paint.cyan(`mementor export${only} > copy.jsonl`);
  return `\nTo keep a copy, stop here and run ${command} first (backups are cleaned too).\n`;
}

/** Renders the message for an empty selection. */
export function renderNothingMeant({ project, beside }: Plan, paint: Style): string {
  const of = project === undefined ? '' : ` of ${printable(project)}`;
  const elsewhere =
    beside === 1
      ? '1 in another project does: `--all-projects`'
      : `${grouped(beside)} in other projects do: \`--all-projects\``;
  const hint =
    beside === 0 ? '`mementor query` and `mementor sessions` show what is stored' : elsewhere;
  return `No stored turn or note${of} matches.\n\n${paint.cyan('hint:')} ${hint}\n`;
}

/** Who names no project means the current one; what is said elsewhere is easily overlooked. */
function besideLines({ beside }: Plan, { paint, width }: Page): string[] {
  if (beside === 0) return [];
  const text =
    beside === 1
      ? '1 more in another project matches and stays; `--all-projects` takes it along.'
      : `${grouped(beside)} more in other projects match and stay; \`--all-projects\` takes them along.`;
  return ['', ...hanging('', withCommands(text, paint), width)];
}

function backupLines({ backups }: Plan, { paint, home }: Page): string[] {
  if (backups.length === 0) return [];
  const paths = backups.map((path) => `  ${paint.cyan(printable(shortPath(path, { home })))}`);
  return ['', 'These backups are changed too:', ...limited(paths, 'backup')];
}

/** A prompt that was sent twice is stored as two turns: the other one still shows the text. */
function twinLines({ twins }: Plan, { paint, width }: Page): string[] {
  if (twins.length === 0) return [];
  const lines = twins.map(({ turn, of }) => {
    const id = shortId(turn);
    const text = `The same answer as in turn ${shortId(of)} stands in turn ${id}, which stays; \`mementor forget ${id}\` removes it too.`;
    return hanging('  ', withCommands(text, paint), width).join('\n');
  });
  return ['', ...limited(lines, 'turn')];
}

/** Mementor changes no file of an agent, and resuming a session shows what its transcript holds. */
function elsewhereLines({ elsewhere }: Plan, page: Page): string[] {
  if (elsewhere.length === 0) return [];
  const title =
    "These files are not Mementor's and stay. Delete them if the text must go there too:";
  const files = elsewhere.map((each) => elsewhereLine(each, page));
  return ['', ...hanging('', title, page.width), ...limited(files, 'file')];
}

function elsewhereLine(
  { path, agent, turns, unread, resume }: Plan['elsewhere'][number],
  page: Page,
): string {
  const { paint, home, width } = page;
  const holds = turns > 0 ? `holds ${turns} of them` : 'holds the words';
  const facts = unread ? 'not searched: it cannot be read' : holds;
  const shown = resume === null || unread ? '' : `; \`${resume}\` shows it`;
  const file = paint.cyan(printable(shortPath(path, { home })));
  const text = `${file} (${agent}: ${facts}${printable(shown)})`;
  return hanging('  ', withCommands(text, paint), width).join('\n');
}

function limited(lines: readonly string[], noun: string): string[] {
  const more = lines.length - FILES_SHOWN_MAX;
  const rest = more > 0 ? [`  … and ${counted(more, `more ${noun}`)}`] : [];
  return [...lines.slice(0, FILES_SHOWN_MAX), ...rest];
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function doneLines({ turns, cleaned, proof }: Outcome, home: string, paint: Style): string[] {
  const backups = cleaned.done.length;
  const places = backups === 0 ? '' : ` and ${counted(backups, 'backup')}`;
  const unnamed = proof && withoutPending(proof, cleaned.left);
  return [
    `${paint.green('Forgot')} ${selectionText(turns)} in the memory${places}.`,
    '  They do not come back: not from their transcripts, not by an import.',
    ...leftLines(cleaned.left, home).map((line) => `  ${line}`),
    ...(unnamed ? proofLines(unnamed, 'them', cleaned.left.length > 0) : [UNPROVED]).map(
      (line) => `  ${line}`,
    ),
  ];
}

const UNPROVED = 'Interrupted: what may be left of them was not looked for.';

/** Says how much is selected, and of which project, or of how many. */
export function selectionText(turns: readonly Selected[]): string {
  const own = turns.filter(({ projectKey }) => projectKey !== EVERYWHERE);
  const names = new Map(own.map(({ projectKey, project }) => [projectKey, project]));
  const [name] = names.values();
  const count = countedSelection(turns);
  if (name === undefined) return count;
  return `${count} of ${names.size === 1 ? printable(name) : `${names.size} projects`}`;
}

/** Counts turns as every report does, those of subagents apart, and notes. */
function countedSelection(turns: readonly Selected[]): string {
  const notes = turns.filter(({ isNote }) => isNote).length;
  const ofAgents = turns.filter(({ agent }) => agent).length;
  const own = turns.length - notes - ofAgents;
  if (notes === 0) return countedTurns(own, ofAgents);
  const counts = own + ofAgents === 0 ? '' : `${countedTurns(own, ofAgents)} and `;
  return `${counts}${counted(notes, 'note')}`;
}

/** Why a turn is included that was not selected. */
const BECAUSE: Readonly<Record<string, string>> = {
  part: 'part of the same turn',
  subagent: 'of its subagent',
  copy: 'copy of the same turn',
};

const NOTE_BECAUSE: Readonly<Record<string, string>> = {
  origin: 'note from this turn',
  same: 'note that says the same',
};

function reasonOf({ isNote, because }: Selected): string | undefined {
  return isNote ? (NOTE_BECAUSE[because] ?? 'note') : BECAUSE[because];
}

/** Renders the selected turns and notes: one line each, and below it the place that matched. */
function listOf({ turns, matches }: Plan, { width, paint }: Page): string[] {
  const shown = turns.slice(0, TURNS_SHOWN_MAX);
  const rows = shown.map((each) => [
    paint.bold(shortId(each.turn)),
    paint.dim(localTime(each.atMs) ?? 'unknown'),
    printable(each.project),
    oneLine(each.prompt, PROMPT_CHARS_MAX) || paint.dim('(no prompt)'),
    reasonOf(each) === undefined ? '' : paint.dim(`(${reasonOf(each)})`),
  ]);
  const columns = [{}, {}, { widthMax: PROJECT_COLUMNS_MAX, from: 70 }, { flexible: true }, {}];
  const lines = table(rows, columns, width).flatMap((line, index) => {
    const match = matches.get(shown[index]?.turn ?? '');
    return match === undefined ? [line] : [line, cut(matchText(match, width, paint), width)];
  });
  const more = turns.length - shown.length;
  return [...lines, ...(more > 0 ? [`… and ${grouped(more)} more`] : [])];
}

const MATCH_INDENT = ' '.repeat(10);

/** Returns the end of a text. */
function cutStart(text: string, width: number): string {
  if (visibleWidth(text) <= width) return text;
  return width < 2 ? '' : `…${[...text].slice(1 - width).join('')}`;
}

/** The words around the phrase. */
function matchText(match: PhraseMatch, width: number, paint: Style): string {
  const { part, before, matched, after } = match;
  const shown = (text: string) => printable(text.replace(/\s+/g, ' '));
  const place = `${MATCH_INDENT}${paint.dim(`${shown(part)}:`)} `;
  // The matched words come first: the text before them gets a third of the space they leave.
  const left = width - visibleWidth(place) - visibleWidth(shown(matched));
  const room = Math.max(0, Math.floor(left / 3));
  return `${place}${cutStart(shown(before), room)}${paint.bold(shown(matched))}${shown(after)}`;
}
