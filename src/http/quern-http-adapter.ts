import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';
import { type Socket } from 'node:net';

/** The request line and all header fields together; Node's own limit would answer a long URL with 431. */
const MAX_HEADER_BYTES = 48 * 1024;

/** Nest's Express adapter over a server of our own making. */
export class QuernHttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const express = this.getInstance<RequestListener>();
    this.httpServer = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, express);
    // Each request of a pipeline listens for the end of the one socket; they are no leak.
    this.httpServer.on('connection', (socket: Socket) => socket.setMaxListeners(0));
  }
}
