/** Completion for fish. Pure. */

import { type CommandNode, type OptionNode, withDescendants } from '../tree.ts';
import { argumentValues, namesOf, optionValue, summary, type Value } from './candidates.ts';

export function fishScript(root: CommandNode): string {
  const commands = withDescendants(root);
  const { name } = root;
  const patterns = commands.filter((node) => node.path !== '').map((node) => fishQuoted(node.path));
  return `# Completion of ${name} for fish, made by \`${name} completion fish\`.
function __${name}_at
    # The command that the words so far lead to, and how many arguments follow it.
    set -l at ''
    set -l given 0
    for word in (commandline -opc)[2..-1]
        switch (string trim -- "$at $word")
            case ${patterns.join(' ')}
                set at (string trim -- "$at $word")
${commands.flatMap(aliasCases).join('\n')}
            case '*'
                string match -q -- '-*' "$word"; or set given (math $given + 1)
        end
    end
    test "$at" = "$argv[1]"; or return 1
    test -z "$argv[2]"; or test "$given" = "$argv[2]"
end

function __${name}_names
    set -l word (commandline -ct)
    set -l previous (commandline -opc)[-1]
    command ${name} complete $argv[1] "$word" "$previous" 2>/dev/null
end

complete -c ${name} -e
complete -c ${name} -f
${commands.flatMap((node) => linesOf(name, node)).join('\n')}
`;
}

/** An alias leads to the path of its command. */
function aliasCases({ path, name, aliases }: CommandNode): string[] {
  const parent = path.slice(0, path.length - name.length);
  return aliases.flatMap((alias) => [
    `            case ${fishQuoted(parent + alias)}`,
    `                set at ${fishQuoted(path)}`,
  ]);
}

function linesOf(name: string, node: CommandNode): string[] {
  const at = (place?: number) =>
    [`__${name}_at`, fishQuoted(node.path), ...(place === undefined ? [] : [place])].join(' ');
  const start = (place?: number) => `complete -c ${name} -n ${fishQuoted(at(place))}`;
  const children = node.commands.flatMap((child) =>
    namesOf({ ...node, commands: [child] }).map(
      (each) => `${start()} -a ${fishQuoted(each)} -d ${fishQuoted(summary(child.description))}`,
    ),
  );
  const values = argumentValues(node).flatMap(({ argument, value }, index) =>
    value.kind === 'any'
      ? []
      : [`${start(argument.many ? undefined : index)} ${argumentPart(value)}`],
  );
  return [...children, ...values, ...node.options.map((each) => `${start()} ${optionPart(each)}`)];
}

function argumentPart(value: Value): string {
  if (value.kind === 'choices') return `-a ${fishQuoted(value.choices.join(' '))}`;
  return value.kind === 'names' ? namesPart(value) : '-F';
}

/** `-k` keeps the order of the answer: newest first. */
function namesPart({ of }: Value & { readonly kind: 'names' }): string {
  return `-k -a ${fishQuoted(`(__mementor_names ${of})`)}`;
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
  if (value.kind === 'names') return `-x ${namesPart(value)}`;
  return value.kind === 'files' ? '-r -F' : '-x';
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
