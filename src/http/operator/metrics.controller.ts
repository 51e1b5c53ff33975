import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../request-caller.js';
import { type Key, mayReadMetrics } from '../../access/key.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { QuernError } from '../../errors/quern-error.js';
import { MetricsText } from '../../metrics/metrics-text.service.js';
import { Replies } from '../replies.service.js';
import { answerWithMetrics } from './metrics-answer.js';

/** `GET /metrics` for keys with the scope `metrics`, unless they have a port of their own. */
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: MetricsText,
    private readonly replies: Replies,
  ) {}

  @Get()
  async read(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    needScope(key);
    await answerWithMetrics(this.metrics, this.replies, key.id, request, response);
  }

  @All()
  other(@Caller() key: Key): never {
    needScope(key);
    throw methodNotAllowed();
  }
}

function needScope(key: Key): void {
  if (mayReadMetrics(key)) return;
  throw new QuernError('forbidden', 'This key may not read metrics; that takes the scope `metrics`.');
}
