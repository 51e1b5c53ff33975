import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { AccessService } from '../access/access.service.js';
import { rememberCaller } from '../access/caller.decorator.js';
import { tokenFromHeaders } from '../access/credentials.js';
import { QuernError } from '../errors/quern-error.js';
import { ProblemFilter } from './problem.filter.js';
import { contextOf } from './request-context.js';

/** Bytes of a URL. */
const MAX_URL = 16 * 1024;

/** What holds for every route of the application, the ones that do not exist included. */
export function configureHttp(app: NestExpressApplication): void {
  // Quern makes its own strong ETags, reads its own query strings, and tells nobody what it is made of.
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.useGlobalFilters(new ProblemFilter());
  app.use(prepare);
  app.use('/api', authenticate(app.get(AccessService)));
  app.use(refuseLongUrl);
}

function prepare(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/** Who is it? Asked before anything else of a request is looked at, its path beyond `/api` included. */
function authenticate(access: AccessService) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    rememberCaller(request, access.authenticate(tokenFromHeaders(request.headers)));
    next();
  };
}

function refuseLongUrl(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.length > MAX_URL) {
    throw new QuernError('uri_too_long', `The URL has ${request.url.length} bytes; ${MAX_URL} are allowed.`);
  }
  next();
}
