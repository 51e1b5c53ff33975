import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** The request line and all header fields together; Node's own limit would answer a long URL with 431. */
const MAX_HEADER_BYTES = 48 * 1024;

interface FirstListener {
  /** Whether it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Nest's Express adapter over a server of our own making, in which somebody else may answer before Express. */
export class QuernHttpAdapter extends ExpressAdapter {
  private first: FirstListener = { answer: () => false };

  /** From now on every request goes to this listener, and to Express only where that has not answered. */
  askFirst(listener: FirstListener): void {
    this.first = listener;
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener>();
    this.httpServer = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
      if (!this.first.answer(request, response)) express(request, response);
    });
    // Each request of a pipeline listens for the end of the one socket; they are no leak.
    this.httpServer.on('connection', (socket: Socket) => socket.setMaxListeners(0));
  }
}
