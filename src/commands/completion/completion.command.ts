import { Argument, type Command } from 'commander';
import { type CommandContext } from '../command-context.js';

/**
 * Scripts by which each shell asks `quern complete` for completions. They are this thin so that all shells complete alike, and so that a
 * script in a user's profile is never out of date.
 */
const COMPLETION_SCRIPTS = {
  bash: `_quern() {
  local line=\${COMP_LINE:0:COMP_POINT} current='' found value
  local -a words
  read -ra words <<< "$line"
  # read drops the blank at the end, after which a new word begins.
  if [[ $line == *[[:blank:]] ]]; then words+=(''); fi
  current=\${words[-1]}
  # bash replaces only what follows the last "=" or ":" of the word.
  local kept=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == "$current"* ]]; then COMPREPLY+=("\${value#"$kept"}"); fi
  done < <(quern complete -- "\${words[@]:1}" 2> /dev/null)
  if [[ \${#COMPREPLY[@]} == 1 && $COMPREPLY == *= ]]; then compopt -o nospace 2> /dev/null; fi
}
complete -o default -F _quern quern
`,
  zsh: `#compdef quern
_quern() {
  local line value
  local -a found open closed
  found=("\${(@f)$(quern complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
  for line in $found; do
    value=\${line%%$'\\t'*}
    if [[ $value == *= ]]; then open+=("$value"); else closed+=("\${value//:/\\\\:}:\${line#*$'\\t'}"); fi
  done
  if (( ! $#open && ! $#closed )); then _files; return; fi
  if (( $#open )); then compadd -S '' -a open; fi
  if (( $#closed )); then _describe quern closed; fi
}
compdef _quern quern
`,
  fish: `function __quern_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ct)
  set -l found (quern complete -- $words "$current" 2> /dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c quern -f -a '(__quern_complete)'
`,
} as const;

type Shell = keyof typeof COMPLETION_SCRIPTS;

export function completionCommands(quern: Command, context: CommandContext): void {
  quern
    .command('completion')
    .description('print a script that completes commands, flags, endpoints and their parameters')
    .addArgument(new Argument('<shell>', 'whose script').choices(Object.keys(COMPLETION_SCRIPTS)))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(quern completion bash)                                  in ~/.bashrc\n' +
        '  source <(quern completion zsh)                                   in ~/.zshrc, below compinit\n' +
        '  quern completion fish > ~/.config/fish/completions/quern.fish',
    )
    .action((shell: Shell) => {
      context.out.write(COMPLETION_SCRIPTS[shell]);
    });

  // The command of these scripts alone; a failure means no completion, and no message.
  quern
    .command('complete', { hidden: true })
    .description('print what can stand in place of the last word')
    .argument('<words...>', 'the words after quern, up to the cursor')
    .action(async (words: readonly string[]) => {
      const { completionsOf } = await import('./completions.js');
      const completions = await completionsOf(quern, words, () => context.settings().endpointsPath).catch(() => []);
      context.out.write(completions.map(({ value, note }) => `${value}\t${note}\n`).join(''));
    });
}
