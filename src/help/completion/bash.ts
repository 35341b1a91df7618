/** Completion for bash, 3.2 or newer. Pure. */

import { type CommandNode, withDescendants } from '../tree.ts';
import { argumentValues, namesOf, optionValue, quoted, type Value } from './candidates.ts';

export function bashScript(root: CommandNode): string {
  const commands = withDescendants(root);
  const name = root.name;
  return `# Completion of ${name} for bash, made by \`${name} completion bash\`.
# Adds the names of a kind that begin with the current word.
_${name}_names() {
  local line
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    if [[ $line == "$cur"* ]]; then
      printf -v line %q "$line"
      COMPREPLY+=("$line")
    fi
  done < <(${name} complete "$1" "$cur" "$prev" 2>/dev/null)
}
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' i
  # How many arguments precede the current word.
  local given=0
  # Bash takes \`--option=value\` apart at the equals sign.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${commandPatterns(commands)}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
${commands.flatMap(aliasCases).join('\n')}
      *' '-*) ;;
      *) given=$((given + 1)) ;;
    esac
  done
  COMPREPLY=()
  case "$path|$prev" in
${optionCases(commands).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $path in
${commands.map((node) => wordCase(node, flagsOf(node))).join('\n')}
    esac
  else
    case "$path|$given" in
${commands.flatMap(argumentCases).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _${name} ${name}
`;
}

function commandPatterns(commands: readonly CommandNode[]): string {
  const paths = commands.filter((node) => node.path !== '');
  // The command path so far, a space, and the next word.
  return paths
    .map((node) => quoted(node.path.includes(' ') ? node.path : ` ${node.path}`))
    .join(' | ');
}

/** An alias leads to the path of its command. */
function aliasCases({ path, name, aliases }: CommandNode): string[] {
  const parent = path.slice(0, path.length - name.length);
  return aliases.map((alias) => {
    const words = parent === '' ? ` ${alias}` : parent + alias;
    return `      ${quoted(words)}) path=${quoted(path)} ;;`;
  });
}

/** The cases of options with a value: only the value may follow such an option. */
function optionCases(commands: readonly CommandNode[]): string[] {
  const byBody = new Map<string, string[]>();
  for (const node of commands) {
    for (const option of node.options) {
      const value = optionValue(option);
      if (value === undefined) continue;
      const patterns = option.flags.map((flag) => quoted(`${node.path}|${flag}`));
      const body = completed(value);
      byBody.set(body, [...(byBody.get(body) ?? []), ...patterns]);
    }
  }
  return [...byBody].map(([body, patterns]) => `    ${patterns.join(' | ')})${body} return ;;`);
}

function completed(value: Value): string {
  switch (value.kind) {
    case 'choices':
      return ` COMPREPLY=($(compgen -W ${quoted(value.choices.join(' '))} -- "$cur"));`;
    case 'files':
      return ` ${FILES};`;
    case 'names':
      return ` _mementor_names ${value.of};`;
    case 'any':
      return '';
  }
}

/** Readline itself completes and quotes file names; bash 3.2 lacks `compopt`. */
const FILES = 'compopt -o default 2>/dev/null';

function wordCase(node: CommandNode, words: readonly string[]): string {
  return `      ${quoted(node.path)}) words=${quoted(words.join(' '))} ;;`;
}

function flagsOf(node: CommandNode): string[] {
  return node.options.flatMap((option) => option.flags);
}

function argumentCases(node: CommandNode): string[] {
  const { path } = node;
  if (node.commands.length > 0) {
    return [`      ${quoted(path)}'|'*) words=${quoted(namesOf(node).join(' '))} ;;`];
  }
  return argumentValues(node).flatMap(({ argument, value }, index) => {
    const place = `${quoted(path)}'|'${argument.many ? '*' : index}`;
    const body = argumentBody(value);
    return body === undefined ? [] : [`      ${place}) ${body} ;;`];
  });
}

function argumentBody(value: Value): string | undefined {
  switch (value.kind) {
    case 'choices':
      return `words=${quoted(value.choices.join(' '))}`;
    case 'files':
      return FILES;
    case 'names':
      return `_mementor_names ${value.of}; return`;
    case 'any':
      return undefined;
  }
}
