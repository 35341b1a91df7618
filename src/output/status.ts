/** Renders what is stored and what was read. Pure. */

import { SCOPES } from '../agents/installation.ts';
import { hintFor } from '../errors/hints.ts';
import type { LedgerSummary, RecordedPrompts } from '../memory.ts';
import type { Status } from '../operations/status.ts';
import { type Style, withCommands } from '../process/style.ts';
import { KEPT_DAYS } from '../recalls/summary.ts';
import { type Muting, mutingText } from '../reports/mutings.ts';
import { lossText } from '../salvage/lost.ts';
import { meantBy } from '../settings/near-key.ts';
import { shortId } from '../text/lines.ts';
import { counted, grouped, percentOf, printable, sized, total } from '../text/numbers.ts';
import { gistText } from './digest.ts';
import type { Page } from './layout/page.ts';
import { shortPath, withShortPaths } from './layout/paths.ts';
import { table } from './layout/table.ts';
import { relativeTime, when } from './layout/when.ts';
import { fields } from './layout/wrap.ts';
import { proposedText } from './notes.ts';

type Field = readonly [name: string, value: string];

export function renderStatus(status: Status, page: Page): string {
  const rows: Field[] = [
    ...storedFields(status, page),
    ...named('problem', problemTexts(status, page)),
    ...lastFields(status, page),
    ...named('hooks', hooksTexts(status, page)),
    ...recallFields(status, page),
    ...named('read', readTexts(status.ledger, page)),
    ...named('waiting', waitingTexts(status)),
    ...named('model', modelTexts(status, page)),
    ...named('notes', proposedTexts(status)),
    ...named('settings', settingsTexts(status, page)),
    ...apartFields(status),
  ];
  const lines = fields(
    rows.map(([name, value]) => [name, withCommands(value, page.paint)]),
    page,
  );
  return [...lines, ...projectLines(status, page)].map((line) => `${line}\n`).join('');
}

/** The first value gets the name, the others are below it. */
function named(name: string, values: readonly string[]): Field[] {
  return values.map((value, index) => [index === 0 ? name : '', value]);
}

function storedFields(status: Status, page: Page): Field[] {
  const { database, lost, stats, home, hooks, unusable, elsewhere } = status;
  const place = printable(shortPath(home, { home: page.home }));
  if (database === undefined && unusable !== undefined) {
    const red = page.paint.red(`nothing, and nothing can be stored in ${place}`);
    return named('stored', [
      `${red}: ${printable(unusable)}`,
      printable(hintFor('HOME_UNWRITABLE') ?? ''),
    ]);
  }
  if (lost !== undefined) {
    const what = withShortPaths(lossText(lost), { home: page.home });
    return named('stored', [page.paint.red(printable(what)), printable(lost.hint)]);
  }
  if (database === undefined) {
    const isOn = Object.values(hooks).includes('on') || elsewhere.length > 0;
    const next = isOn
      ? 'the next conversation is stored'
      : '`mementor enable` stores the next ones';
    return named('stored', [
      'nothing yet',
      `${next}; \`mementor ingest --all\` reads the transcripts that Claude Code keeps`,
    ]);
  }
  const { turns, sessions, agentTurns, projects } = stats;
  const subagents = agentTurns > 0 ? `, and ${counted(agentTurns, 'turn')} of subagents` : '';
  const what = `${counted(turns, 'turn')} in ${counted(sessions, 'session')} of ${counted(projects.length, 'project')}${subagents}`;
  return [['stored', `${what}; ${sized(database.bytes)} in ${place}`]];
}

function problemTexts({ problems }: Status, { paint, home }: Page): string[] {
  const short = (text: string) => printable(withShortPaths(text, { home }));
  return problems.map(({ status, detail, fix }) => {
    const colour = status === 'fail' ? paint.red : paint.yellow;
    return `${colour(short(detail))}${fix === undefined ? '' : `; ${short(fix)}`}`;
  });
}

/** What was done last, whatever the project. */
function lastFields({ last }: Status, page: Page): Field[] {
  if (last === undefined) return [];
  const where = `${shortId(last.session)} of ${printable(last.project)}, ${when(last.endedAtMs, page.nowMs)}`;
  const gist = gistText(last, Number.POSITIVE_INFINITY, page);
  return [['last', gist === '' ? where : `${where}: ${gist}`]];
}

function hooksTexts(
  { hooks, troubles, unreadable, elsewhere }: Status,
  { paint, home }: Page,
): string[] {
  const isTroubled = (place: string) =>
    troubles.some(({ agent, of }) => (of === undefined ? isOfDefault(place) : agent === place));
  const states = Object.entries(hooks)
    .filter(([place, state]) => state !== 'off' && !isTroubled(place))
    .map(([place, state]) => `${isScope(place) ? `${place} settings` : place} ${state}`);
  const short = (text: string) => printable(withShortPaths(text, { home }));
  if (troubles.length > 0) {
    const lines = troubles.map(({ partly, of, problem, fix }) => {
      const state = partly ? paint.yellow('incomplete') : paint.red('not running');
      return `${of === undefined ? '' : `${of} `}${state}: ${short(`${problem}; ${fix}`)}`;
    });
    return [...(states.length > 0 ? [states.join(', ')] : []), ...lines];
  }
  if (states.length === 0 && elsewhere.length > 0) {
    const off = `${paint.yellow('off here')}, on in ${short(elsewhere.join(', '))}`;
    return [`${off}: \`mementor enable\` installs them here`];
  }
  if (states.length === 0) return [`${paint.yellow('off')}: \`mementor enable\` installs them`];
  const why = unreadable.map((each) => `${paint.red('unreadable')}: ${short(each)}`);
  return [states.join(', '), ...why];
}

/** The places of other agents have their names. */
function isOfDefault(place: string): boolean {
  return isScope(place) || place === 'plugin';
}

function isScope(place: string): boolean {
  return SCOPES.some((scope) => scope === place);
}

function recallFields(status: Status, page: Page): Field[] {
  const { muted, recall, notStoring } = status;
  if (notStoring !== undefined) {
    return named('recall', [`${page.paint.red('off')} until the settings are repaired`]);
  }
  const muting = muted.map((each) => mutedText(each, page.paint));
  const { prompts, spoken } = recall;
  const often =
    prompts === 0
      ? ''
      : `, ${grouped(spoken)} of ${counted(prompts, 'prompt')} in ${KEPT_DAYS} days got something`;
  const state = muting.length > 0 ? muting : [`${page.paint.green('on')}${often}`];
  return named('recall', [...state, ...addedTexts(recall, page)]);
}

function mutedText(muting: Muting, paint: Style): string {
  return `${paint.yellow(printable(mutingText(muting)))}; \`${printable(muting.undo)}\` undoes it`;
}

function addedTexts(
  { lastAddedMs, lastTurns, lastNotes }: RecordedPrompts,
  { nowMs }: Page,
): string[] {
  if (lastAddedMs === null) return [];
  const parts = [
    ...(lastTurns > 0 ? [counted(lastTurns, 'turn')] : []),
    ...(lastNotes > 0 ? [counted(lastNotes, 'note')] : []),
  ];
  return [`last added ${parts.join(' and ')} ${when(lastAddedMs, nowMs)}: \`mementor why\``];
}

/** Which transcripts were read, and which were not. */
function readTexts(ledger: LedgerSummary, { nowMs }: Page): string[] {
  const { known, states, waiting, waitingSinceMs, unread, problems, newer } = ledger;
  const lines = total(problems);
  const isAll = states.complete === known && newer === 0;
  const complete = isAll ? 'all' : grouped(states.complete);
  const parts: readonly [number, string][] = [
    [known, `${counted(known, 'transcript')}, ${complete} complete`],
    [
      states.behind,
      `${grouped(states.behind)} behind by ${sized(waiting)} (changed ${relativeTime(waitingSinceMs ?? 0, nowMs)}): the next hook reads the rest`,
    ],
    [
      states.unread,
      `${grouped(states.unread)} never read (${sized(unread)}): \`mementor ingest --all\``,
    ],
    [states.gone, `${grouped(states.gone)} gone from the disk: the turns stay`],
    [states.unreadable, `${grouped(states.unreadable)} unreadable: \`mementor doctor\``],
    [newer, `${counted(newer, 'session')} of newer clients not read: \`mementor doctor\``],
    [lines, `${counted(lines, 'line')} could not be read: \`mementor status --transcripts\``],
  ];
  return parts.filter(([count]) => count > 0).map(([, text]) => text);
}

/** What was handed over or stored, and is not ready yet. */
function waitingTexts({ inbox, stats: { waiting, chunks } }: Status): string[] {
  return [
    ...(inbox === 0 ? [] : [`${counted(inbox, 'message')} from hooks: the next hook stores them`]),
    ...(waiting === 0
      ? []
      : [
          `${percentOf(waiting, chunks)} of the text is not yet searchable by meaning: \`mementor ingest\``,
        ]),
  ];
}

/** Notes that a person has not decided about. */
function proposedTexts({ stats: { proposed } }: Status): string[] {
  if (proposed === 0) return [];
  return [`${proposedText(proposed)}: \`mementor notes review --all-projects\``];
}

/** What searches by meaning. */
function modelTexts({ model }: Status, { paint, home }: Page): string[] {
  if (model.problem !== undefined) {
    const why = printable(withShortPaths(model.problem, { home }));
    return [`${paint.red('search by words alone')}: ${why}; \`mementor doctor\` says what to do`];
  }
  return [printable(`${model.id}, run by ${model.engine}`)];
}

function settingsTexts({ notStoring, unknownKeys }: Status, { paint, home }: Page): string[] {
  return [
    ...(notStoring === undefined
      ? []
      : [
          `${paint.red('nothing is stored or added')} until this is repaired: ${printable(withShortPaths(notStoring, { home }))}; \`mementor config\` shows how`,
        ]),
    // A key that may be a misspelt one stops everything.
    ...unknownKeys
      .filter((key) => meantBy(key) === undefined)
      .map(
        (key) =>
          `${paint.yellow('unknown key')} ${printable(JSON.stringify(key))}: it changes nothing`,
      ),
  ];
}

function apartFields({ apart }: Status): Field[] {
  return apart === undefined ? [] : named('apart', [printable(apart.detail), printable(apart.fix)]);
}

const PROJECTS_SHOWN_MAX = 10;

function projectLines({ stats: { projects } }: Status, page: Page): string[] {
  if (projects.length === 0) return [];
  const shown = projects.slice(0, PROJECTS_SHOWN_MAX);
  const rest = projects.length - shown.length;
  const rows = shown.map(({ label, sessions, turns, lastAtMs }) => [
    printable(label),
    grouped(sessions),
    grouped(turns),
    relativeTime(lastAtMs, page.nowMs),
  ]);
  const columns = [{ flexible: true }, { align: 'right' }, { align: 'right' }, {}] as const;
  const [heading = '', ...body] = table(
    [['project', 'sessions', 'turns', 'last'], ...rows],
    columns,
    page.width,
  );
  const more = rest > 0 ? [page.paint.dim(`… and ${counted(rest, 'more project')}`)] : [];
  return ['', page.paint.bold(heading), ...body, ...more];
}
