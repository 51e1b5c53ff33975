import { All, Controller, Delete, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../request-caller.js';
import { type Key } from '../../access/key.js';
import { Clock } from '../../config/clock.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { type ParameterError } from '../../errors/quern-error.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { CSV_SAFE } from '../../parameters/reserved-names.js';
import { errorOf } from '../../runs/run-record.js';
import { SlowRuns } from '../../runs/slow-runs.service.js';
import { AnswerSender } from '../answer-sender.service.js';
import { takeCsvSafe } from '../request/csv-safe.js';
import { disconnectSignal } from '../../limits/once-gone.js';
import { parseQueryString } from '../../parameters/query-string.js';
import { contextOf } from '../request/request-context.js';
import { formNamed, wantedForm } from '../request/accepted.js';
import { sendCancelled, sendRun, sendToRows } from './run-answer.js';

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
    else sendRun(response, 200, record, this.clock());
  }

  @Delete(':run')
  async cancel(@Caller() key: Key, @Param('run') id: string, @Res() response: Response): Promise<void> {
    await this.runs.cancel(key, id);
    sendCancelled(response);
  }

  @All(':run')
  other(): never {
    throw methodNotAllowed('read or cancel');
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
    const mistakes: ParameterError[] = [];
    const { form: kind, others } = takeCsvSafe(named, parseQueryString(request.url), () => [], mistakes);
    bindParameters([], others, undefined, { mistakes, reserved: named === 'csv' ? [CSV_SAFE] : [] });
    const signal = disconnectSignal(request, response);
    const wanted = wantedForm(kind, request.headers.accept);
    await this.sender.send(answer, wanted, { key, cacheKey, signal }, request, response);
  }

  @All([':run/rows', ':run/rows.:form'])
  otherThanRows(): never {
    throw methodNotAllowed();
  }
}
