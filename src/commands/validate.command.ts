import { Command } from 'commander';
import { Registry } from '../registry/registry.service.js';
import { type CommandContext } from './cli.js';
import { withWorkbench } from './workbench.js';

export function validateCommand(context: CommandContext): Command {
  return new Command('validate')
    .description('check every endpoint file, and say what is wrong where')
    .addHelpText('after', '\nThe exit status is 0 if the files can be served and 1 if not.')
    .action(async () => {
      const settings = context.settings();
      await withWorkbench(settings, 'check', (workbench) => {
        const count = workbench.get(Registry).list().length;
        context.out.write(`${count} endpoint${count === 1 ? '' : 's'} in ${settings.endpointsPath}, no problems\n`);
        return Promise.resolve();
      });
    });
}
