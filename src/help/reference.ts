/**
 * Contents of help and manual page besides options: examples, exit status, environment. Data only.
 */

import { AGENTS } from '../agents/all.ts';
import { KEYS, SETTINGS } from '../settings/table.ts';

/** Examples per command, by its words after `mementor`; the empty key is the program itself. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'mementor enable',
    'mementor ingest --all',
    'mementor query "why did we drop the retry queue"',
    'mementor query --file src/db.rs --since 2w',
    'mementor remember "We use tabs, not spaces" --kind rule',
    `mementor query "sqlite busy" --limit 3 --json | jq -r '.hits[].turn'`,
  ],
  enable: [
    'mementor enable --dry-run',
    'mementor enable --local',
    'mementor enable --as plugin',
    'mementor enable --mcp',
    'mementor enable --agent all --dry-run',
    'mementor enable --skill',
    'mementor enable --statusline --dry-run',
    'mementor enable --warm',
  ],
  disable: [
    'mementor disable',
    'mementor disable --local --dry-run',
    'mementor disable --mcp',
    'mementor disable --purge --dry-run',
  ],
  mcp: ['claude mcp add mementor mementor mcp'],
  statusline: ['mementor statusline < status.json', 'mementor statusline --beside ./my-line.sh'],
  query: [
    'mementor query "which port does staging use" -n 3',
    'mementor query lock --kind rule,gotcha',
    'mementor query migration --since "3 months ago" --branch main',
    'mementor query --error "cannot find module" --explain',
    'mementor query --command "cargo bench" --until 2026-11-03',
  ],
  remember: [
    'mementor remember "We use tabs, not spaces" --kind rule',
    'mementor remember --kind decision --tag db < decision.md',
    'mementor remember "Use pine for the mast" --kind decision --supersedes 4fe1c2a0',
    'mementor remember "Answer in short sentences" --kind preference --scope person --pin',
  ],
  'log-event': [`mementor log-event --kind retro --title "Release 2" --detail '{"days":3}'`],
  notes: [
    'mementor notes list --kind rule,decision',
    'mementor notes show 4fe1c2a0',
    "mementor notes list --state all --json | jq -r '.notes[].summary'",
  ],
  'notes list': ['mementor notes list --tag db --since 2w', 'mementor notes list --state archived'],
  'notes show': ['mementor notes show 4fe1c2a0'],
  'notes history': ['mementor notes history 4fe1c2a0'],
  'notes accept': ['mementor notes accept 4fe1c2a0'],
  'notes reject': ['mementor notes reject 4fe1c2a0'],
  'notes review': ['mementor notes review', 'mementor notes review --all-projects --json'],
  'notes resolve': ['mementor notes resolve 4fe1c2a0'],
  'notes archive': ['mementor notes archive 4fe1c2a0'],
  'notes restore': ['mementor notes restore 4fe1c2a0'],
  'notes pin': ['mementor notes pin 4fe1c2a0'],
  'notes unpin': ['mementor notes unpin 4fe1c2a0'],
  'notes edit': ['mementor notes edit 4fe1c2a0 "We use tabs" --tag style'],
  'notes undo': ['mementor notes undo 4fe1c2a0', 'mementor notes undo 4fe1c2a0 --to 1'],
  'notes tidy': ['mementor notes tidy --dry-run'],
  'notes export': [
    'mementor notes export --dir notes',
    'mementor notes export -o rules.md -k rule',
  ],
  'notes import': [
    'mementor notes import notes/',
    'mementor notes import CLAUDE.md --dry-run',
    'mementor notes import CLAUDE.md --yes',
  ],
  'notes delete': ['mementor notes delete 4fe1c2a0 --dry-run'],
  ingest: ['mementor ingest --all', 'mementor ingest old/*.jsonl'],
  restore: ['mementor restore 8037c875 --dry-run', 'mementor restore 8037c875'],
  resume: ['mementor resume 8037c875', 'eval "$(mementor resume 8037c875)"'],
  browse: ['mementor browse', 'mementor browse --all-projects'],
  show: [
    'mementor show 8037c875',
    'mementor show 2',
    'mementor show --next',
    'mementor show 8037c875 --json | jq -r ".turns[].turn"',
  ],
  sessions: [
    'mementor sessions -n 5',
    'mementor sessions --since 2w --branch main',
    'mementor sessions --all-projects --json',
  ],
  why: [
    'mementor why',
    'mementor why -n 5',
    'mementor why --start',
    'mementor why --since 1w --all-projects',
    'mementor why "which port does staging use" --rate 5',
    "mementor why --json | jq -r '.text'",
  ],
  context: [
    'mementor context',
    'mementor context --source compact --session 4f9ac0d1',
    "mementor context --json | jq '.layers'",
  ],
  recap: ['mementor recap', 'mementor recap --since 1d --all-projects'],
  fix: [
    "mementor fix \"Property 'anchor' does not exist on type 'Boat'\"",
    'npm test 2>&1 | mementor fix',
  ],
  how: ['mementor how run one test', 'mementor how deploy --all-projects'],
  blame: ['mementor blame src/db.rs', 'mementor blame src/db.rs:12'],
  recover: ['mementor recover src/db.rs', 'mementor recover src/db.rs 1 --whole --to old.rs'],
  files: ['mementor files retry queue'],
  stats: ['mementor stats', 'mementor stats --since 1w --all-projects', 'mementor stats --json'],
  status: [
    'mementor status',
    'mementor status --transcripts',
    "mementor status --json | jq '.ledger'",
  ],
  doctor: ['mementor doctor', 'mementor doctor --json > report.json'],
  forget: [
    'mementor forget 8037c875 --dry-run',
    'mementor forget --containing "project nightjar"',
    'mementor forget --project shop --until 2025-12-31',
  ],
  scrub: ['mementor scrub', 'mementor scrub --json'],
  backup: ['mementor backup ~/mementor-2026-11-03.db'],
  repair: ['mementor repair', 'mementor repair --delete-damaged'],
  export: [
    'mementor export > memory.jsonl',
    'mementor export --project shop | gzip > shop.jsonl.gz',
  ],
  import: ['mementor import memory.jsonl', 'mementor import ~/mementor-2026-11-03.db'],
  model: ['mementor model list', 'mementor model pull bge-small-en-v1.5'],
  'model list': ["mementor model list --json | jq -r '.models[].id'"],
  'model use': ['mementor model use bge-small-en-v1.5', 'mementor model use default'],
  'model pull': [
    'mementor model pull bge-small-en-v1.5',
    'mementor model pull bge-small-en-v1.5 --from https://mirror.example/models',
  ],
  'model import': ['mementor model import ~/Downloads/bge-small-en-v1.5'],
  'model verify': ['mementor model verify', 'mementor model verify bge-small-en-v1.5'],
  'model remove': ['mementor model remove bge-small-en-v1.5'],
  rebuild: ['mementor rebuild', 'mementor rebuild --json'],
  config: ['mementor config list', 'mementor config set recall false'],
  'config add': [
    "mementor config add mask 'CUST-\\d+'",
    "mementor config add exclude '~/clients/*'",
  ],
  'config remove': ["mementor config remove exclude '~/clients/*'"],
  'config list': ['mementor config list --json'],
  'config get': ['mementor config get limit'],
  'config set': ['mementor config set threads 4', 'mementor config set recall false'],
  'config unset': ['mementor config unset threads'],
  mute: ['mementor mute', 'mementor mute --project', 'mementor mute --project --off'],
  project: ['mementor project show', 'mementor project join --dry-run'],
  'project show': ['mementor project show', 'mementor project show --json | jq .standing'],
  'project join': [
    'mementor project join --dry-run',
    'mementor project join',
    'mementor project join github.com/acme/shop',
  ],
  'project leave': ['mementor project leave --dry-run', 'mementor project leave'],
  completion: ['mementor completion zsh > ~/.zfunc/_mementor'],
  help: ['mementor help query', 'mementor help config set'],
  man: ['mementor man > ~/.local/share/man/man1/mementor.1'],
};

/** What else a command's help says, by its words after `mementor`: lines under a heading. */
export const NOTES: Readonly<Record<string, readonly [heading: string, ...lines: string[]]>> = {
  mute: [
    'For one prompt alone',
    'Write --no-recall anywhere in it. The word stays in the prompt: Claude sees it too.',
  ],
  completion: [
    'To install it (then open a new shell)',
    'bash, with the package bash-completion:',
    '  mkdir -p ~/.local/share/bash-completion/completions',
    '  mementor completion bash > ~/.local/share/bash-completion/completions/mementor',
    'zsh:',
    '  mkdir -p ~/.zfunc && mementor completion zsh > ~/.zfunc/_mementor',
    '  and in ~/.zshrc, unless it has these two lines already:',
    '  fpath=(~/.zfunc $fpath)',
    '  autoload -Uz compinit && compinit',
    'fish:',
    '  mementor completion fish > ~/.config/fish/completions/mementor.fish',
  ],
};

export type Row = readonly [name: string, meaning: string];

export const EXIT_STATUSES: readonly Row[] = [
  ['0', 'done'],
  ['1', 'the answer is negative: nothing found, no such id, a check failed'],
  ['2', 'an error, or misuse'],
  ['130', 'interrupted by Ctrl-C; what was stored stays'],
];

export const VARIABLES: readonly Row[] = [
  ['MEMENTOR_HOME', 'folder that holds everything that is stored'],
  ['MEMENTOR_MODELS', 'folder of another model than the bundled one'],
  ['MEMENTOR_MODEL_MIRROR', 'where `mementor model pull` takes files from, as `--from` does'],
  ...KEYS.map((key): Row => [SETTINGS[key].variable, `overrides the setting \`${key}\``]),
  ['MEMENTOR_LOG', '`debug` shows where an error came from'],
  ...AGENTS.flatMap(({ variables }) => variables),
  ['PAGER', 'shows long output, instead of less; empty or `cat`: no pager'],
  ['COLUMNS', 'width of the terminal, if it is not what the terminal says'],
  ['NO_COLOR', 'any value turns colour off'],
];

/** Renders a section of help. */
export function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return `\n${title}\n${rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}\n`).join('')}`;
}

/** Renders the notes of a command. */
export function notes(path: string): string {
  const [heading, ...lines] = NOTES[path] ?? [];
  if (heading === undefined) return '';
  return `\n${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Renders the examples of a command. */
export function examples(path: string): string {
  const lines = EXAMPLES[path] ?? [];
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  $ ${line}\n`).join('')}`;
}
