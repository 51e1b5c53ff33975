import { Command, Option } from 'commander';
import { SETTINGS } from '../config/settings.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { type CommandContext } from './cli.js';
import { withWorkbench } from './workbench.js';

const ENGINES = SETTINGS.find((setting) => setting.property === 'engine')?.kind.choices ?? [];

export function validateCommand(context: CommandContext): Command {
  return new Command('validate')
    .description('check every endpoint file, and say what is wrong where')
    .addOption(new Option('--engine <engine>', 'ask this engine instead of the one in QUERN_ENGINE').choices(ENGINES))
    .addHelpText('after', '\nThe exit status is 0 if the files can be served and 1 if not.')
    .action(async (options: { engine?: (typeof ENGINES)[number] }) => {
      const read = context.settings();
      const settings = { ...read, engine: options.engine ?? read.engine };
      await withWorkbench(settings, 'check', (workbench) => {
        const loaded = workbench.get(Registry).list();
        refuseUnchecked(loaded);
        context.out.write(
          loaded
            .filter(({ bytesProcessed }) => bytesProcessed !== undefined)
            .map(estimate)
            .join(''),
        );
        const noun = loaded.length === 1 ? 'endpoint' : 'endpoints';
        context.out.write(`${loaded.length} ${noun} in ${settings.endpointsPath}, no problems\n`);
        return Promise.resolve();
      });
    });
}

/** The service would start; but whoever asks whether the files are right must not be told yes. */
function refuseUnchecked(loaded: readonly LoadedEndpoint[]): void {
  const unchecked = loaded.filter((each) => each.unchecked !== undefined);
  if (unchecked.length === 0) return;
  const lines = unchecked.map(
    ({ endpoint, unchecked: reason }) => `${endpoint.source.file}: unchecked: ${reason ?? ''}`,
  );
  throw new Error(`the engine could not be asked:\n${lines.join('\n')}`);
}

function estimate({ endpoint, columns, bytesProcessed = 0 }: LoadedEndpoint): string {
  const list = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `${endpoint.name}: would read ${bytesProcessed} bytes and return ${list}\n`;
}
