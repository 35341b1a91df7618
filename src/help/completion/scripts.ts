/**
 * Completion for shells. Each script asks `mementor complete` with the words so far: a line of the
 * answer is a word, a tab, and what it means; `:files` stands for names of files.
 */

const BASH = `# Completion of mementor for bash, 3.2 or newer, made by 'mementor completion bash'.
_mementor() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      # Readline itself completes and quotes file names; bash 3.2 lacks compopt.
      compopt -o default 2>/dev/null
    else
      printf -v line %q "\${line%%$'\\t'*}"
      COMPREPLY+=("$line")
    fi
  done < <(mementor complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _mementor mementor
`;

const ZSH = `#compdef mementor
# Completion of mementor for zsh, made by 'mementor completion zsh'.
_mementor() {
  local line
  local -a names
  for line in "\${(@f)$(command mementor complete "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    line=\${line//:/\\\\:}
    [[ -z $line ]] || names+=("\${line/$'\\t'/:}")
  done
  (( $#names )) && _describe -V -t names mementor names
}
# Autoloaded from a folder of fpath, or read by source.
if [[ \${funcstack[1]} == _mementor ]]; then
  _mementor "$@"
else
  compdef _mementor mementor
fi
`;

const FISH = `# Completion of mementor for fish, made by 'mementor completion fish'.
function __mementor_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    for line in (command mementor complete $words "$word" 2>/dev/null)
        if test "$line" = ':files'
            __fish_complete_path "$word"
        else
            printf '%s\\n' "$line"
        end
    end
end
complete -c mementor -e
# -k keeps the order of the answer: newest first.
complete -c mementor -f -k -a '(__mementor_complete)'
`;

export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

export type Shell = keyof typeof SCRIPTS;
