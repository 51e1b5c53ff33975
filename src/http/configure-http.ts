import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { rememberCaller } from '../access/caller.decorator.js';
import { QuernError } from '../errors/quern-error.js';
import { ProblemFilter } from './problem.filter.js';
import { Reception } from './reception.service.js';
import { contextOf } from './request-context.js';
import { MAX_URL } from './url-limit.js';

/** What holds for every route of the application, the ones that do not exist included. */
export function configureHttp(app: NestExpressApplication): void {
  // Quern makes its own strong ETags, reads its own query strings, and tells nobody what it is made of.
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.useGlobalFilters(new ProblemFilter());
  app.use(prepare);
  app.use('/api', authenticate(app.get(Reception)));
  app.use(refuseLongUrl);
}

function prepare(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/** Who is it? Asked before anything else of a request is looked at, its path beyond `/api` included. */
function authenticate(reception: Reception) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    rememberCaller(request, reception.callerOf(request));
    next();
  };
}

function refuseLongUrl(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.length > MAX_URL) {
    throw new QuernError('uri_too_long', `The URL has ${request.url.length} bytes; ${MAX_URL} are allowed.`);
  }
  next();
}
