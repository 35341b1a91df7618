/** The options of `enable` and `disable`: where, which part, of which agent. */

import type { Option } from 'commander';
import { INSTALLATION_HELP as HELP } from '../agents/default-installation-help.ts';
import { agents } from '../agents/find.ts';
import { FORMS, type InstallationHelp, SCOPES, type Scope } from '../agents/installation.ts';
import { option } from './command.ts';
import { json } from './options.ts';

/** Which place was named. */
export type Placed = Readonly<Record<Scope, boolean>>;

export function scopeOf(placed: Placed): Scope {
  return SCOPES.find((name) => placed[name]) ?? 'user';
}

export function placeOptions(verb: string): readonly Option[] {
  const installed = agents().filter(({ isInstalledInto }) => isInstalledInto);
  const scopes = SCOPES.map((scope) =>
    option(`--${scope}`, `${verb} ${HELP.scopes[scope]}`, {
      conflicts: SCOPES.filter((other) => other !== scope),
    }),
  );
  const which = `${verb} this agent, or all that are found; ${HELP.agent} when left out`;
  return [
    ...scopes,
    option('--agent <name>', which, { choices: [...installed.map(({ name }) => name), 'all'] }),
    option('--dry-run', 'Show what would change and write nothing'),
    json(),
  ];
}

/** A project's status line would hide the person's own: there is only one for all sessions. */
export function partOptions(
  help: Pick<InstallationHelp, 'form' | 'mcp' | 'skill' | 'statusline' | 'warm'>,
  fallback?: string,
): readonly Option[] {
  const [ofUserOrProject, ofUser] = [
    ['local', 'as'],
    ['project', 'local', 'as'],
  ];
  return [
    option('--as <form>', help.form, { choices: FORMS, fallback }),
    option('--mcp', help.mcp, { conflicts: ofUserOrProject }),
    option('--skill', help.skill, { conflicts: ofUserOrProject }),
    option('--statusline', help.statusline, { conflicts: ofUser }),
    option('--warm', help.warm, { conflicts: ofUser }),
  ];
}
