import { type AddressInfo } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { usesSampleData } from '../../config/sample-data.js';
import { type Settings } from '../../config/settings.js';
import { Registry } from '../../registry/registry.service.js';
import { openService } from '../../service.js';
import { type CommandContext } from '../command-context.js';
import { shutDown, untilTold } from './shutdown.js';
import { ServiceLogger } from '../../logs/service-logger.js';
import { lowerPriority, NICE } from '../../engines/thread-priority.js';

/** Starts the service and keeps it running until a signal comes. */
export async function serve(context: CommandContext): Promise<void> {
  const settings = context.settings();
  const logger = new ServiceLogger(settings);
  const { app, firstToken, warnings } = await openService(settings, { logger });
  if (firstToken !== undefined) context.out.write(introduction(firstToken, settings));
  lowerPriority(context.laterThreads(), NICE.queries);
  // From here on there may be requests to finish at a signal.
  const told = untilTold();
  await listen(app, settings);
  for (const warning of warnings) logger.warn(warning, 'Access');
  context.out.write(welcome(app, settings, firstToken));
  await told;
  await shutDown(app, settings.shutdownGraceSeconds);
}

async function listen(app: NestExpressApplication, { host, port }: Settings): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    const taken = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) throw error;
    throw new Error(`port ${port} of ${host} is taken; set QUERN_PORT to another, or to 0 for any free one`, {
      cause: error,
    });
  }
}

function baseUrl(app: NestExpressApplication): string {
  const { address, family, port } = app.getHttpServer().address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function introduction(firstToken: string, { keysFile }: Settings): string {
  return `\nYour first key (shown this once, and kept as a hash in ${keysFile}):\n  ${firstToken}\n`;
}

/** Calls that show rows of the sample logs. */
const EXAMPLES = [
  ['functions.invocation-stats', 'project=demo&interval=1hr'],
  ['logs.all', 'project=demo&project_tier=PRO'],
  ['usage.api-counts', 'project=demo&interval=daily'],
] as const;

/** Where it is, and calls that can be pasted as they are. */
function welcome(app: NestExpressApplication, settings: Settings, firstToken: string | undefined): string {
  const base = baseUrl(app);
  const where = `\nQuern is listening on ${base}\n`;
  if (!usesSampleData(settings)) return `${where}\n`;
  // In double quotes, so that the shell fills the variable in.
  const header = firstToken === undefined ? '"X-API-KEY: $TOKEN"' : `'X-API-KEY: ${firstToken}'`;
  const served = new Set(
    app
      .get(Registry)
      .list()
      .map(({ endpoint }) => endpoint.name),
  );
  const calls = EXAMPLES.filter(([name]) => served.has(name)).map(
    ([name, query]) => `  curl -s -H ${header} '${base}/api/endpoints/query/${name}?${query}'\n`,
  );
  if (calls.length === 0) return `${where}\n`;
  const hint = firstToken === undefined ? ', with your token in $TOKEN' : '';
  return `${where}\nTry${hint}:\n${calls.join('')}\n`;
}
