import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { internalError, QuernError } from '../errors/quern-error.js';
import { errorStack, errorText } from '../errors/error-text.js';
import { QUIET_CODES } from '../errors/error-codes.js';
import { type LogFields } from '../logs/log-fields.js';
import { sendProblem } from './problem.js';
import { contextOf } from './request/request-context.js';

/** Answers every failed request with problem details, under one of Quern's codes. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // The client has left, or the answer has begun, so that no problem can be sent. The socket is asked as well, as in `onceGone`.
    if (response.headersSent || response.destroyed || request.socket.destroyed) {
      response.destroy();
      return;
    }
    const error = toQuernError(exception);
    if (error.status >= 500 && !QUIET_CODES.has(error.code) && !error.isCallersOwn) this.report(request, error);
    sendProblem(request, response, error);
  }

  /** Logs the failure under the id that the client gets. The reason of a failed query has been logged by its run. */
  private report(request: Request, error: QuernError): void {
    const { requestId, traceId, known } = contextOf(request);
    const fields: LogFields = {
      request_id: requestId,
      trace_id: traceId,
      endpoint: known.endpoint?.name,
      key: known.keyId,
      code: error.code,
    };
    if (error.code !== 'internal_error') this.logger.error(error.code, fields);
    else this.logger.error(`${error.code}: ${errorText(error.cause)}`, errorStack(error.cause), fields);
  }
}

function toQuernError(exception: unknown): QuernError {
  if (exception instanceof QuernError) return exception;
  // Nest throws two failures of its own: no route matches, and the path cannot be decoded.
  const status = exception instanceof HttpException ? exception.getStatus() : undefined;
  if (status === 404) {
    return new QuernError(
      'route_not_found',
      'There is nothing at this path; `GET /api/endpoints` lists what a key may call.',
    );
  }
  if (status === 400) return new QuernError('malformed_request', 'The path of the URL cannot be decoded.');
  return internalError(exception);
}
