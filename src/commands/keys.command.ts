import { Command, InvalidArgumentError } from 'commander';
import { createKey } from '../access/create-key.js';
import { type CommandContext } from './cli.js';

interface CreateOptions {
  readonly scope: readonly string[];
  readonly bind: ReadonlyMap<string, string>;
  readonly expires?: Date;
  readonly description?: string;
}

export function keysCommand(context: CommandContext): Command {
  const create = new Command('create')
    .description('make a key and show its token, once')
    .argument('<id>', 'a name for the key, as it will stand in logs')
    .requiredOption(
      '-s, --scope <glob>',
      'endpoints it may call, such as usage.*, or admin; repeat it for more',
      append,
    )
    .option('-b, --bind <name=value>', 'a parameter whose value this key fixes; repeat it for more', bind, new Map())
    .option('-e, --expires <when>', 'ISO 8601, or a number of days such as 90d', expires)
    .option('-d, --description <text>', 'a note for the keys file')
    .addHelpText(
      'after',
      "\nExample:\n  quern keys create dashboard --scope 'usage.*' --bind project=demo --expires 90d",
    )
    .action(async (id: string, { scope, ...options }: CreateOptions) => {
      const { keysFile } = context.settings();
      const { token } = await createKey({ keysFile, id, scopes: scope, ...options });
      process.stderr.write(`Key ${id} is in ${keysFile}. Its token is shown this once:\n`);
      context.out.write(`${token}\n`);
    });
  return new Command('keys').description('manage the keys file').addCommand(create);
}

function append(scope: string, before: readonly string[] = []): readonly string[] {
  return [...before, scope];
}

function bind(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('write it as name=value.');
  return new Map([...before, [text.slice(0, equals), text.slice(equals + 1)]]);
}

const DAY_MS = 86_400_000;

function expires(text: string): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const date = new Date(days === undefined ? text : Date.now() + Number(days) * DAY_MS);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('write a time in ISO 8601, or days such as 90d.');
  return date;
}
