/** `mementor enable`: adds our hooks to an agent's settings, or installs them as a plugin. */

import { ALL_AGENTS } from '../agents/all-installations.ts';
import { INSTALLATION_HELP as HELP } from '../agents/default-installation-help.ts';
import { SCOPES } from '../agents/installation.ts';
import { declared, option } from '../command-line/command.ts';
import {
  type Placed,
  partOptions,
  placeOptions,
  scopeOf,
} from '../command-line/installation-options.ts';
import { type EnableOptions, enable, unconfirmed } from '../operations/enable.ts';
import { ingest } from '../operations/ingest.ts';
import { type Unread, unreadHere } from '../operations/unread.ts';
import { readQuestion, renderEnabled, renderLine, renderUnread } from '../output/enable.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { failedText } from '../output/part-names.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { agreed } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { ingestCode, run as runIngest } from './ingest.ts';

export const command = declared({
  description: 'Install the hooks in the settings of Claude Code, or of another agent',
  options: [
    ...placeOptions('Put the hooks into'),
    ...partOptions(HELP, 'settings'),
    option(
      '--trust',
      'Let Codex trust the hooks without asking you: with `--agent codex` or `all`',
      { conflicts: [...SCOPES, 'as', 'mcp', 'skill', 'statusline', 'warm', 'dryRun'] },
    ),
    option('--read', 'Read the conversations that are here too, without asking', {
      conflicts: ['dryRun', 'mcp', 'skill', 'statusline', 'warm'],
    }),
    option('--no-read', 'Do not read them, and do not ask'),
  ],
  examples: [
    'mementor enable --dry-run',
    'mementor enable --local',
    'mementor enable --as plugin',
    'mementor enable --mcp',
    'mementor enable --agent all --dry-run',
    'mementor enable --skill',
    'mementor enable --statusline --dry-run',
    'mementor enable --warm',
  ],
  run: (options: Placed & Options, context) =>
    run({ ...options, scope: scopeOf(options) }, context),
});

type Options = Omit<EnableOptions, 'scope'> & Reading;

interface Reading {
  /** Whether to read the conversations that are here; asks without it. */
  readonly read?: boolean | undefined;
  readonly json: boolean;
}

export async function run(options: EnableOptions & Reading, context: Context): Promise<ExitCode> {
  const { agent, dryRun, json } = options;
  const watch = terminalWatch(context);
  const page = pageOf(context.stdout, context);
  const { document, enabled, failed } = await enable(options, context, watch);
  const isPart = options.mcp || options.skill || options.statusline || options.warm;
  const isHooks = !dryRun && !isPart;
  const unread = isHooks ? await unreadOf(agent, context) : undefined;
  if (!json) {
    const texts = enabled.map((each) => renderEnabled(each, dryRun, page));
    context.stdout.write(texts.join('\n'));
    for (const each of failed) watch.fail(failedText(each));
  }
  if (isHooks) await confirmHooks(options, context);
  const isRead = unread === undefined ? false : await isWanted(unread, options, context);
  const all = {
    paths: [],
    all: true,
    project: undefined,
    agent: agent === ALL_AGENTS ? undefined : agent,
  };
  const code = failed.length === 0 ? 0 : 1;
  if (json) {
    const read = isRead ? await ingest(all, context, watch) : undefined;
    printJson({ ...document, ...(unread && { unread }), ...(read && { read }) }, context);
    return read ? ingestCode(read) || code : code;
  }
  if (isRead) return (await runIngest({ ...all, json }, context)) || code;
  if (unread !== undefined) context.stdout.write(renderUnread(unread, page));
  return code;
}

/** Confirms hooks where an agent wants that, if the person says so now or has said so. */
async function confirmHooks(options: EnableOptions & Reading, context: Context): Promise<void> {
  const { trust = false, json } = options;
  if (!trust && (json || context.ask === undefined)) return;
  const page = pageOf(context.stdout, context);
  // Without the agent's answer there is nothing to ask; what was said of its menu stands.
  const waiting = unconfirmed(options, context);
  const found = await (trust ? waiting : waiting.catch(() => []));
  for (const { about, question, confirm, done } of found) {
    if (!trust) context.stderr.write(`\n${renderLine(about, page)}`);
    const answer = trust ? 'y' : await context.ask?.(`${question} [y/N] `);
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) continue;
    await confirm(terminalWatch(context));
    if (!json) context.stdout.write(renderLine(done, page));
  }
}

/**
 * Returns whether the conversations that are here shall be read now: as the person said in advance,
 * else as they answer; undefined if nobody can be asked.
 */
async function isWanted(
  unread: Unread,
  { read, json }: Reading,
  context: Context,
): Promise<boolean | undefined> {
  if (read !== undefined || json || context.ask === undefined) return read;
  return await agreed(`\n${readQuestion(unread)}`, context);
}

/** What is not read, of a memory that can be opened: `doctor` tells of another one. */
async function unreadOf(agent: string | undefined, context: Context): Promise<Unread | undefined> {
  try {
    return unreadHere(agent, context);
  } catch {
    return undefined;
  }
}
