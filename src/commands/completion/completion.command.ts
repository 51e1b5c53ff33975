import { Argument, Command } from 'commander';
import { type CommandContext } from '../command-context.js';
import { COMPLETION_SCRIPTS } from './completion-scripts.js';

type Shell = keyof typeof COMPLETION_SCRIPTS;

export function completionCommand(context: CommandContext): Command {
  return new Command('completion')
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
}
