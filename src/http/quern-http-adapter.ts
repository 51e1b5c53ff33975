import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Settings } from '../config/settings.js';
import { connectionErrorText } from './connection-error.js';

/**
 * What a connection may take, in bytes and milliseconds. Node's own limit of the header would answer a long URL with 431.
 * What waits for a query is left alone: that has a deadline of its own.
 */
const LIMITS = {
  maxHeaderSize: 48 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute for which load balancers commonly keep a connection, or they would send into a closed one.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

/** How long a client may leave an answer unread before its connection is closed, in milliseconds. */
const UNREAD_MS = 60_000;

/** How often connections that have become idle are closed at the end, in milliseconds. */
const SWEEP_MS = 50;

interface FirstListener {
  /** Whether it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** The answer that a connection is busy with. */
const BUSY = Symbol('busy');

interface Connection extends Socket {
  [BUSY]?: ServerResponse;
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
    const listen = (request: IncomingMessage & { socket: Connection }, response: ServerResponse) => {
      request.socket[BUSY] = response;
      if (this.first.answer(request, response)) return;
      request.url = originForm(request.url);
      express(request, response);
    };
    const server = createServer(LIMITS, listen);
    // Nobody reads a body, so nobody is told to go on and send one: in a pipeline Node would write that between the head of
    // an answer and its body, and whoever reads them would be out of step from there on. The answer ends the connection instead.
    server.on('checkContinue', listen);
    server.maxConnections = this.settings.maxConnections;
    // Each request of a pipeline listens for the end of the one socket; they are no leak.
    server.on('connection', (socket: Socket) => socket.setMaxListeners(0));
    server.on('clientError', refuse);
    server.setTimeout(UNREAD_MS, (socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
    this.httpServer = server;
  }

  /** Lets every answer under way be finished. Node closes the connections that are idle now; others become so later. */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, SWEEP_MS);
    try {
      await super.close();
    } finally {
      clearInterval(sweep);
    }
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

function refuse(error: NodeJS.ErrnoException, socket: Connection): void {
  const busy = socket[BUSY];
  // In the middle of an answer, another one would be read as a part of it.
  const isMidway = busy !== undefined && busy.headersSent && !busy.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable || isMidway) socket.destroy();
  else socket.end(connectionErrorText(error.code), () => socket.destroy());
}
