import { All, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../access/caller.decorator.js';
import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Executor } from '../execution/executor.service.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { onlyQueried } from '../errors/method-not-allowed.js';
import { cacheDirectives } from './request/cache-control.js';
import { acceptedCoding } from './request/content-coding.js';
import { cacheUseOf } from './observed/cache-use.js';
import { bodyOf, headOf } from './response-head.js';
import { metaHead, withMeta } from './meta-form.js';
import { readJsonParameters } from './request/json-parameters.js';
import { PreparedCalls } from './prepared-calls.js';
import { RequestCaller } from './request-caller.js';
import { wantsMeta } from './request/prefer.js';
import { contextOf } from './request/request-context.js';
import { replyTo, respond, sendQuota, withCoding } from './respond.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'QUERY']);

/** `/api/endpoints/query/<id or name>`: answers with the rows of a saved query, from the cache or by a run. */
@Controller('api/endpoints/query')
export class QueryController {
  constructor(
    private readonly caller: RequestCaller,
    private readonly calls: PreparedCalls,
    private readonly executor: Executor,
    private readonly stats: EndpointStats,
    private readonly visible: VisibleEndpoints,
    private readonly unsent: UnsentBytes,
  ) {}

  @Get(':endpoint')
  async query(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    contextOf(request).known.endpoint = this.visible.findIfVisible(key, endpoint)?.endpoint;
    await this.answer(() => this.calls.callOf(request, endpoint), request, response);
  }

  /** The same with the parameters in a body: POST, and QUERY, which tells the way to here that it changes nothing (RFC 10008). */
  @All(':endpoint')
  async other(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const called = this.visible.find(key, endpoint).endpoint;
    contextOf(request).known.endpoint = called;
    if (!WITH_BODY.has(request.method)) throw onlyQueried();
    const parameters = await readJsonParameters(request, called.parameters);
    await this.answer(() => this.calls.postedCallOf(request, endpoint, parameters), request, response);
  }

  private async answer(prepare: () => PreparedCall, request: Request, response: Response): Promise<void> {
    const call = this.prepared(prepare, request, response);
    const directives = cacheDirectives(request.headers['cache-control']);
    const context = contextOf(request);
    const bare = await this.executor.execute(call, disconnectSignal(request, response), directives, context);
    const { known, startedAt } = context;
    known.cache = cacheUseOf(bare);
    known.ageSeconds = bare.ageSeconds;
    known.rows = bare.result.rows;
    const hasMeta = wantsMeta(request.headers.prefer);
    const whole = hasMeta ? withMeta(bare) : bare;
    const coded = async () => withCoding(whole, request);
    const isKept = !hasMeta && bare.outcome !== 'disabled';
    const answer = isKept ? whole : await this.unsent.during(whole.result.body, call.key.id, coded);
    const totalMs = performance.now() - startedAt;
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const head = headOf(answer, accepted, totalMs);
    const reply = replyTo(request, hasMeta ? metaHead(head) : head, bodyOf(answer, accepted));
    if (reply.body) this.unsent.needRoomFor(reply.body, call.key.id);
    respond(request, response, reply);
    this.stats.answered(bare);
    if (reply.body && !response.writableFinished) this.unsent.add(reply.body, call.key.id, request, response);
  }

  /** The caller is told its quota also where the call is refused: its SQL has been counted by then. */
  private prepared(prepare: () => PreparedCall, request: Request, response: Response): PreparedCall {
    try {
      return prepare();
    } finally {
      const quota = this.caller.quotaOf(request);
      if (quota) sendQuota(response, quota);
    }
  }
}

/**
 * A signal that is aborted when the client has left. The socket is listened to as well: Node does not tell a response that queues
 * behind another one of a pipeline that its connection is gone.
 */
function disconnectSignal({ socket }: Request, response: Response): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    socket.off('close', onClose);
    controller.abort(new Error('the client has left'));
  };
  socket.once('close', onClose);
  response.once('close', onClose);
  return controller.signal;
}
