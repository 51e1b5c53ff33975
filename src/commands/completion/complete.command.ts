import { Command } from 'commander';
import { type CommandContext } from '../command-context.js';

/** Asked by the shells' completion scripts, and by nobody else; what goes wrong is no completion, and no message. */
export function completeCommand(context: CommandContext): Command {
  const command = new Command('complete')
    .description('print what can stand in place of the last word')
    .argument('<words...>', 'the words after quern, up to the cursor')
    .action(async (words: readonly string[]) => {
      const { completionsOf } = await import('./completions.js');
      const quern = command.parent ?? command;
      const completions = await completionsOf(quern, words, () => context.settings().endpointsPath).catch(() => []);
      context.out.write(completions.map(({ value, note }) => `${value}\t${note}\n`).join(''));
    });
  return command;
}
