import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from '../access/key.js';
import { isOfSignature } from '../access/signed-urls/signed-url.js';
import { unauthenticated } from '../access/credentials.js';
import { Clock } from '../config/clock.js';
import { type FormName, isFormName } from '../contract/form-names.js';
import { type QuernError } from '../errors/quern-error.js';
import { type GivenParameters } from '../execution/call.js';
import { Executor } from '../execution/executor.service.js';
import { hasSandboxSql } from '../execution/sandbox-sql.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { Registry } from '../registry/registry.service.js';
import { type RememberedCall, RememberedCalls } from './remembered-calls.js';
import { takeCsvSafe } from './request/csv-safe.js';
import { isStrict } from './request/directives.js';
import { CALL } from './request/request-context.js';
import { CSV_SAFE } from '../parameters/reserved-names.js';
import { readCallPath } from '../parameters/call-path.js';
import { parseQueryString } from '../parameters/query-string.js';
import { RequestCaller, settle, type Settled, unwrap } from './request-caller.js';

/** The rows that a path names. */
export interface CalledRows {
  /** Id or name. */
  readonly endpoint: string;
  /** Undefined at the plain URL. */
  readonly form: FormName | undefined;
}

export type CallOfForm = Pick<RememberedCall, 'call' | 'form'>;

interface RequestWithCall extends IncomingMessage {
  [CALL]?: Settled<RememberedCall> | undefined;
}

/** Prepares the call of a request: once for each request, and not again for a URL that is remembered. */
@Injectable()
export class PreparedCalls {
  readonly remembered: RememberedCalls;

  constructor(
    private readonly caller: RequestCaller,
    private readonly executor: Executor,
    registry: Registry,
    private readonly visible: VisibleEndpoints,
    @Inject(Clock) clock: Clock,
  ) {
    this.remembered = new RememberedCalls(clock);
    registry.events.on('change', ({ retired }) => {
      if (retired.length > 0) this.remembered.clear();
    });
  }

  /** @throws QuernError if the call is wrong, or the path names no endpoint */
  callOf(request: RequestWithCall, rows: CalledRows): CallOfForm {
    request[CALL] ??= settle(() => this.recallOrPrepare(request, this.caller.keyOf(request), rows));
    return unwrap(request[CALL]);
  }

  /**
   * Does the same for a request at its very beginning. Undefined where `callOf` throws, which does not repeat the work, and where the path is
   * left to Express.
   */
  tryCallOf(request: RequestWithCall, key: Key): RememberedCall | undefined {
    const { endpoint, form } = readCallPath(request.url ?? '') ?? {};
    if (endpoint === undefined || (form !== undefined && !isFormName(form))) return undefined;
    const call = (request[CALL] = settle(() => this.recallOrPrepare(request, key, { endpoint, form })));
    return 'value' in call ? call.value : undefined;
  }

  /** Prepares the call of a request whose parameters come in its body. It is not remembered. @throws QuernError as `callOf` does */
  postedCallOf(request: RequestWithCall, rows: CalledRows, given: GivenParameters): CallOfForm {
    const { call, form } = this.prepare(request, this.caller.keyOf(request), rows, given);
    // A link is followed by GET, and this call may be too long for a URL.
    return { call: { ...call, nextLink: undefined }, form };
  }

  /** Makes `callOf` throw this error for the request. */
  refuse(request: RequestWithCall, error: QuernError): void {
    request[CALL] = { error };
  }

  private recallOrPrepare(request: RequestWithCall, key: Key, rows: CalledRows): RememberedCall {
    const remembered = this.remembered.get(key, request);
    if (!remembered) return this.prepareAndRemember(request, key, rows);
    if (remembered.call.sandboxSqlAsWritten) this.caller.countSandboxSql(request, key);
    return remembered;
  }

  private prepareAndRemember(request: RequestWithCall, key: Key, rows: CalledRows): RememberedCall {
    const { url = '' } = request;
    const parameters = parseQueryString(url);
    // The signature of a signed URL has been taken out by now: one that is left came beside a key.
    if ([...parameters.keys()].some(isOfSignature)) throw twoCredentials();
    const remembered = { ...this.prepare(request, key, rows, { parameters }), wishes: undefined };
    this.remembered.set(key, url, remembered);
    return remembered;
  }

  private prepare(request: RequestWithCall, key: Key, rows: CalledRows, given: GivenParameters): CallOfForm {
    const { endpoint } = rows;
    const { parameters } = given;
    const mistakes = [...(given.mistakes ?? [])];
    const strict = isStrict(request.headers.prefer);
    if (hasSandboxSql(parameters)) this.caller.countSandboxSql(request, key);
    const { form, others } = takeCsvSafe(
      rows.form,
      parameters,
      () => this.visible.find(key, endpoint).endpoint.parameters,
      mistakes,
    );
    const reserved = rows.form === 'csv' ? [CSV_SAFE] : [];
    const call = this.executor.prepare({ key, endpoint, parameters: others, strict, reserved, mistakes });
    // The next page must be as safe as this one.
    const nextLink = form === 'csv_safe' ? call.nextLink?.replace('?', `?${CSV_SAFE}=true&`) : call.nextLink;
    return { call: { ...call, nextLink }, form };
  }
}

function twoCredentials(): QuernError {
  return unauthenticated('The request has a key in its header and a signed URL; send one of them.');
}
