import { Command, InvalidArgumentError } from 'commander';
import { MAX_SIGNED_SECONDS } from '../../access/signed-urls/signed-url.js';
import { type CommandContext } from '../command-context.js';
import { duration } from './duration.js';
import { type SignOptions } from './sign-options.js';

export function signCommand(context: CommandContext): Command {
  return new Command('sign')
    .description('make a URL of a call that is good without a key, for programs that cannot send one')
    .argument('<url>', 'of the rows of an endpoint, with all of its parameters; one that is signed is signed anew')
    .requiredOption('-k, --key <id>', 'in whose name; the key has to allow it (quern keys update <id> --signed-urls)')
    .requiredOption('-e, --expires <time>', 'how long it is good, such as 1h or 7d; 30d at most', lifetime)
    .addHelpText(
      'after',
      '\nIt is written to standard output. Whoever has it may make this one call, as this key, until it expires.\n\n' +
        "Example:\n  quern keys sign 'https://quern.example/api/endpoints/query/usage.api-counts/rows.csv?project=demo' --key sheet --expires 7d",
    )
    .action(async (url: string, options: SignOptions) => {
      const { signUrl } = await import('./keys-sign.action.js');
      await signUrl(context, url, options);
    });
}

function lifetime(text: string): number {
  const seconds = duration(text);
  if (seconds < 1 || seconds > MAX_SIGNED_SECONDS) throw new InvalidArgumentError('It has to be from 1s to 30d.');
  return seconds;
}
