/** `mementor enable`: adds our hooks to an agent's settings, or installs them as a plugin. */

import { INSTALLATION_HELP as HELP } from '../agents/default-installation-help.ts';
import { SCOPES } from '../agents/installation.ts';
import { declared, option } from '../command-line/command.ts';
import {
  type Placed,
  partOptions,
  placeOptions,
  scopeOf,
} from '../command-line/installation-options.ts';
import { modelToOffer } from '../models/offer.ts';
import { type EnableOptions, enable, unconfirmed } from '../operations/enable.ts';
import { renderEnabled, renderLine } from '../output/enable.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderOffer } from '../output/models.ts';
import { failedText } from '../output/part-names.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

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

type Options = Omit<EnableOptions, 'scope'> & { readonly json: boolean };

export async function run(
  options: EnableOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const watch = terminalWatch(context);
  const { document, enabled, failed } = await enable(options, context, watch);
  if (options.json) printJson(document, context);
  else {
    const page = pageOf(context.stdout, context);
    const texts = enabled.map((each) => renderEnabled(each, options.dryRun, page));
    context.stdout.write(texts.join('\n'));
    for (const each of failed) watch.fail(failedText(each));
  }
  const isPart = options.mcp || options.skill || options.statusline || options.warm;
  if (!options.dryRun && !isPart) await confirmHooks(options, context);
  if (!options.json && !options.dryRun && !isPart) await offer(context);
  return failed.length === 0 ? 0 : 1;
}

/** Confirms hooks where an agent wants that, if the person says so now or has said so. */
async function confirmHooks(
  options: EnableOptions & { readonly json: boolean },
  context: Context,
): Promise<void> {
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

/** Offers a model only at a terminal, and only once. */
async function offer(context: Context): Promise<void> {
  if (!context.stdout.isTTY || !context.stderr.isTTY) return;
  const model = await modelToOffer(context);
  if (model === undefined) return;
  context.stdout.write(renderOffer(model, pageOf(context.stdout, context)));
}
