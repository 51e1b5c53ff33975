import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

export function serveCommand(context: CommandContext): Command {
  return new Command('serve')
    .description('start the service and keep it running until SIGTERM or Ctrl-C')
    .addHelpText('after', '\nExamples:\n  quern serve\n  QUERN_PORT=8080 QUERN_DATA=data quern serve')
    .action(begin(context, async () => (await import('./serve.action.js')).serve));
}
