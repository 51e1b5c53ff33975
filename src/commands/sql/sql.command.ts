import { Command } from 'commander';
import { collectParameter } from '../collect-parameter.js';
import { begin, type CommandContext } from '../command-context.js';
import { outOption, rowFormatOption } from '../output/format-options.js';

export function sqlCommand(context: CommandContext): Command {
  return new Command('sql')
    .description('run a query and show its rows; on a terminal without one, read one query after the other')
    .argument('[query]', 'the query, or - for standard input')
    .option(
      '-p, --parameter <name=value>',
      'the value of an @name, name:type=value where its type is not plain; more than once for a list',
      collectParameter,
    )
    .option('--max-rows <number>', 'the most rows that are shown', '1000')
    .addOption(rowFormatOption())
    .addOption(outOption())
    .addHelpText(
      'after',
      "\nExamples:\n  quern sql\n  quern sql 'SELECT country, COUNT(*) AS orders FROM orders GROUP BY country'\n" +
        "  quern sql 'SELECT * FROM orders WHERE placed_at >= @since' -p since=2026-11-20 --format csv > orders.csv",
    )
    .action(begin(context, async () => (await import('./sql.action.js')).sql));
}
