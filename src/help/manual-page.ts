/** The manual page, as roff, generated from the same commands as the help. Pure. */

import { EXAMPLES, EXIT_STATUSES, NOTES, type Row, VARIABLES } from './reference.ts';
import type { CommandNode, OptionNode } from './tree.ts';

export function manualPage(root: CommandNode): string {
  const { name, version = '' } = root;
  const [what = '', more = ''] = root.description.split(': ', 2);
  return [
    `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`${name} ${version}`.trim())} "User Commands"`,
    '.SH NAME',
    `${roff(name)} \\- ${roff(what)}`,
    '.SH SYNOPSIS',
    `.B ${roff(name)}\n.I command\n[options]`,
    '.SH DESCRIPTION',
    paragraph(`${what}: ${more}.`),
    '.SH OPTIONS',
    ...root.options.map(option),
    '.SH COMMANDS',
    ...groupsOf(root).flatMap(([group, commands]) => [
      `.SS ${quoted(group)}`,
      ...commands.flatMap((node) => command(name, node)),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_STATUSES.map(row),
    'Hooks always end with 0.',
    '.SH ENVIRONMENT',
    ...VARIABLES.map(row),
    '.SH EXAMPLES',
    ...examples(''),
    '',
  ].join('\n');
}

function groupsOf(root: CommandNode): [string, CommandNode[]][] {
  const groups = new Map<string, CommandNode[]>();
  for (const node of root.commands) {
    groups.set(node.group, [...(groups.get(node.group) ?? []), node]);
  }
  return [...groups];
}

function command(program: string, node: CommandNode): string[] {
  return [
    '.TP',
    `.B ${quoted(`${program} ${node.path}`)}${node.usage ? ` ${quoted(node.usage)}` : ''}`,
    `${paragraph(`${node.description}.`)}`,
    '.RS',
    ...node.arguments
      .filter((argument) => argument.description !== '')
      .map((argument) => row([argument.name, argument.description])),
    ...(node.aliases.length === 0 ? [] : [row(['also', node.aliases.join(', ')])]),
    ...node.options.filter((each) => !each.flags.includes('--help')).map(option),
    ...notes(node.path),
    ...examples(node.path),
    '.RE',
    ...node.commands.flatMap((child) => command(program, child)),
  ];
}

function option({ flags, value, description, choices }: OptionNode): string {
  const names = flags.map((flag) => (value === undefined ? flag : `${flag} <${value}>`));
  const listed = choices.length > 0 ? `; one of ${choices.join(', ')}` : '';
  return row([names.join(', '), `${description}${listed}`]);
}

function row([name, meaning]: Row): string {
  return `.TP\n.B ${quoted(name)}\n${paragraph(meaning)}`;
}

function notes(path: string): string[] {
  const [heading, ...lines] = NOTES[path] ?? [];
  if (heading === undefined) return [];
  return ['.PP', paragraph(`${heading}:`), '.PP', '.nf', ...lines.map(roff), '.fi'];
}

function examples(path: string): string[] {
  const lines = EXAMPLES[path] ?? [];
  if (lines.length === 0) return [];
  return ['.PP', '.nf', ...lines.map((line) => roff(`$ ${line}`)), '.fi'];
}

function paragraph(text: string): string {
  return roff(text.replace(/\s+/g, ' ').trim());
}

function quoted(text: string): string {
  return `"${roff(text).replaceAll('"', '\\(dq')}"`;
}

/** Escapes text so that no character is a roff command, and ASCII characters print unchanged. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\(rs')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(['.])/gm, '\\&$1')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq');
}
