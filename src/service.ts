import { type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { auditBindings } from './access/audit.js';
import { AccessService } from './access/access.service.js';
import { AppModule } from './app.module.js';
import { SpentFile } from './budgets/spent-file.service.js';
import { ResultCache } from './cache/result-cache.service.js';
import { type Clock } from './config/clock.js';
import { type Settings } from './config/settings.js';
import { type TraceSettings } from './config/trace-settings.js';
import { databaseSystemOf } from './engines/database-system.js';
import { Engine } from './engines/engine.js';
import { configureHttp } from './http/configure-http.js';
import { CachedAnswerHandler } from './http/cached-answer.handler.js';
import { AnswerReports } from './http/observed/answer-reports.service.js';
import { QuernHttpAdapter } from './http/quern-http-adapter.js';
import { Registry } from './registry/registry.service.js';
import { Traces } from './traces/traces.service.js';

export interface Service {
  readonly app: NestExpressApplication;
  /** The token of the key that this start made, to be shown once. */
  readonly firstToken: string | undefined;
  readonly warnings: readonly string[];
}

/**
 * Makes the whole service ready to listen: keys, engine and endpoints are in place, or this throws and says which is
 * not and why.
 */
export async function openService(
  settings: Settings,
  options: {
    readonly logger: LoggerService;
    readonly clock?: Clock;
    /** Undefined: traces are off. */
    readonly traces?: TraceSettings | undefined;
  },
): Promise<Service> {
  const adapter = new QuernHttpAdapter(settings);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings, options.clock),
    adapter,
    // A body is read where one is expected, and nowhere else.
    { bodyParser: false, abortOnError: false, logger: options.logger },
  );
  try {
    configureHttp(app);
    adapter.onRequest(app.get(CachedAnswerHandler));
    adapter.report(app.get(AnswerReports));
    const engine = app.get<Engine>(Engine);
    if (options.traces) {
      await app.get(Traces).open(options.traces, databaseSystemOf(engine));
      app.get(AnswerReports).traceHits();
    }
    const registry = app.get(Registry);
    await registry.assertFolder();
    await engine.open('run');
    await registry.open();
    await app.get(ResultCache).open();
    await app.get(SpentFile).open();
    // Last, since it may make a key whose token is shown this once: a step that may fail must not come between.
    const access = app.get(AccessService);
    const { firstToken, warnings } = await access.open();
    const endpoints = registry.list();
    const open = auditBindings(
      access.keys,
      endpoints.map(({ endpoint }) => endpoint),
    );
    return { app, firstToken, warnings: [...warnings, ...open] };
  } catch (error) {
    await app.close();
    throw error;
  }
}
