import { ExpressAdapter } from '@nestjs/platform-express';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Settings } from '../config/settings.js';
import { connectionErrorText, refuseMalformed } from './connection-error.js';
import { hostProblem } from './request/host-field.js';
import { isMidway, QuernServer } from './quern-server.js';

/**
 * What a connection may take, in bytes and milliseconds. Node's own limit of the header would answer a long URL with 431.
 * What waits for a query is left alone: that has a deadline of its own.
 */
const OPTIONS = {
  maxHeaderSize: 48 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute for which load balancers commonly keep a connection, or they would send into a closed one.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  // Looked at here: Node answers without a body, and lets two of them pass.
  requireHostHeader: false,
};

interface FirstListener {
  /** Whether it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Nest's Express adapter over a server of our own making, in which somebody else may answer before Express. */
export class QuernHttpAdapter extends ExpressAdapter {
  private first: FirstListener = { answer: () => false };

  constructor(private readonly settings: Pick<Settings, 'maxConnections'>) {
    super();
  }

  /** From now on every request goes to this listener, and to Express only where that has not answered. */
  askFirst(listener: FirstListener): void {
    this.first = listener;
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener>();
    const server = new QuernServer(OPTIONS, (request, response) => {
      const problem = hostProblem(request);
      if (problem !== undefined) refuseMalformed(response, problem);
      if (problem !== undefined || this.first.answer(request, response)) return;
      request.url = originForm(request.url);
      express(request, response);
    });
    server.maxConnections = this.settings.maxConnections;
    server.on('clientError', refuse);
    this.httpServer = server;
  }
}

/**
 * A target in absolute form (RFC 9112 section 3.2.2) as if it had come without scheme and host, which are not looked at.
 * Express would have Node parse them, and that warns of odd ones on standard error with the whole URL, values included.
 */
function originForm(target = ''): string {
  const [origin] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isMidway(socket)) socket.destroy();
  else socket.end(connectionErrorText(error.code), () => socket.destroy());
}
