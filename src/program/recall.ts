/** The commands about recall: why it injected something, and where it is muted. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StartSource } from '../operations/context.ts';
import type { What } from '../operations/mute.ts';
import {
  CONTEXT_BUDGET_MAX,
  RATE_PERCENT_MAX,
  RATE_PERCENT_MIN,
  SETTINGS,
} from '../settings/table.ts';
import { json, project, upTo, type Wiring } from './flags.ts';

interface WhyFlags {
  readonly last?: boolean;
  readonly explain?: boolean;
  readonly start?: boolean;
  readonly session?: string;
  readonly rate?: number;
  readonly limit?: number;
  readonly since?: string;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

const PROMPTS_MAX = 10_000;
/** Listed where neither a number nor a time is given. */
const PROMPTS_LISTED = 20;

export function addWhy(root: Command, { context, set }: Wiring): void {
  const why = root
    .command('why')
    .description('Show what was added to your last prompt, or why nothing was')
    .argument('[prompt...]', 'a prompt to try out in this directory; nothing is recorded')
    .option('--last', "the last prompt of this directory's newest session (default)")
    .option('--start', 'what the session was told when it started, or after a compaction')
    .option('--session <id>', 'the last prompt of this session, or a prompt tried out in it')
    .option(
      '--rate <percent>',
      `try it out at another rate than that of the setting \`rate\` (default: ${SETTINGS.rate.fallback})`,
      percent,
    )
    .option('--explain', 'show what the decision was made of, and scores')
    .optionsGroup('List several prompts, newest first')
    .option('-n, --limit <number>', 'list at most this many', upTo(PROMPTS_MAX))
    .option('--since <time>', 'list the prompts since then: a date, `yesterday`, `3d`, `1w`, …');
  project(why, 'list the prompts of');
  json(why).action(async (words: string[], flags: WhyFlags) => {
    const prompt = words.join(' ');
    const { session, rate, limit, since, project } = flags;
    const json = flags.json === true;
    const listing = Object.entries({ limit, since, project, 'all-projects': flags.allProjects });
    const [lists] = listing.find(([, value]) => value !== undefined) ?? [];
    const ofOne = { '--last': flags.last, '--rate': rate, '--explain': flags.explain };
    const [single] = Object.entries(ofOne).find(([, value]) => value !== undefined) ?? [];
    const alone = (option: string, other: string) =>
      why.error(`error: option '${option}' cannot be used with ${other}`, { exitCode: 1 });
    if (flags.last && prompt !== '') alone('--last', 'a prompt');
    if (lists !== undefined && prompt !== '') alone(`--${lists}`, 'a prompt');
    if (lists !== undefined && single !== undefined) alone(`--${lists}`, `option '${single}'`);
    const others = [lists && `option '--${lists}'`, single && `option '${single}'`];
    const other = prompt === '' ? others.find((each) => each !== undefined) : 'a prompt';
    if (flags.start && other !== undefined) alone('--start', other);
    const commands = await import('../commands/why.ts');
    if (flags.start) return set(await commands.start({ session, json }, context));
    if (lists === undefined) {
      const explain = flags.explain === true;
      const options = { prompt: prompt === '' ? undefined : prompt, session, rate, explain };
      return set(await commands.run({ ...options, json }, context));
    }
    const shown = since === undefined ? (limit ?? PROMPTS_LISTED) : limit;
    const everything = flags.allProjects === true;
    set(await commands.list({ limit: shown, since, session, project, everything, json }, context));
  });
}

interface ContextFlags {
  readonly source: StartSource;
  readonly session?: string;
  readonly budget?: number;
  readonly json?: boolean;
}

export function addContext(root: Command, { context, set }: Wiring): void {
  const told = root
    .command('context')
    .description('Show what a session here is told when it starts, and what it costs')
    .addOption(
      new Option('--source <source>', 'how it starts: anew, or after a compaction')
        .choices(['startup', 'compact'])
        .default('startup'),
    )
    .option('--session <id>', 'the compacted session; at a start, one that is left out')
    .option(
      '--budget <tokens>',
      `at most so many tokens (default: the setting \`context-budget\`, ${CONTEXT_BUDGET_MAX})`,
      upTo(CONTEXT_BUDGET_MAX),
    );
  json(told).action(async ({ source, session, budget, json }: ContextFlags) => {
    const { run } = await import('../commands/context.ts');
    set(await run({ source, session, budget, json: json === true }, context));
  });
}

interface StatsFlags {
  readonly since: string;
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly json?: boolean;
}

export function addStats(root: Command, { context, set }: Wiring): void {
  const stats = root
    .command('stats')
    .description('Show how often past turns were added and used, what it cost, and the growth')
    .option('--since <time>', 'since then: a date, `yesterday`, `3d`, `2w`, …', '30d');
  project(stats, 'count');
  json(stats).action(async (flags: StatsFlags) => {
    const { run } = await import('../commands/stats.ts');
    const { since, project } = flags;
    const everything = flags.allProjects === true;
    set(await run({ since, project, everything, json: flags.json === true }, context));
  });
}

function percent(text: string): number {
  const value = SETTINGS.rate.fromText(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(
    `It must be a number from ${RATE_PERCENT_MIN} to ${RATE_PERCENT_MAX}.`,
  );
}

interface MuteFlags {
  readonly session?: string;
  readonly turn?: string;
  readonly project?: boolean;
  readonly always?: boolean;
  readonly off?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

function whatOf({ turn, always, project }: MuteFlags): What {
  if (turn !== undefined) return 'turn';
  if (always) return 'always';
  return project ? 'project' : 'session';
}

export function addMute(root: Command, { context, set }: Wiring): void {
  const mute = root
    .command('mute')
    .description('Stop adding past turns to prompts: in a session, a project, or everywhere')
    .addOption(
      new Option(
        '--session <id>',
        'this session instead of the one that ran last in this directory',
      ).conflicts(['project', 'always']),
    )
    .addOption(
      new Option(
        '--project',
        "this project: its repository's root folder and everything below it",
      ).conflicts('always'),
    )
    .addOption(
      new Option('--turn <id>', 'this turn alone: it was of no use').conflicts([
        'session',
        'project',
        'always',
      ]),
    )
    .option('--always', 'everywhere: the setting `recall`')
    .option('--off', 'undo it')
    .addOption(
      new Option('--list', 'show what is muted').conflicts([
        'session',
        'project',
        'turn',
        'always',
        'off',
      ]),
    );
  json(mute).action(async (flags: MuteFlags) => {
    const commands = await import('../commands/mute.ts');
    const json = flags.json === true;
    if (flags.list) return set(await commands.list({ json }, context));
    const { session, turn } = flags;
    const what = whatOf(flags);
    set(await commands.run({ what, session, turn, off: flags.off === true, json }, context));
  });
}
