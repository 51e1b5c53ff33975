import { Command, InvalidArgumentError, Option } from 'commander';
import { ALL_SCOPES, type Key } from '../access/key.js';
import { Executor } from '../execution/executor.service.js';
import { Registry } from '../registry/registry.service.js';
import { type CommandContext } from './cli.js';
import { FORMATS, type Format, formatRows } from './format-rows.js';
import { withWorkbench } from './workbench.js';

/** Whoever may start this command may read the endpoints and the data anyway. */
const OPERATOR: Key = { id: 'cli', scopes: ALL_SCOPES, bind: new Map() };

type Parameters = ReadonlyMap<string, readonly string[]>;

export function runCommand(context: CommandContext): Command {
  return new Command('run')
    .description('run one endpoint and show its rows')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collect, new Map())
    .addOption(new Option('--format <format>', 'table (on a terminal), json or csv').choices(FORMATS))
    .addHelpText('after', '\nExample:\n  quern run usage.api-counts -p project=demo -p interval=daily --format csv')
    .action(async (endpoint: string, options: { parameter: Parameters; format?: Format }) => {
      await withWorkbench(context.settings(), 'run', async (workbench) => {
        const { columns } = workbench.get(Registry).find(endpoint);
        const answer = await workbench
          .get(Executor)
          .execute(
            { key: OPERATOR, endpoint, parameters: options.parameter, strict: true },
            new AbortController().signal,
          );
        const { result } = JSON.parse(answer.result.body.toString()) as { result: Record<string, unknown>[] };
        const names = columns.map(({ name }) => name);
        const rows = result.map((row) => names.map((name) => row[name]));
        context.out.write(formatRows(names, rows, options.format, context.out));
        if (answer.result.truncated) process.stderr.write(`cut off at max_rows (${rows.length} rows)\n`);
      });
    });
}

function collect(text: string, before: Parameters): Parameters {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('write it as name=value.');
  const name = text.slice(0, equals);
  return new Map([...before, [name, [...(before.get(name) ?? []), text.slice(equals + 1)]]]);
}
