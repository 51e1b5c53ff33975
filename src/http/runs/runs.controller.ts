import { All, Controller, Delete, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../request-caller.js';
import { type Key } from '../../access/key.js';
import { Clock } from '../../config/clock.js';
import { methodNotAllowed, onlyAskedOrCancelled } from '../../errors/quern-error.js';
import { errorOf, type RunRecord } from '../../runs/run-record.js';
import { SlowRuns } from '../../runs/slow-runs.service.js';
import { AnswerSender } from '../answer-sender.service.js';
import { takeCsvSafe, CSV_SAFE } from '../request/called-rows.js';
import { disconnectSignal } from '../../limits/once-gone.js';
import { parseQueryString } from '../../parameters/query-string.js';
import { contextOf } from '../request/request-context.js';
import { formNamed, wantedForm } from '../request/directives.js';
import { sendText } from '../replies.service.js';

/** `/api/runs/<id>`: runs whose clients have not waited for them. */
@Controller('api/runs')
export class RunsController {
  constructor(
    private readonly runs: SlowRuns,
    private readonly sender: AnswerSender,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Answers with the run's progress; after its end, with the way to its rows or with its error. */
  @Get(':run')
  async show(@Caller() key: Key, @Param('run') id: string, @Res() response: Response): Promise<void> {
    const record = await this.runs.find(key, id);
    if (record.failure) throw errorOf(record.failure);
    if (record.state === 'done') sendToRows(response, record);
    else sendRun(response, 200, record, this.clock().getTime());
  }

  @Delete(':run')
  async cancel(@Caller() key: Key, @Param('run') id: string, @Res() response: Response): Promise<void> {
    await this.runs.cancel(key, id);
    sendCancelled(response);
  }

  @All(':run')
  other(): never {
    throw onlyAskedOrCancelled();
  }

  @Get([':run/rows', ':run/rows.:form'])
  async rows(
    @Caller() key: Key,
    @Param('run') id: string,
    @Param('form') form: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { answer, cacheKey } = await this.runs.rowsOf(key, id);
    contextOf(request).known.endpoint = answer.endpoint;
    const named = form === undefined ? undefined : formNamed(form);
    const { form: kind } = takeCsvSafe(named, parseQueryString(request.url), () => []);
    const signal = disconnectSignal(request, response);
    const wanted = wantedForm(kind, request.headers.accept);
    await this.sender.send(answer, wanted, { key, cacheKey, signal }, request, response);
  }

  @All([':run/rows', ':run/rows.:form'])
  otherThanRows(): never {
    throw methodNotAllowed();
  }
}

const MAX_RETRY_SECONDS = 30;

/** Answers with a run's state: 202 to the call that began it, 200 to later requests. */
export function sendRun(response: Response, status: 200 | 202, record: RunRecord, now: number): void {
  const { id, endpoint, state, place, startedAt } = record;
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1000));
  const result = { run: id, endpoint, state, ...(place !== undefined && { place }), seconds };
  if (status === 202) {
    response.setHeader('Location', pathOf(id));
    response.setHeader('Preference-Applied', 'respond-async');
  }
  // Ask the less often, the longer the run has taken: it will rarely end soon.
  response.setHeader('Retry-After', Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds / 4))));
  sendText(response.req, response, status, JSON.stringify({ result }));
}

/** Redirects to the rows, in the form that the call has named. */
export function sendToRows(response: Response, { id, form }: RunRecord): void {
  response.setHeader('Location', `${pathOf(id)}/rows${endOf(form)}`);
  response.setHeader('Content-Length', 0);
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(303).end();
}

export function sendCancelled(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(204).end();
}

function endOf(form: RunRecord['form']): string {
  if (form === undefined) return '';
  return form === 'csv_safe' ? `.csv?${CSV_SAFE}=true` : `.${form}`;
}

function pathOf(id: string): string {
  return `/api/runs/${id}`;
}
