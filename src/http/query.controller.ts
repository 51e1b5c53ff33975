import { All, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Executor } from '../execution/executor.service.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { cacheDirectives } from './cache-control.js';
import { acceptedCoding } from './content-coding.js';
import { headOf } from './head.js';
import { Reception } from './reception.service.js';
import { contextOf } from './request-context.js';
import { respond, withCoding } from './respond.js';

/** `GET /api/endpoints/query/<id or name>`: runs a saved query, or answers from what is kept of it. */
@Controller('api/endpoints/query')
export class QueryController {
  constructor(
    private readonly reception: Reception,
    private readonly executor: Executor,
  ) {}

  @Get(':endpoint')
  async query(@Param('endpoint') endpoint: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const call = this.reception.callOf(request, endpoint);
    const directives = cacheDirectives(request.headers['cache-control']);
    const bare = await this.executor.answer(call, directives, departureOf(request, response));
    const answer = await withCoding(bare, request);
    const totalMs = performance.now() - contextOf(request).startedAt;
    respond(request, response, headOf(answer, acceptedCoding(request.headers['accept-encoding']), totalMs));
  }

  @All(':endpoint')
  other(): never {
    throw methodNotAllowed();
  }
}

/**
 * A signal that is aborted when the client has left. The socket is asked as well: a response that queues behind another
 * one of a pipeline does not hear that the connection is gone.
 */
function departureOf({ socket }: Request, response: Response): AbortSignal {
  const departure = new AbortController();
  const leave = () => {
    socket.off('close', leave);
    departure.abort(new Error('the client has left'));
  };
  socket.once('close', leave);
  response.once('close', leave);
  return departure.signal;
}
