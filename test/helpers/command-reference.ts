/** docs/commands.md, made from the commands themselves. */

import type { Argument, Command, Option } from 'commander';
import { EXIT_STATUSES, type Row, variables } from '../../src/help/reference.ts';
import { COMMANDS } from '../../src/program/table.ts';

const HEAD = `# Commands

Made from the program: \`npx vitest run test/cli/readme.test.ts -u\` writes this page anew.

Every command has \`--help\`, which also shows examples, and \`mementor help COMMAND\` is the same. Commands that return data have \`--json\`: one JSON document, also for errors. [Search](search.md) explains ids and times, [settings](settings.md) the settings.`;

/** Returns the page: each command with its arguments and options, then exit statuses and variables. */
export function commandReference(root: Command): string {
  const groups = new Map<string, Command[]>();
  for (const command of shownIn(root)) {
    const group = COMMANDS.find(({ name }) => name === command.name())?.group || 'More';
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  const parts = [
    HEAD,
    ...[...groups].flatMap(([group, commands]) => [
      `## ${group}`,
      ...commands.flatMap((command) => entries(command, root.name())),
    ]),
    '## Exit status',
    table(EXIT_STATUSES),
    'Hooks always end with 0.',
    '## Environment',
    table(variables()),
  ];
  return `${parts.join('\n\n')}\n`;
}

function shownIn(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The command, then what is below it. */
function entries(command: Command, above: string): string[] {
  const path = `${above} ${command.name()}`;
  const words = command.registeredArguments.map(argumentTerm);
  const also = command.aliases().map((name) => `\`${name}\``);
  const options = command.createHelp().visibleOptions(command);
  const own = options.filter(({ long }) => long !== '--help' && long !== '--json');
  const rows = [
    ...command.registeredArguments.filter(({ description }) => description !== '').map(argumentRow),
    ...own.map(optionRow),
  ];
  return [
    `### ${[path, ...words].join(' ')}`,
    `${command.description()}.${also.length === 0 ? '' : ` Other names: ${also.join(', ')}.`}`,
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...shownIn(command).flatMap((child) => entries(child, path)),
  ];
}

function argumentTerm(argument: Argument): string {
  const name = argument.name().toUpperCase() + (argument.variadic ? '...' : '');
  return argument.required ? name : `[${name}]`;
}

function argumentRow(argument: Argument): Row {
  return [argument.name().toUpperCase(), argument.description];
}

function optionRow({ flags, description, argChoices, defaultValue }: Option): Row {
  const choices = argChoices === undefined ? '' : `; one of ${argChoices.join(', ')}`;
  const isTold = typeof defaultValue === 'number' || typeof defaultValue === 'string';
  return [flags, `${description}${choices}${isTold ? ` (default: ${defaultValue})` : ''}`];
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ([name, meaning]) => `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| | |', '| --- | --- |', ...lines].join('\n');
}
