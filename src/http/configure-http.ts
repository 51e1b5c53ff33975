import { NotFoundException } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';
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
  const { corsOrigins } = app.get<Settings>(Settings);
  app.use('/api', cors(corsOrigins, app.get(RefusedOrigins)));
  app.use('/api', authenticate(app.get(RequestCaller)));
  if (app.get<Settings>(Settings).mcp === 'on')
    app.use('/mcp', cors(corsOrigins), authenticate(app.get(RequestCaller)));
  if (app.get<Settings>(Settings).metricsPort === undefined) app.use('/metrics', authenticate(app.get(RequestCaller)));
  else app.use(['/metrics', '/livez', '/readyz'], refuseElsewhere);
  app.use(refuseLongUrl);
}

function setCommonHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/**
 * Handles CORS before authentication: a page must be able to read that it has sent no key.
 *
 * @param refusals left out where the route itself refuses other origins
 */
function cors(origins: readonly string[] | undefined, refusals?: RefusedOrigins) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!allowOrigin(request, response, origins)) refusals?.refused(request);
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
