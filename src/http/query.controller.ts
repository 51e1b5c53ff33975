import { All, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../access/caller.decorator.js';
import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { Executor } from '../execution/executor.service.js';
import { VisibleEndpoints } from '../execution/visible-endpoints.service.js';
import { methodNotAllowed, onlyReadOrPosted } from '../errors/method-not-allowed.js';
import { cacheDirectives } from './request/cache-control.js';
import { acceptedCoding } from './request/content-coding.js';
import { bodyOf, headOf } from './response-head.js';
import { readJsonParameters } from './request/json-parameters.js';
import { Reception } from './prepared-calls.js';
import { contextOf } from './request/request-context.js';
import { replyTo, respond, sendQuota, withCoding } from './respond.js';
import { UnreadAnswers } from './unsent-bytes.service.js';

/** `GET /api/endpoints/query/<id or name>`: runs a saved query, or answers from what is kept of it. */
@Controller('api/endpoints/query')
export class QueryController {
  constructor(
    private readonly reception: Reception,
    private readonly executor: Executor,
    private readonly visible: VisibleEndpoints,
    private readonly unread: UnreadAnswers,
  ) {}

  @Get(':endpoint')
  async query(@Param('endpoint') endpoint: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(() => this.reception.callOf(request, endpoint), request, response);
  }

  /** For SQL that is too long for a URL: `{"sql": …, parameters…}`. */
  @Post(':endpoint')
  async post(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.visible.find(key, endpoint).sandboxing) throw methodNotAllowed();
    const parameters = await readJsonParameters(request);
    await this.answer(() => this.reception.postedCallOf(request, endpoint, parameters), request, response);
  }

  @All(':endpoint')
  other(@Caller() key: Key, @Param('endpoint') endpoint: string): never {
    throw this.visible.find(key, endpoint).sandboxing ? onlyReadOrPosted() : methodNotAllowed();
  }

  private async answer(receive: () => PreparedCall, request: Request, response: Response): Promise<void> {
    const call = this.received(receive, request, response);
    const directives = cacheDirectives(request.headers['cache-control']);
    const bare = await this.executor.answer(call, directives, departureOf(request, response));
    const answer = await withCoding(bare, request);
    const totalMs = performance.now() - contextOf(request).startedAt;
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const reply = replyTo(request, headOf(answer, accepted, totalMs), bodyOf(answer, accepted));
    if (reply.body) this.unread.needRoomFor(reply.body, call.key.id);
    respond(request, response, reply);
    if (reply.body && !response.writableFinished) this.unread.add(reply.body, call.key.id, request, response);
  }

  /** Whether it may be made or not, the caller is told what is left: SQL has been counted by now. */
  private received(receive: () => PreparedCall, request: Request, response: Response): PreparedCall {
    try {
      return receive();
    } finally {
      const quota = this.reception.quotaOf(request);
      if (quota) sendQuota(response, quota);
    }
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
