import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** The answer that a connection is busy with; of a pipeline the last one. */
const BUSY = Symbol('busy');

/** How many bytes a connection had taken when it was last looked at. */
const TAKEN = Symbol('taken');

interface Connection extends Socket {
  [BUSY]?: ServerResponse;
  [TAKEN]?: number;
}

/** A client that takes nothing of its answer for so long, or up to twice as long, loses its connection; in milliseconds. */
const UNREAD_MS = 30_000;

/** How often connections that have become idle are closed at the end, in milliseconds. */
const SWEEP_MS = 50;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node's server, which knows of each connection what it is busy with, and lets go of it at the end. Node itself takes one
 * that has not sent a request yet for busy, so that somebody who connects and says nothing could hold up a shutdown.
 */
export class QuernServer extends Server {
  private readonly sockets = new Set<Connection>();

  constructor(options: ServerOptions, listener: Listener, unreadMs = UNREAD_MS) {
    super(options);
    const listen = (request: IncomingMessage & { socket: Connection }, response: ServerResponse) => {
      request.socket[BUSY] = response;
      listener(request, response);
    };
    this.on('request', listen);
    // Nobody is told to go on and send a body: in a pipeline Node would write that between the head of an answer and its
    // body, and whoever reads them would be out of step from there on. The answer ends the connection instead.
    this.on('checkContinue', listen);
    this.on('connection', (socket: Connection) => {
      // Each request of a pipeline listens for the end of the one socket; they are no leak.
      socket.setMaxListeners(0);
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    // One timer for all: a timeout on each connection would be set anew with every request.
    const watch = setInterval(() => {
      this.closeUnreadConnections();
    }, unreadMs).unref();
    this.once('close', () => {
      clearInterval(watch);
    });
  }

  /** Takes no more connections, and closes those that there are as soon as nobody waits for an answer on them. */
  override close(closed?: (error?: Error) => void): this {
    const sweep = setInterval(() => {
      this.closeIdleConnections();
    }, SWEEP_MS);
    return super.close((error) => {
      clearInterval(sweep);
      closed?.(error);
    });
  }

  private closeUnreadConnections(): void {
    for (const socket of this.sockets) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && taken === socket[TAKEN]) socket.destroy();
      socket[TAKEN] = taken;
    }
  }

  /** Closes every connection on which nobody waits for an answer. */
  override closeIdleConnections(): void {
    for (const socket of this.sockets) if (!isBusy(socket)) socket.destroy();
  }
}

/** Does somebody wait for an answer on this connection, or for the rest of one? */
function isBusy(socket: Connection): boolean {
  const answer = socket[BUSY];
  return answer !== undefined && !answer.writableFinished && !answer.destroyed;
}

/** Has an answer begun that is not at its end? Another one in the middle of it would be read as a part of it. */
export function isMidway(socket: Connection): boolean {
  return isBusy(socket) && socket[BUSY]?.headersSent === true;
}
