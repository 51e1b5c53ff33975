import { NotFoundException } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';
import { toolOrigins } from './agents/agents.controller.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestCaller } from './request-caller.js';
import { refuseUnsignedMethod } from './signed-requests.service.js';
import { allowOrigin, answerPreflight, isPreflight, RefusedOrigins } from './cors.js';
import { contextOf } from './request/request-context.js';
import { MAX_URL_BYTES } from '../contract/request-limits.js';

/** Sets up everything that all routes share, paths without a route included. */
export function configureHttp(app: NestExpressApplication): void {
  // Quern makes its own strong ETags, parses query strings itself, and does not name its framework.
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.useGlobalFilters(new ProblemFilter());
  app.use(setCommonHeaders);
  const settings = app.get<Settings>(Settings);
  const origins = app.get(RefusedOrigins);
  const authenticated = authenticate(app.get(RequestCaller));
  app.use(
    '/api',
    cors(() => settings.corsOrigins, origins),
    authenticated,
  );
  if (settings.mcp === 'on')
    app.use(
      '/mcp',
      cors((request) => toolOrigins(request, settings), origins),
      authenticated,
    );
  if (settings.metricsPort === undefined) app.use('/metrics', authenticated);
  else app.use(['/metrics', '/livez', '/readyz'], refuseElsewhere);
  app.use(refuseLongUrl);
}

function setCommonHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/** Handles CORS before authentication: a page must be able to read that it has sent no key. */
function cors(originsOf: (request: Request) => readonly string[] | undefined, refusals: RefusedOrigins) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const origins = originsOf(request);
    if (!allowOrigin(request, response, origins)) refusals.refused(request);
    if (origins !== undefined && isPreflight(request)) answerPreflight(response);
    else next();
  };
}

/** Authenticates the caller before anything else of a request is read, its path beyond `/api` included. */
function authenticate(caller: RequestCaller) {
  return (request: Request, response: Response, next: NextFunction): void => {
    caller.keyOf(request);
    caller.setFields(request, response);
    refuseUnsignedMethod(request);
    next();
  };
}

/** Refuses the routes that have moved to the operator's own port. */
function refuseElsewhere(): never {
  throw new NotFoundException();
}

function refuseLongUrl(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.length > MAX_URL_BYTES) {
    throw new QuernError('uri_too_long', `The URL has ${request.url.length} bytes; ${MAX_URL_BYTES} are allowed.`);
  }
  next();
}
