import { Command, InvalidArgumentError, Option } from 'commander';
import { begin, type CommandContext } from '../command-context.js';
import { parseCaching, parseParameter } from './draft-words.js';
import { type DraftParameter } from './placement.js';

export function newCommand(context: CommandContext): Command {
  const sources = ['table', 'query', 'queryFile', 'sql'];
  const source = (flags: string, description: string, own: string) =>
    new Option(flags, description).conflicts(sources.filter((each) => each !== own));
  return new Command('new')
    .description('write the file of a new endpoint; on a terminal, ask for what no flag says')
    .argument('<name>', 'what it is called by, such as orders.by-country')
    .option('-d, --description <text>', 'what it tells, for those who call it')
    .option(
      '-p, --parameter <name:type>',
      'a parameter, such as project:string!; ! makes it required, [] after the type a list; repeat it for more',
      appendParameter,
    )
    .option('--caching <seconds>', 'how long a result is served for, or disabled', parseCaching)
    .option('--cache-warming <seconds>', 'after how long a result that is asked for is run again', parseWhole)
    .option('--max-rows <number>', 'the most rows of an answer', parseWhole)
    .addOption(source('--table <name>', 'begin with a query of this table’s columns', 'table'))
    .addOption(source('--query <sql>', 'the query itself, or - for standard input', 'query'))
    .addOption(source('--query-file <path>', 'a file with the query', 'queryFile'))
    .addOption(source('--sql', 'the query that quern sql has run last here, with its parameters', 'sql'))
    .option('--folder <path>', 'where the file goes, instead of QUERN_ENDPOINTS')
    .option('-y, --yes', 'ask nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  quern new orders.by-country\n  quern new errors.recent --table edge_logs --parameter id:string --yes\n' +
        '  quern new orders.total --caching 60 --query-file total.sql',
    )
    .action(begin(context, async () => (await import('./new.action.js')).createEndpoint));
}

function appendParameter(text: string, before: readonly DraftParameter[] = []): readonly DraftParameter[] {
  return [...before, parseParameter(text)];
}

function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}
