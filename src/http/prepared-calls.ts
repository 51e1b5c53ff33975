import { Injectable } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from '../access/key.js';
import { type QuernError } from '../errors/quern-error.js';
import { type PreparedCall } from '../execution/call.js';
import { Executor } from '../execution/executor.service.js';
import { hasSandboxSql } from '../execution/sandbox-sql.js';
import { Registry } from '../registry/registry.service.js';
import { type RememberedCall, RememberedCalls } from './remembered-calls.js';
import { isStrict } from './request/prefer.js';
import { parseQueryString } from './request/query-string.js';
import { RequestCaller } from './request-caller.js';
import { settle, type Settled, unwrap } from './settled.js';

const CALL = Symbol('call');

interface RequestWithCall extends IncomingMessage {
  [CALL]?: Settled<RememberedCall> | undefined;
}

/** The call that a request makes, prepared to be executed: once for each request, and not again for a URL that is remembered. */
@Injectable()
export class PreparedCalls {
  private readonly remembered = new RememberedCalls();

  constructor(
    private readonly caller: RequestCaller,
    private readonly executor: Executor,
    private readonly registry: Registry,
  ) {}

  /** @throws QuernError what is wrong with the call of the endpoint that the path names */
  callOf(request: RequestWithCall, endpoint: string): PreparedCall {
    request[CALL] ??= settle(() => this.recallOrPrepare(request, this.caller.keyOf(request), endpoint));
    return unwrap(request[CALL]).call;
  }

  /**
   * The same for a request that nothing has been found out of yet, with the head of its last answer. Undefined where `callOf` throws, and
   * where the path names no endpoint. `callOf` finds what has been found out here.
   *
   * @param endpointIn finds the endpoint in the URL; it is asked only where the URL is not remembered
   */
  tryPrepare(
    request: RequestWithCall,
    url: string,
    endpointIn: (url: string) => string | undefined,
  ): RememberedCall | undefined {
    const key = this.caller.tryKeyOf(request);
    if (key === undefined) return undefined;
    const remembered = this.recall(key, request);
    if (remembered && !remembered.call.sandboxSqlAsWritten) return remembered;
    const endpoint = endpointIn(url);
    if (endpoint === undefined) return undefined;
    const call = (request[CALL] = settle(() => this.recallOrPrepare(request, key, endpoint)));
    return 'value' in call ? call.value : undefined;
  }

  /** The call of a request whose parameters come in its body. It is not remembered. @throws QuernError as `callOf` does */
  postedCallOf(
    request: RequestWithCall,
    endpoint: string,
    parameters: ReadonlyMap<string, readonly string[]>,
  ): PreparedCall {
    const key = this.caller.keyOf(request);
    if (hasSandboxSql(parameters)) this.caller.countSandboxSql(request, key);
    return this.executor.prepare({ key, endpoint, parameters, strict: isStrict(request.headers.prefer) });
  }

  /** From now on, `callOf` throws this error for the request. */
  refuse(request: RequestWithCall, error: QuernError): void {
    request[CALL] = { error };
  }

  private recallOrPrepare(request: RequestWithCall, key: Key, endpoint: string): RememberedCall {
    const remembered = this.recall(key, request);
    if (!remembered) return this.prepare(request, key, endpoint);
    if (remembered.call.sandboxSqlAsWritten) this.caller.countSandboxSql(request, key);
    return remembered;
  }

  /** The remembered call, if preparing it now would come to the same. */
  private recall(key: Key, { url = '', headers }: RequestWithCall): RememberedCall | undefined {
    const remembered = this.remembered.get(key, url);
    if (!remembered || !this.registry.serves(remembered.call.query.endpoint)) return undefined;
    return remembered.call.ignored.length > 0 && isStrict(headers.prefer) ? undefined : remembered;
  }

  private prepare(request: RequestWithCall, key: Key, endpoint: string): RememberedCall {
    const { url = '', headers } = request;
    const strict = isStrict(headers.prefer);
    const parameters = parseQueryString(url);
    if (hasSandboxSql(parameters)) this.caller.countSandboxSql(request, key);
    const call = this.executor.prepare({ key, endpoint, parameters, strict });
    const remembered = { call, head: undefined };
    this.remembered.set(key, url, remembered);
    return remembered;
  }
}
