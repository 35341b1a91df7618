/** Completion for fish. Pure. */

import { type CommandNode, type OptionNode, withDescendants } from '../tree.ts';
import { argumentValue, optionValue, summary, type Value } from './candidates.ts';

export function fishScript(root: CommandNode): string {
  const commands = withDescendants(root);
  const { name } = root;
  const patterns = commands.filter((node) => node.path !== '').map((node) => fishQuoted(node.path));
  return `# Completion of ${name} for fish, made by \`${name} completion fish\`.
function __${name}_at
    # The command that the words so far lead to.
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch (string trim -- "$at $word")
            case ${patterns.join(' ')}
                set at (string trim -- "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end

complete -c ${name} -e
complete -c ${name} -f
${commands.flatMap((node) => linesOf(name, node)).join('\n')}
`;
}

function linesOf(name: string, node: CommandNode): string[] {
  const start = `complete -c ${name} -n ${fishQuoted(`__${name}_at ${fishQuoted(node.path)}`)}`;
  const children = node.commands.map(
    (child) => `${start} -a ${fishQuoted(child.name)} -d ${fishQuoted(summary(child.description))}`,
  );
  const value = argumentValue(node);
  const argument = value && value.kind !== 'any' ? [`${start} ${argumentPart(value)}`] : [];
  return [
    ...children,
    ...argument,
    ...node.options.map((option) => `${start} ${optionPart(option)}`),
  ];
}

function argumentPart(value: Value): string {
  return value.kind === 'choices' ? `-a ${fishQuoted(value.choices.join(' '))}` : '-F';
}

function optionPart(option: OptionNode): string {
  const names = option.flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const value = optionValue(option);
  const parameter = value === undefined ? [] : [valuePart(value)];
  return [...names, ...parameter, `-d ${fishQuoted(summary(option.description))}`].join(' ');
}

/** `-x`: requires a value, and offers no file names. */
function valuePart(value: Value): string {
  if (value.kind === 'choices') return `-x -a ${fishQuoted(value.choices.join(' '))}`;
  return value.kind === 'files' ? '-r -F' : '-x';
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
