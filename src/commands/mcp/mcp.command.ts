import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

export function mcpCommand(context: CommandContext): Command {
  return new Command('mcp')
    .description('offer endpoints to an agent as tools, by the Model Context Protocol on standard input and output')
    .option('--key <id>', 'call with what this key of the keys file may; left out: everything')
    .option('--url <url>', 'hand on to the service there, with the key in QUERN_KEY, instead of running queries here')
    .addHelpText(
      'after',
      '\nAn endpoint is a tool where its file has agents: { enabled: true }.\n' +
        'A host starts the command itself: give it "quern" as the command and ["mcp"] as the arguments.\n' +
        '\nExamples:\n  quern mcp --key assistant\n  QUERN_KEY=… quern mcp --url https://quern.example.com',
    )
    .action(begin(context, async () => (await import('./mcp.action.js')).mcp));
}
