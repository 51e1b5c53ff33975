import { stat } from 'node:fs/promises';
import { type Settings } from '../../config/settings.js';
import { lowerPriority, NICE } from '../../engines/thread-priority.js';
import { ServiceLogger } from '../../logs/service-logger.js';
import { openService } from '../../service.js';
import { type CommandContext, Exit } from '../command-context.js';
import { findInFolder } from '../../endpoint-files/watch/endpoint-paths.js';
import { listen, tryPort } from './listen.js';
import { shutDown, untilTold } from './shutdown.js';
import { introduction, startFields, welcome, withoutEndpoints } from './start-message.js';

const CONTEXT = 'Start';

export async function serve(context: CommandContext): Promise<void> {
  const settings = context.settings();
  const logger = new ServiceLogger(settings);
  // Node writes its warnings, such as those of Google's client, as text.
  process.removeAllListeners('warning').on('warning', ({ name, message }) => {
    logger.warn(`${name}: ${message}`, 'Node');
  });
  try {
    await serveUntilTold(context, settings, logger);
  } catch (error) {
    if (settings.logFormat === 'text') throw error;
    // Readers of the service's JSON read this as well.
    const { failureMessage } = await import('../failure-message.js');
    logger.fatal(failureMessage(error, context.err), CONTEXT);
    throw new Exit(1);
  }
}

async function serveUntilTold(context: CommandContext, settings: Settings, logger: ServiceLogger): Promise<void> {
  await tryPort(settings);
  await tellWithoutEndpoints(context, settings, logger);
  const { app, firstToken, warnings } = await openService(settings, { logger, traces: context.traceSettings?.() });
  if (firstToken !== undefined) context.out.write(introduction(firstToken, settings));
  lowerPriority(context.laterThreads(), NICE.queries);
  // Requests may come from here on, and have to be finished at a signal.
  const told = untilTold();
  await listen(app, settings);
  for (const warning of warnings) logger.warn(warning, 'Access');
  if (settings.logFormat === 'text') {
    context.out.write(welcome(app, settings, firstToken));
  } else {
    const fields = startFields(app, settings);
    logger.log(`Quern is listening on ${fields.url}`, fields, CONTEXT);
  }
  await shutDown(app, await told, settings.shutdownGraceSeconds);
}

/** Warns that there are no endpoints before the engine is opened, which takes a while if it makes sample logs, maybe for nothing. */
async function tellWithoutEndpoints(context: CommandContext, settings: Settings, logger: ServiceLogger): Promise<void> {
  const isFolder = await stat(settings.endpointsPath).catch(() => undefined);
  const { files, problems } = await findInFolder(settings.endpointsPath);
  if (files.length > 0 || (isFolder && problems.length > 0)) return;
  const text = withoutEndpoints(settings);
  if (settings.logFormat === 'text') context.err.write(`\n${text}`);
  // A missing folder makes the start fail, with a line of its own.
  else if (isFolder) logger.warn(text.trimEnd(), CONTEXT);
}
