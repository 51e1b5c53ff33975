import { Command, InvalidArgumentError } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

const MAX_SECONDS = 300;

export function healthCommand(context: CommandContext): Command {
  return new Command('health')
    .description('ask a running service whether it can answer, without a key')
    .argument('[url]', 'where it is; left out: this machine, by QUERN_HOST and QUERN_PORT', serviceUrl)
    .option('-t, --timeout <seconds>', 'how long to wait for an answer', seconds, 3)
    .addHelpText(
      'after',
      '\nA URL without a path is asked for /readyz, any other as it is.\n' +
        'It prints one line. The exit status is 0 where the service is ok or degraded, and 1 where it is down or there is no answer.\n' +
        '\nExamples:\n  quern health\n  quern health https://quern.example.com --timeout 10\n  quern health http://127.0.0.1:3000/livez',
    )
    .action(begin(context, async () => (await import('./health.action.js')).health));
}

function serviceUrl(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidArgumentError('Write it as http://host:port or https://host.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new InvalidArgumentError('It begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError('No key or password belongs into it.');
  return url;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value === 0 || value > MAX_SECONDS) {
    throw new InvalidArgumentError(`Write a number of seconds, at most ${MAX_SECONDS}.`);
  }
  return value;
}
