import { Command, InvalidArgumentError, Option } from 'commander';
import { isDay } from '../../budgets/account.js';
import { SPENDERS } from '../../budgets/ledger.js';
import { begin, type CommandContext } from '../command-context.js';
import { listFormatOption } from '../output/format-options.js';

export function spendCommand(context: CommandContext): Command {
  return new Command('spend')
    .description('show what runs have cost on a day, the dearest first')
    .addOption(new Option('--by <whom>', 'whose runs').choices(SPENDERS).default('endpoint'))
    .option('--day <day>', 'a day in UTC such as 2026-11-20, of today and the seven before; left out: today', day)
    .addOption(listFormatOption())
    .addHelpText(
      'after',
      '\nIt reads QUERN_SPENT_FILE, which a service on this machine writes every five seconds; GET /api/spend asks one elsewhere. ' +
        'With QUERN_PRICE_PER_TIB there are prices.\n\nExamples:\n  quern spend\n  quern spend --by key --day 2026-11-20 --format csv',
    )
    .action(begin(context, async () => (await import('./spend.action.js')).spend));
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day such as 2026-11-20.');
  return text;
}
