import { type Command, Option, InvalidArgumentError } from 'commander';
import { begin, type CommandContext, collectParameter, reading } from './command-context.js';
import { listFormatOption, outOption, rowFormatOption } from './output/format-options.js';
import { parseCaching, parseParameter } from './new/draft-words.js';
import { type DraftParameter } from './new/placement.js';
import { isDay } from '../budgets/day.js';
import { SPENDERS } from '../budgets/spent.js';
import { ENGINE_NAMES } from '../config/settings.js';

export function serviceCommands(quern: Command, context: CommandContext): void {
  quern
    .command('serve')
    .description('start the service and keep it running until SIGTERM or Ctrl-C')
    .addHelpText('after', '\nExamples:\n  quern serve\n  QUERN_PORT=8080 QUERN_DATA=data quern serve')
    .action(begin(context, async () => (await import('./serve/serve.action.js')).serve));

  quern
    .command('health')
    .description('ask a running service whether it can answer, without a key')
    .argument(
      '[url]',
      'where it is; left out: this machine, by QUERN_HOST and QUERN_PORT, or QUERN_METRICS_PORT',
      serviceUrl,
    )
    .option('-t, --timeout <seconds>', 'how long to wait for an answer', seconds, 3)
    .addHelpText(
      'after',
      '\nA URL without a path is asked for /readyz, any other as it is.\n' +
        'It prints one line. The exit status is 0 where the service is ok or degraded, and 1 where it is down or there is no answer.\n' +
        '\nExamples:\n  quern health\n  quern health https://quern.example.com --timeout 10\n  quern health http://127.0.0.1:3000/livez',
    )
    .action(begin(context, async () => (await import('./health/health.action.js')).health));
}

export function dataCommands(quern: Command, context: CommandContext): void {
  quern
    .command('init')
    .description('write a folder to begin with: endpoints, data, tests, and checks for CI')
    .argument('[folder]', 'which one; left out: this one')
    .option('--data <file>', 'rows to begin with, in Parquet, NDJSON, JSON, CSV or TSV; left out: an example')
    .option('-y, --yes', 'ask nothing')
    .addHelpText('after', '\nExamples:\n  quern init\n  quern init shop --data orders.parquet')
    .action(begin(context, async () => (await import('./init/init.action.js')).init));

  quern
    .command('tables')
    .description('show the tables that queries can read, or the columns of some of them')
    .argument('[tables...]', 'names of tables, of which the columns are shown')
    .addOption(listFormatOption())
    .addHelpText(
      'after',
      '\nExamples:\n  quern tables\n  quern tables orders\n  quern tables --format csv > tables.csv',
    )
    .action(begin(context, async () => (await import('./tables/tables.action.js')).tables));

  quern
    .command('sql')
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
    .action(begin(context, async () => (await import('./sql/sql.action.js')).sql));
}

export function endpointCommands(quern: Command, context: CommandContext): void {
  quern
    .command('new')
    .description('write the file of a new endpoint; on a terminal, ask for what no flag says')
    .argument('<name>', 'what it is called by, such as orders.by-country')
    .option('-d, --description <text>', 'what it tells, for those who call it')
    .option(
      '-p, --parameter <name:type>',
      'a parameter, such as project:string!; ! makes it required, [] after the type a list; repeat it for more',
      appendParameter,
    )
    .option('--caching <seconds>', 'how long a result is served for, or disabled', parseCaching)
    .option('--cache-warming <seconds>', 'after how long a result that is asked for is run again', whole)
    .option('--max-rows <number>', 'the most rows of an answer', whole)
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
    .action(begin(context, async () => (await import('./new/new.action.js')).createEndpoint));

  quern
    .command('validate')
    .description('check endpoint files and what their tests name, and say what is wrong where')
    .argument('[paths...]', 'files and folders to check instead of the folder in QUERN_ENDPOINTS')
    .addOption(
      new Option('--engine <engine>', 'ask this engine instead of the one in QUERN_ENGINE').choices(ENGINE_NAMES),
    )
    .addOption(
      new Option('--format <format>', 'text for people, json for programs, or github for annotations in a workflow')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--strict', 'let warnings fail, too')
    .option('--cost', 'print what a run of each endpoint would read, by the engine’s own estimate')
    .option('--against <file>', 'the costs of before, as --cost --format json has written them: what got dearer fails')
    .addOption(
      new Option('--factor <times>', 'how many times as much as before is dearer').argParser(factor).default(2),
    )
    .addOption(
      new Option('--watch', 'check again after each change of the files or the data, until Ctrl-C').conflicts('format'),
    )
    .addHelpText(
      'after',
      '\nThe exit status is 0 if the files can be served, and their tests can be run, and 1 if not.\n' +
        '\nExamples:\n  quern validate\n  quern validate endpoints/logs.all.yaml\n  quern validate --strict --format github\n  quern validate --cost --format json > costs.json\n  quern validate --against costs.json',
    )
    .action(begin(context, async () => (await import('./validate/validate.action.js')).validate));

  quern
    .command('test')
    .description('run the tests of endpoint files, over the rows that they give')
    .argument('[endpoints...]', 'ids or names; all when left out')
    .option('--filter <text>', 'only cases with this in their name', '')
    .addOption(new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--engine <engine>', 'run them there instead of embedded, or on both and compare').choices([
        ...ENGINE_NAMES,
        'both',
      ]),
    )
    .option('--update', 'write the rows that came into the files, for cases that fail over their rows or have none yet')
    .addHelpText('after', '\nExamples:\n  quern test\n  quern test usage.api-counts --filter "rule 2"')
    .action(begin(context, async () => (await import('./test/test.action.js')).test));

  quern
    .command('list')
    .description('show the endpoints that would be served')
    .addOption(listFormatOption())
    .addHelpText('after', '\nExamples:\n  quern list\n  quern list --format csv > endpoints.csv')
    .action(begin(context, async () => (await import('./list/list.action.js')).list));

  quern
    .command('run')
    .description('run one endpoint and show its rows')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collectParameter)
    .addOption(rowFormatOption())
    .addOption(outOption())
    .addHelpText(
      'after',
      '\nExamples:\n  quern run usage.api-counts -p project=demo -p interval=daily\n' +
        '  quern run logs.all -p project=demo --format ndjson | jq .event_message\n' +
        '  quern run logs.all -p project=demo --out logs.parquet',
    )
    .action(begin(context, async () => (await import('./run/run.action.js')).run));

  quern
    .command('explain')
    .description('show what a call would do: values, cache key, freshness, tables, cost, SQL and plan')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collectParameter)
    .addOption(new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nNothing is run. Every engine that the settings allow is asked; on a terminal of 120 columns or more their SQL is ' +
        'side by side.\n\nExample:\n  quern explain usage.api-counts -p project=demo -p interval=daily',
    )
    .action(begin(context, async () => (await import('./explain/explain.action.js')).explain));

  quern
    .command('spend')
    .description('show what runs have cost on a day, the dearest first')
    .addOption(new Option('--by <whom>', 'whose runs').choices(SPENDERS).default('endpoint'))
    .option('--day <day>', 'a day in UTC such as 2026-11-20, of today and the seven before; left out: today', day)
    .addOption(listFormatOption())
    .addHelpText(
      'after',
      '\nIt reads QUERN_SPENT_FILE, which a service on this machine writes every five seconds; GET /api/spend asks one elsewhere. ' +
        'With QUERN_PRICE_PER_TIB there are prices.\n\nExamples:\n  quern spend\n  quern spend --by key --day 2026-11-20 --format csv',
    )
    .action(begin(context, async () => (await import('./spend/spend.action.js')).spend));
}

export function callerCommands(quern: Command, context: CommandContext): void {
  quern
    .command('openapi')
    .description('write the OpenAPI document of what a key may call')
    .option('-k, --key <id>', 'a key of the keys file; left out: everything there is')
    .option('-o, --out <file>', 'where to write it; left out: standard output')
    .option('-a, --against <file>', 'an earlier document: say what has changed since; this one goes to --out alone')
    .addOption(
      new Option('--format <format>', 'how --against says it: text for people, json for programs')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      '\nIt is what GET /api/openapi.json answers that key with. Nothing is run.\n' +
        'With --against the exit status is 1 if a change breaks callers, and 0 if none does.\n' +
        '\nExamples:\n  quern openapi > openapi.json\n  quern openapi --key dashboard --out dashboard.json\n' +
        '  quern openapi --against openapi.json',
    )
    .action(begin(context, async () => (await import('./openapi/openapi.action.js')).writeOpenApi));

  quern
    .command('types')
    .description('write TypeScript types of what a key may call, for quern/client')
    .option('-k, --key <id>', 'a key of the keys file; left out: everything there is')
    .addOption(
      new Option(
        '-d, --document <file>',
        'an OpenAPI document of GET /api/openapi.json, for who has no endpoint files',
      ).conflicts('key'),
    )
    .option('-o, --out <file>', 'where to write them; left out: standard output')
    .addHelpText(
      'after',
      '\nEach endpoint has an interface for its parameters and one for its rows, and Endpoints has them all by name.\n' +
        'Nothing is run.\n\nExamples:\n  quern types > quern.d.ts\n  quern types --key dashboard --out src/quern.d.ts\n' +
        '  quern types --document openapi.json --out src/quern.d.ts',
    )
    .action(begin(context, async () => (await import('./types/types.action.js')).writeTypes));

  quern
    .command('mcp')
    .description('offer endpoints to an agent as tools, by the Model Context Protocol on standard input and output')
    .option('--key <id>', 'call with what this key of the keys file may; left out: everything')
    .option('--url <url>', 'hand on to the service there, with the key in QUERN_KEY, instead of running queries here')
    .addHelpText(
      'after',
      '\nAn endpoint is a tool where its file has agents: { enabled: true }.\n' +
        'A host starts the command itself: give it "quern" as the command and ["mcp"] as the arguments.\n' +
        '\nExamples:\n  quern mcp --key assistant\n  QUERN_KEY=… quern mcp --url https://quern.example.com',
    )
    .action(begin(context, async () => (await import('./mcp/mcp.action.js')).mcp));
}

const MAX_SECONDS = 300;

function serviceUrl(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidArgumentError('Write it as http://host:port or https://host.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new InvalidArgumentError('It begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError('No key or password belongs into it.');
  return url;
}

const seconds = reading((text) => {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= MAX_SECONDS ? value : undefined;
}, `Write a number of seconds, at most ${MAX_SECONDS}.`);

const SOURCES = ['table', 'query', 'queryFile', 'sql'];

/** A flag that says where the query of a new endpoint comes from, of which there is one. */
function source(flags: string, description: string, own: string): Option {
  return new Option(flags, description).conflicts(SOURCES.filter((each) => each !== own));
}

function appendParameter(text: string, before: readonly DraftParameter[] = []): readonly DraftParameter[] {
  return [...before, parseParameter(text)];
}

const whole = reading((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined), 'Write a whole number.');

const day = reading((text) => (isDay(text) ? text : undefined), 'It must be a day such as 2026-11-20.');

const factor = reading((text) => {
  const times = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  return times >= 1 ? times : undefined;
}, 'It must be a number of at least 1, such as 1.5.');
