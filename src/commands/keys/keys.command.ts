import { type Command, InvalidArgumentError } from 'commander';
import { BUDGET_TEXT, parseBudget } from '../../config/budget.js';
import { parseRate, RATE_TEXT } from '../../config/rate.js';
import { quote } from '../../errors/excerpt.js';
import { parseTimestamp } from '../../parameters/calendar.js';
import { namedValue, begin, type CommandContext, reading } from '../command-context.js';
import { listFormatOption } from '../output/format-options.js';
import { MAX_SIGNED_SECONDS } from '../../access/signed-urls/signed-url.js';

export function keysCommands(quern: Command, context: CommandContext): void {
  const keys = quern.command('keys').description('manage the keys file');

  keys
    .command('create')
    .description('make a key and show its token, once')
    .argument('<id>', 'a name for the key, as it will stand in logs')
    .requiredOption(
      '-s, --scope <glob>',
      'endpoints it may call, such as usage.*, or admin; repeat it for more',
      append,
    )
    .option('-b, --bind <name=value>', 'a parameter whose value this key fixes; repeat it for more', bind)
    .option('-e, --expires <when>', 'ISO 8601, in UTC unless it has an offset, or days such as 90d', expires)
    .option(
      '-r, --rate-limit <rate>',
      'how often it may call, such as 50/s or 1000/60s',
      reading(parseRate, `Write ${RATE_TEXT}.`),
    )
    .option(
      '--budget <budget>',
      'what the runs of its calls may cost in a day, such as 50GiB/day or 600s/day',
      reading(parseBudget, `Write ${BUDGET_TEXT}.`),
    )
    .option('--signed-urls', 'URLs may be signed in its name, with quern keys sign')
    .option('-d, --description <text>', 'a note for the keys file')
    .addHelpText(
      'after',
      "\nExamples:\n  quern keys create dashboard --scope 'usage.*' --bind project=demo --expires 90d\n" +
        '  quern keys create ops --scope admin',
    )
    .action(begin(context, async () => (await import('./keys-create.action.js')).createKeyFor));

  keys
    .command('list')
    .description('show the keys, and which of them have expired')
    .addOption(listFormatOption())
    .addHelpText('after', '\nExample:\n  quern keys list')
    .action(begin(context, async () => (await import('./keys-list.action.js')).listKeys));

  keys
    .command('sign')
    .description('make a URL of a call that is good without a key, for programs that cannot send one')
    .argument('<url>', 'of the rows of an endpoint, with all of its parameters; one that is signed is signed anew')
    .requiredOption('-k, --key <id>', 'in whose name; the key has to allow it (quern keys update <id> --signed-urls)')
    .requiredOption('-e, --expires <time>', 'how long it is good, such as 1h or 7d; 30d at most', lifetime)
    .addHelpText(
      'after',
      '\nIt is written to standard output. Whoever has it may make this one call, as this key, until it expires.\n\n' +
        "Example:\n  quern keys sign 'https://quern.example/api/endpoints/query/usage.api-counts/rows.csv?project=demo' --key sheet --expires 7d",
    )
    .action(begin(context, async () => (await import('./keys-sign.action.js')).signUrl));

  keys
    .command('update')
    .description('let URLs be signed in the name of a key, or no longer; all else of the key stays')
    .argument('<id>', 'the key')
    .option('--signed-urls', 'from now on they may be')
    .option('--no-signed-urls', 'they may not, and services that run refuse those that are signed within a second')
    .addHelpText('after', '\nExample:\n  quern keys update dashboard --signed-urls')
    .action(async (id: string, { signedUrls }: { signedUrls?: boolean }, command: Command) => {
      if (signedUrls === undefined)
        command.error('error: name what is to be changed: --signed-urls or --no-signed-urls');
      const { allowSignedUrls } = await import('../../access/edit-keys.js');
      const { keysFile } = context.settings();
      await allowSignedUrls(keysFile, id, signedUrls);
      const what = signedUrls
        ? 'URLs may be signed in its name. Their secret is in the file: whoever reads that can sign, too'
        : 'no URL that was signed in its name is good any more';
      context.err.write(`Key ${id} in ${keysFile}: ${what}.\n`);
    });

  keys
    .command('rotate')
    .description('give a key another token, and show it, once; all else of the key stays')
    .argument('<id>', 'the key')
    .option(
      '-g, --grace <time>',
      'how long the old token stays good (as key <id>.old), such as 30m, 24h or 7d',
      duration,
      0,
    )
    .addHelpText('after', '\nExample:\n  quern keys rotate dashboard --grace 24h')
    .action(async (id: string, { grace: graceSeconds }: { grace: number }) => {
      const { retiredId, rotateKey } = await import('../../access/edit-keys.js');
      const { keysFile } = context.settings();
      const { token, oldUntil } = await rotateKey({ keysFile, id, graceSeconds });
      const old =
        oldUntil === undefined
          ? 'The old one is refused from now on'
          : `The old one is good until ${oldUntil}, as key ${retiredId(id)}`;
      context.err.write(`Key ${id} has a new token, which is shown this once. ${old}.\n`);
      context.out.write(`${token}\n`);
    });

  keys
    .command('revoke')
    .description('take a key out of the file, its old token included; services that run refuse both within a second')
    .argument('<id>', 'the key')
    .addHelpText('after', '\nExample:\n  quern keys revoke dashboard')
    .action(async (id: string) => {
      const { revokeKey } = await import('../../access/edit-keys.js');
      const { keysFile } = context.settings();
      const [, old] = await revokeKey(keysFile, id);
      const withOld = old === undefined ? '' : `, and neither is ${old}, its token from before it was rotated`;
      context.err.write(`Key ${id} is not in ${keysFile} any more${withOld}.\n`);
    });
}

const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration, in seconds. */
const duration = reading((text) => {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
}, 'Write a time such as 30m, 24h or 7d.');

const lifetime = reading((text) => {
  const seconds = duration(text);
  return seconds >= 1 && seconds <= MAX_SIGNED_SECONDS ? seconds : undefined;
}, 'It has to be from 1s to 30d.');

function append(scope: string, before: readonly string[] = []): readonly string[] {
  return [...before, scope];
}

function bind(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [name, value] = namedValue(text);
  if (before.has(name)) throw new InvalidArgumentError(`A key is bound to one value of ${quote(name)}.`);
  return new Map([...before, [name, value]]);
}

const DAY_MS = 86_400_000;

const expires = reading((text) => {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(Date.now() + Number(days) * DAY_MS);
  const time = parseTimestamp(text);
  return 'value' in time ? new Date(Number(time.value / 1000n)) : undefined;
}, 'Write a time in ISO 8601, or days such as 90d.');
