/** Completion for zsh. Pure. */

import { type CommandNode, type OptionNode, withDescendants } from '../tree.ts';
import { argumentValues, optionValue, quoted, summary, type Value } from './candidates.ts';

export function zshScript(root: CommandNode): string {
  const functions = [...withDescendants(root)].reverse().map(functionOf);
  const main = nameOf(root);
  return `#compdef ${root.name}
# Completion of ${root.name} for zsh, made by \`${root.name} completion zsh\`.

# Offers the names of a kind; a line of the answer is a name, a tab, and what it means.
_mementor_names() {
  local -a names
  names=("\${(@f)$(command ${root.name} complete $1 "$PREFIX" "$words[CURRENT-1]" 2>/dev/null)}")
  [[ -n $names[1] ]] || return 1
  names=("\${(@)names//:/\\:}")
  names=("\${(@)names/$'\\t'/:}")
  _describe -V -t names $1 names
}

${functions.join('\n')}
# Autoloaded from a folder of \`fpath\`, or read by \`source\`.
if [[ \${funcstack[1]} == ${main} ]]; then
  ${main} "$@"
else
  compdef ${main} ${root.name}
fi
`;
}

function nameOf(node: CommandNode): string {
  return ['_mementor', ...node.path.split(' ')].filter((part) => part !== '').join('_');
}

function functionOf(node: CommandNode): string {
  return node.commands.length > 0 ? branch(node) : leaf(node);
}

function leaf(node: CommandNode): string {
  const specs = argumentValues(node).map(({ argument, value }, index) => {
    const place = argument.many ? '*' : String(index + 1);
    return quoted(`${place}:${escaped(argument.name)}:${actionOf(value)}`);
  });
  return `${nameOf(node)}() {\n  _arguments -s ${continued([...options(node), ...specs])}\n}\n`;
}

function branch(node: CommandNode): string {
  const commands = node.commands.flatMap(({ name, aliases, description }) =>
    [name, ...aliases].map((each) => `    ${quoted(`${escaped(each)}:${summary(description)}`)}`),
  );
  const cases = node.commands.map(
    (child) => `        ${[child.name, ...child.aliases].join('|')}) ${nameOf(child)} ;;`,
  );
  return `${nameOf(node)}() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${commands.join('\n')}
  )
  _arguments -C ${continued([...options(node), "'1: :->command'", "'*:: :->rest'"])}
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}
`;
}

function continued(parts: readonly string[]): string {
  return parts.map((part) => `\\\n    ${part}`).join(' ');
}

function options(node: CommandNode): string[] {
  return node.options.flatMap((option) => option.flags.map((flag) => optionSpec(flag, option)));
}

/** Each spelling of an option excludes the other. */
function optionSpec(flag: string, option: OptionNode): string {
  const value = optionValue(option);
  const both = option.flags.length > 1 ? `(${option.flags.join(' ')})` : '';
  const assigned = value !== undefined && flag.startsWith('--') ? '=' : '';
  const tail = value === undefined ? '' : `:${escaped(option.value ?? '')}:${actionOf(value)}`;
  return quoted(`${both}${flag}${assigned}[${escaped(summary(option.description))}]${tail}`);
}

function actionOf(value: Value): string {
  if (value.kind === 'choices') return `(${value.choices.join(' ')})`;
  // The space keeps `_arguments` from adding options of its own.
  if (value.kind === 'names') return ` _mementor_names ${value.of}`;
  return value.kind === 'files' ? '_files' : ' ';
}

function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, (character) => `\\${character}`);
}
