import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { errorStack } from '../errors/error-text.js';
import { QuernError } from '../errors/quern-error.js';
import { sendProblem } from './problem.js';
import { contextOf } from './request-context.js';

/** Every failure of a request ends here, and leaves as a problem with a code of ours. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // The client has left, or the answer had begun: there is nobody to tell.
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    sendProblem(request, response, this.toQuernError(exception, request));
  }

  private toQuernError(exception: unknown, request: Request): QuernError {
    if (exception instanceof QuernError) return exception;
    if (exception instanceof HttpException && exception.getStatus() === 404) {
      return new QuernError('route_not_found', 'There is nothing at this path.');
    }
    // Express itself throws this for a path that cannot be decoded.
    if (exception instanceof URIError)
      return new QuernError('malformed_request', 'The path of the URL cannot be decoded.');
    const { requestId } = contextOf(request);
    this.logger.error(`request ${requestId}: ${errorStack(exception)}`);
    return new QuernError('internal_error', 'Something went wrong; the operator’s log has the cause.', {
      cause: exception,
    });
  }
}
