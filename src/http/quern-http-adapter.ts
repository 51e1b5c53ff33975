import { ExpressAdapter } from '@nestjs/platform-express';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Settings } from '../config/settings.js';
import { connectionErrorText, refuseMalformed } from './connection-error.js';
import { hostProblem } from './request/host-field.js';
import { isSendingAnswer, QuernServer } from './quern-server.js';

/**
 * Limits of a connection, in bytes and milliseconds. The header may be larger than with Node's default, which answers a long URL with
 * 431 instead of 414. There is no limit to the wait for an answer: queries have deadlines of their own.
 */
const OPTIONS = {
  maxHeaderSize: 48 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute for which load balancers commonly keep a connection: they would send requests into closed ones.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  // Checked by `hostProblem`: Node answers without a body, and accepts two `Host` fields.
  requireHostHeader: false,
};

interface FirstListener {
  /** Whether it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Nest's Express adapter over a QuernServer, in which another listener may answer before Express does. */
export class QuernHttpAdapter extends ExpressAdapter {
  private firstListener: FirstListener = { answer: () => false };

  constructor(private readonly settings: Pick<Settings, 'maxConnections'>) {
    super();
  }

  /** From now on every request goes to this listener, and to Express only where that has not answered. */
  onRequest(listener: FirstListener): void {
    this.firstListener = listener;
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener>();
    const server = new QuernServer(OPTIONS, (request, response) => {
      const problem = hostProblem(request);
      if (problem !== undefined) refuseMalformed(response, problem);
      if (problem !== undefined || this.firstListener.answer(request, response)) return;
      request.url = originForm(request.url);
      express(request, response);
    });
    server.maxConnections = this.settings.maxConnections;
    server.on('clientError', refuse);
    this.httpServer = server;
  }
}

/**
 * A request target without the scheme and host that it has in absolute form (RFC 9112 section 3.2.2); they are ignored. If Express
 * had Node parse them, Node would warn of odd ones on standard error with the whole URL, values included.
 */
function originForm(target = ''): string {
  const [origin] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isSendingAnswer(socket)) socket.destroy();
  else socket.end(connectionErrorText(error.code), () => socket.destroy());
}
