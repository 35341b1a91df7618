/** The commands about recall: why it injected something, and where it is muted. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { What } from '../answers/mute.ts';
import { RATE_PERCENT_MAX, RATE_PERCENT_MIN, SETTINGS } from '../settings/table.ts';
import { json, type Wiring } from './flags.ts';

interface WhyFlags {
  readonly last?: boolean;
  readonly session?: string;
  readonly rate?: number;
  readonly json?: boolean;
}

export function addWhy(root: Command, { context, set }: Wiring): void {
  const why = root
    .command('why')
    .description('Explain what a prompt brought back, or why nothing')
    .argument('[prompt...]', 'a prompt to try out in this directory; nothing is recorded')
    .option('--last', "the last prompt of this directory's newest session (default)")
    .option('--session <id>', 'the last prompt of this session, or a prompt tried out in it')
    .option(
      '--rate <percent>',
      `try it out at another rate than that of the setting \`rate\` (default: ${SETTINGS.rate.fallback})`,
      percent,
    );
  json(why).action(async (words: string[], flags: WhyFlags) => {
    const prompt = words.join(' ');
    if (flags.last && prompt !== '') {
      why.error("error: option '--last' cannot be used with a prompt", { exitCode: 1 });
    }
    const { run } = await import('../commands/why.ts');
    const { session, rate } = flags;
    const options = { prompt: prompt === '' ? undefined : prompt, session, rate };
    set(await run({ ...options, json: flags.json === true }, context));
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
  readonly project?: boolean;
  readonly always?: boolean;
  readonly off?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
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
    .option('--always', 'everywhere: the setting `recall`')
    .option('--off', 'undo it')
    .addOption(
      new Option('--list', 'show what is muted').conflicts(['session', 'project', 'always', 'off']),
    );
  json(mute).action(async (flags: MuteFlags) => {
    const commands = await import('../commands/mute.ts');
    const json = flags.json === true;
    if (flags.list) return set(await commands.list({ json }, context));
    const what: What = flags.always ? 'always' : flags.project ? 'project' : 'session';
    const { session } = flags;
    set(await commands.run({ what, session, off: flags.off === true, json }, context));
  });
}
