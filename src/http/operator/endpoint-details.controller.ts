import { All, Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ALL_SCOPES, isAdmin, type Key } from '../../access/key.js';
import { Budgets } from '../../budgets/budgets.service.js';
import { Ledger, type Spender, SPENDERS } from '../../budgets/ledger.js';
import { Settings } from '../../config/settings.js';
import { Engine } from '../../engines/engine.js';
import { methodNotAllowed, QuernError, type ParameterError } from '../../errors/quern-error.js';
import { Executor } from '../../execution/executor.service.js';
import { hasSandboxSql } from '../../execution/sandbox-sql.js';
import {
  callCost,
  explanationOf,
  ownExplanation,
  toldExplanation,
  withoutValues,
} from '../../explanations/call-explanation.js';
import { EndpointHistory, type History } from '../../history/endpoint-history.service.js';
import { Registry } from '../../registry/registry.service.js';
import { VisibleEndpoints } from '../../registry/visible-endpoints.service.js';
import { Caller, RequestCaller } from '../request-caller.js';
import { disconnectSignal } from '../../limits/once-gone.js';
import { isStrict } from '../request/directives.js';
import { parseQueryString } from '../../parameters/query-string.js';
import { isDay } from '../../budgets/account.js';
import { type SpendReport } from '../../budgets/spend-report.js';
import { Spend } from '../../history/spend.service.js';

/** Questions about one endpoint, beside the listing, for keys with the scope `admin`: what a call would do, and the history of its runs. */
@Controller('api/endpoints/:endpoint')
export class EndpointDetailsController {
  constructor(
    private readonly visible: VisibleEndpoints,
    private readonly registry: Registry,
    private readonly caller: RequestCaller,
    private readonly executor: Executor,
    private readonly history: EndpointHistory,
    private readonly budgets: Budgets,
    private readonly ledger: Ledger,
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Runs no query. */
  @Get('explain')
  @Header('Cache-Control', 'no-store')
  async explain(
    @Caller() key: Key,
    @Param('endpoint') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ result: object }> {
    const endpoint = this.idFor(key, reference);
    const parameters = parseQueryString(request.url);
    if (hasSandboxSql(parameters)) this.caller.countSandboxSql(request, key);
    // An operator may explain all loaded endpoints, as in the listing, even those that the key itself may not call.
    const operator: Key = { id: key.id, scopes: ALL_SCOPES, bind: new Map(), anyTenant: true };
    const call = { key: operator, endpoint, parameters, strict: isStrict(request.headers.prefer) };
    const prepared = this.executor.prepare(call);
    const { own } = await ownExplanation(this.engine, prepared, disconnectSignal(request, response));
    const { budgets, ledger, settings } = this;
    const cost = callCost(prepared.query.endpoint, own.bytesProcessed, { budgets, ledger, settings });
    const explanation = explanationOf(prepared, [{ name: settings.engine, isInUse: true, ...own }], cost);
    return { result: toldExplanation(withoutValues(explanation)) };
  }

  @Get('history')
  @Header('Cache-Control', 'no-store')
  told(@Caller() key: Key, @Param('endpoint') reference: string): { result: History } {
    return { result: this.history.of(this.idFor(key, reference)) };
  }

  @All('explain')
  otherOfExplain(@Caller() key: Key, @Param('endpoint') reference: string): never {
    this.idFor(key, reference);
    throw methodNotAllowed();
  }

  @All('history')
  otherOfHistory(@Caller() key: Key, @Param('endpoint') reference: string): never {
    this.idFor(key, reference);
    throw methodNotAllowed();
  }

  /** @throws QuernError `endpoint_not_found`; `forbidden` for a key that may call the endpoint but is no operator's */
  private idFor(key: Key, reference: string): string {
    if (isAdmin(key)) return this.registry.find(reference).endpoint.id;
    this.visible.find(key, reference);
    throw new QuernError('forbidden', 'This key may not see how endpoints are run; that takes the scope `admin`.');
  }
}

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
    if (errors.length > 0) throw new QuernError('invalid_parameters', errors[0]?.detail ?? '', { errors });
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
