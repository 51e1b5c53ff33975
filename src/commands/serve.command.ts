import { Command } from 'commander';
import { type AddressInfo } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { usesSampleData } from '../config/sample-data.js';
import { type Settings } from '../config/settings.js';
import { Registry } from '../registry/registry.service.js';
import { openService } from '../service.js';
import { Warming } from '../warming/warming.service.js';
import { type CommandContext } from './cli.js';
import { StderrLogger } from './stderr-logger.js';
import { lowerPriority } from './thread-priority.js';

export function serveCommand(context: CommandContext): Command {
  return new Command('serve')
    .description('start the service and keep it running until SIGTERM or Ctrl-C')
    .action(async () => {
      const settings = context.settings();
      const logger = new StderrLogger(settings.logLevel);
      const { app, firstToken, warnings } = await openService(settings, { logger });
      if (firstToken !== undefined) context.out.write(introduction(firstToken, settings));
      lowerPriority(context.laterThreads());
      await listen(app, settings);
      for (const warning of warnings) logger.warn(warning, 'Access');
      context.out.write(welcome(app, settings, firstToken));
      await untilTold(app, settings.shutdownGraceSeconds);
    });
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

/** Serves until a signal comes; then finishes what runs, and gives up on what takes longer than the grace period. */
async function untilTold(app: NestExpressApplication, graceSeconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        // A second signal means at once.
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
  // Nobody waits for these, and they would take the engine from those who do.
  app.get(Warming).stop();
  const server = app.getHttpServer();
  const grace = setTimeout(() => {
    server.closeAllConnections();
  }, graceSeconds * 1000);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
  clearTimeout(grace);
  await app.close();
}
