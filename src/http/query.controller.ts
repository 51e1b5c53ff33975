import { All, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Executor } from '../execution/executor.service.js';
import { Caller } from '../access/caller.decorator.js';
import { type Key } from '../access/key.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { parseQueryString } from './query-string.js';
import { respond } from './respond.js';

/** `GET /api/endpoints/query/<id or name>`: runs a saved query, or answers from what is kept of it. */
@Controller('api/endpoints/query')
export class QueryController {
  constructor(private readonly executor: Executor) {}

  @Get(':endpoint')
  async query(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = await this.executor.execute({
      key,
      endpoint,
      parameters: parseQueryString(request.url),
      strict: isStrict(request.headers.prefer),
      signal: departureOf(request, response),
    });
    await respond(request, response, answer);
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

/** `Prefer: handling=strict` (RFC 7240 section 4.4). */
function isStrict(prefer: string | string[] | undefined): boolean {
  return String(prefer ?? '')
    .toLowerCase()
    .split(',')
    .some((preference) => preference.split(';')[0]?.replace(/[\s"]/g, '') === 'handling=strict');
}
