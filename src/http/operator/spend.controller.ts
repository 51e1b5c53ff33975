import { All, Controller, Get, Header, Req } from '@nestjs/common';
import { type Request } from 'express';
import { Caller } from '../request-caller.js';
import { isAdmin, type Key } from '../../access/key.js';
import { isDay } from '../../budgets/day.js';
import { type Spender, SPENDERS } from '../../budgets/spent.js';
import { type SpendReport } from '../../budgets/spend-report.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { invalidParameters, type ParameterError, QuernError } from '../../errors/quern-error.js';
import { Spend } from '../../history/spend.service.js';
import { parseQueryString } from '../../parameters/query-string.js';

/** `/api/spend`: the cost of a day's runs, for keys with the scope `admin`. */
@Controller('api/spend')
export class SpendController {
  constructor(private readonly spend: Spend) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  show(@Caller() key: Key, @Req() request: Request): { result: SpendReport } {
    assertAdmin(key);
    const given = parseQueryString(request.url);
    const [by = 'endpoint', ...otherBy] = given.get('by') ?? [];
    const [day, ...otherDays] = given.get('day') ?? [];
    const errors: ParameterError[] = [];
    if (otherBy.length > 0 || !isSpender(by))
      errors.push({ parameter: 'by', detail: '`by` must be `endpoint` or `key`; send it once, or leave it out.' });
    if (otherDays.length > 0 || (day !== undefined && !isDay(day)))
      errors.push({
        parameter: 'day',
        detail: '`day` must be a day in UTC such as `2026-11-20`; send it once, or leave it out for today.',
      });
    if (errors.length > 0) throw invalidParameters(errors);
    return { result: this.spend.of(by as Spender, day) };
  }

  @All()
  other(@Caller() key: Key): never {
    assertAdmin(key);
    throw methodNotAllowed();
  }
}

function isSpender(text: string): text is Spender {
  return SPENDERS.some((each) => each === text);
}

/** @throws QuernError `forbidden` */
function assertAdmin(key: Key): void {
  if (!isAdmin(key))
    throw new QuernError('forbidden', 'This key may not see the cost of runs; that takes the scope `admin`.');
}
