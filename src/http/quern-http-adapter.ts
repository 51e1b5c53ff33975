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
    const server = createServer(LIMITS, (request: IncomingMessage & { socket: Connection }, response) => {
      request.socket[BUSY] = response;
      if (!this.first.answer(request, response)) express(request, response);
    });
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

function refuse(error: NodeJS.ErrnoException, socket: Connection): void {
  const busy = socket[BUSY];
  // In the middle of an answer, another one would be read as a part of it.
  const isMidway = busy !== undefined && busy.headersSent && !busy.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable || isMidway) socket.destroy();
  else socket.end(connectionErrorText(error.code), () => socket.destroy());
}
