import { All, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Key } from '../access/key.js';
import { Clock } from '../config/clock.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { type Answer } from '../execution/answer.js';
import { Executor } from '../execution/executor.service.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { SlowRuns } from '../runs/slow-runs.service.js';
import { AnswerSender } from './answer-sender.service.js';
import { type CalledRows, type CallOfForm, PreparedCalls } from './prepared-calls.js';
import { cacheDirectives, secondsToWait } from './request/directives.js';
import { formNamed, wantedForm } from './request/accepted.js';
import { disconnectSignal } from '../limits/once-gone.js';
import { readJsonParameters } from './request/json-parameters.js';
import { contextOf } from './request/request-context.js';
import { Caller, RequestCaller } from './request-caller.js';
import { sendRun } from './runs/run-answer.js';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'QUERY']);

/** `/api/endpoints/query/<id or name>`: answers with the rows of a saved query, from the cache or by a run. */
@Controller('api/endpoints/query')
export class QueryController {
  constructor(
    private readonly caller: RequestCaller,
    private readonly calls: PreparedCalls,
    private readonly executor: Executor,
    private readonly visible: VisibleEndpoints,
    private readonly runs: SlowRuns,
    private readonly sender: AnswerSender,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get([':endpoint', ':endpoint/rows.:form'])
  async query(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Param('form') form: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    contextOf(request).known.endpoint = this.visible.findIfVisible(key, endpoint)?.endpoint;
    await this.answer(() => this.calls.callOf(request, this.rowsOf(key, endpoint, form)), request, response);
  }

  /** Reads the parameters from a body: POST, and QUERY, whose method tells proxies that it changes nothing (RFC 10008). */
  @All([':endpoint', ':endpoint/rows.:form'])
  async other(
    @Caller() key: Key,
    @Param('endpoint') endpoint: string,
    @Param('form') form: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const called = this.visible.find(key, endpoint).endpoint;
    contextOf(request).known.endpoint = called;
    const rows = this.rowsOf(key, endpoint, form);
    if (!WITH_BODY.has(request.method)) throw methodNotAllowed('query');
    const posted = await readJsonParameters(request, called.parameters);
    await this.answer(() => this.calls.postedCallOf(request, rows, posted), request, response);
  }

  /** @throws QuernError `endpoint_not_found`, `form_not_found` */
  private rowsOf(key: Key, endpoint: string, form: string | undefined): CalledRows {
    if (form === undefined) return { endpoint, form };
    // The forms of an endpoint that the key may not see are not there either.
    this.visible.find(key, endpoint);
    return { endpoint, form: formNamed(form) };
  }

  private async answer(prepare: () => CallOfForm, request: Request, response: Response): Promise<void> {
    const { call, form } = this.prepared(prepare, request, response);
    const wanted = wantedForm(form, request.headers.accept);
    const directives = cacheDirectives(request.headers['cache-control']);
    const context = contextOf(request);
    const signal = disconnectSignal(request, response);
    const of = { key: call.key, cacheKey: call.query.cacheKey, signal };
    const send = async (answer: Answer) => this.sender.send(answer, wanted, of, request, response);
    const seconds = secondsToWait(request.headers.prefer);
    if (seconds === undefined) {
      await send(await this.executor.execute(call, signal, directives, context));
      return;
    }
    const answer = await this.runs.answer({ call, form }, { directives, request: context, seconds, left: signal });
    if ('result' in answer) await send(answer);
    else sendRun(response, 202, answer, this.clock());
  }

  /** The quota is sent also if the call is refused: its SQL has been counted by then. */
  private prepared(prepare: () => CallOfForm, request: Request, response: Response): CallOfForm {
    try {
      return prepare();
    } finally {
      this.caller.setFields(request, response);
    }
  }
}
