import { Refusal, connectionRefusal, malformedRefusal, refusalText } from './connection-error.js';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Settings } from '../config/settings.js';
import { isSendingAnswer, QuernServer, requestUnderWay } from './quern-server.js';
import { expressMessages, type ExpressPrototypes } from './express-messages.js';
import { type AnswerReports } from './observed/answer-reports.service.js';
import { clientAddress } from './request/client-address.js';
import { contextOf } from './request/request-context.js';

/** `uri-host [":" port]` (RFC 9110 section 7.2), which may be empty. A comma is refused, though a registered name may have one: it would be a list. */
const HOST = /^(?:\[[\w.:%~-]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/;

/**
 * The fault of a request's `Host` field; undefined where there is none. RFC 9112 section 3.2 demands a 400 for HTTP/1.1 without the field,
 * and for two of them, since a proxy in front may have read the other one.
 */
function hostProblem({ httpVersion, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>) {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'The request has more than one `Host` field.';
    host = rawHeaders[index + 1] ?? '';
  }
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no `Host` field.' : undefined;
  return HOST.test(host) ? undefined : 'The `Host` field is not one host, with or without a port.';
}

/** The part of `CachedAnswerHandler` that is known here. */
interface FirstListener {
  /** Returns whether it has answered. @param startedAt time of the request, by `performance.now()` */
  answer(request: IncomingMessage, response: ServerResponse, startedAt: number): boolean;
}

/** Nest's Express adapter over a QuernServer, in which another listener may answer before Express does. */
export class QuernHttpAdapter extends ExpressAdapter {
  private firstListener: FirstListener = { answer: () => false };
  private reports: AnswerReports | undefined;

  constructor(private readonly settings: Pick<Settings, 'maxConnections' | 'trustedProxies'>) {
    super();
  }

  /** Sends every request to this listener first, and to Express only if that has not answered. */
  onRequest(listener: FirstListener): void {
    this.firstListener = listener;
  }

  /** Reports every answer, except those of the first listener, which reports its own. */
  report(reports: AnswerReports): void {
    this.reports = reports;
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener & ExpressPrototypes>();
    // `hostProblem` checks `Host`: Node answers without a body, and accepts two of the field.
    const options = { requireHostHeader: false, ...expressMessages(express) };
    const server = new QuernServer(options, (request, response) => {
      const startedAt = performance.now();
      const problem = hostProblem(request);
      if (problem !== undefined) {
        this.refuseMalformed(request, response, problem);
        return;
      }
      if (this.firstListener.answer(request, response, startedAt)) return;
      request.url = originForm(request.url);
      this.reports?.follow(request, response, startedAt);
      express(request, response);
    });
    server.maxConnections = this.settings.maxConnections;
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === 'ECONNRESET') socket.destroy();
      else this.refuseConnection(error.code, socket);
    });
    // Node closes the connection without an answer if there is no listener.
    server.on('connect', (_, socket: Socket) => {
      this.refuse(malformedRefusal('This service is no proxy: it does not take CONNECT.'), socket);
    });
    this.httpServer = server;
  }

  /** Answers a request that can be parsed and must be refused; in a pipeline, after the answers to those before it. */
  private refuseMalformed(request: IncomingMessage, response: ServerResponse, detail: string): void {
    const refusal = malformedRefusal(detail);
    const { status, title, fields, body } = refusal;
    const address = clientAddress(request, this.settings.trustedProxies);
    response.writeHead(status, title, fields.flat()).end(body);
    this.tell(refusal, address, request.method);
  }

  /** Answers bytes that Node’s parser does not take: no request, or a body that is malformed or comes too slowly. */
  private refuseConnection(parserCode: string | undefined, socket: Socket): void {
    const request = requestUnderWay(socket);
    this.refuse(connectionRefusal(parserCode, request && contextOf(request).requestId), socket, request);
  }

  /** Answers if the connection can still be written to. @param request one that is followed, and reported when its connection closes */
  private refuse(refusal: Refusal, socket: Socket, request?: IncomingMessage): void {
    if (!socket.writable || isSendingAnswer(socket)) {
      socket.destroy();
      return;
    }
    const address = socket.remoteAddress ?? '';
    socket.end(refusalText(refusal), () => socket.destroy());
    if (request) refuseUnderWay(request, refusal);
    else this.tell(refusal, address);
  }

  private tell({ status, code, requestId, body }: Refusal, address: string, method?: string): void {
    const bodyBytes = Buffer.byteLength(body);
    this.reports?.refused({ status, errorCode: code, requestId, bodyBytes, clientAddress: () => address }, method);
  }
}

function refuseUnderWay(request: IncomingMessage, { status, code, body }: Refusal): void {
  const context = contextOf(request);
  context.known.errorCode = code;
  context.refused = { status, bodyBytes: Buffer.byteLength(body) };
}

/**
 * Removes scheme and host of a request target in absolute form (RFC 9112 section 3.2.2); they are ignored. Express would have Node parse
 * them, and Node would warn of odd ones on standard error with the whole URL, values included.
 */
function originForm(target = ''): string {
  const [origin] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
