import { All, Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ALL_SCOPES, isAdmin, type Key } from '../../access/key.js';
import { Budgets } from '../../budgets/budgets.service.js';
import { Ledger } from '../../budgets/ledger.js';
import { Settings } from '../../config/settings.js';
import { Engine } from '../../engines/engine.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { QuernError } from '../../errors/quern-error.js';
import { Executor } from '../../execution/executor.service.js';
import { hasSandboxSql } from '../../execution/sandbox-sql.js';
import { callCost } from '../../explanations/call-cost.js';
import { explanationOf, ownExplanation } from '../../explanations/call-explanation.js';
import { toldExplanation, withoutValues } from '../../explanations/explanation-json.js';
import { EndpointHistory, type History } from '../../history/endpoint-history.service.js';
import { Registry } from '../../registry/registry.service.js';
import { VisibleEndpoints } from '../../registry/visible-endpoints.service.js';
import { Caller, RequestCaller } from '../request-caller.js';
import { disconnectSignal } from '../../limits/once-gone.js';
import { isStrict } from '../request/directives.js';
import { parseQueryString } from '../../parameters/query-string.js';

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

  @All(['explain', 'history'])
  other(@Caller() key: Key, @Param('endpoint') reference: string): never {
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
