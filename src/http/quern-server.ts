import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** The answer that a connection is busy with; of a pipeline the last one. */
const BUSY = Symbol('busy');

/** How many bytes a connection had taken when it was last looked at. */
const TAKEN = Symbol('taken');

/** How many requests of a pipeline wait, behind one that waits as well. */
const WAITING = Symbol('waiting');

interface Connection extends Socket {
  [WAITING]?: number;
  [BUSY]?: ServerResponse;
  [TAKEN]?: number;
}

/** A client that takes nothing of its answer for so long, or up to twice as long, loses its connection; in milliseconds. */
const UNREAD_MS = 30_000;

/** How often connections that have become idle are closed at the end, in milliseconds. */
const SWEEP_MS = 50;

/**
 * Requests that may wait in pipelines, behind others of their connection. Each is some 10 KB, whatever its answer, and Node reads on to
 * the end of what has come: a thousand of them from one connection, of which none needs a key.
 */
const MOST_WAITING = { ofConnection: 100, ofAll: 10_000 };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node's server, which knows of each connection what it is busy with, and lets go of it at the end. Node itself takes one
 * that has not sent a request yet for busy, so that somebody who connects and says nothing could hold up a shutdown.
 */
export class QuernServer extends Server {
  private readonly sockets = new Set<Connection>();
  private waiting = 0;

  constructor(options: ServerOptions, listener: Listener, unreadMs = UNREAD_MS) {
    super(options);
    const listen = (request: IncomingMessage & { socket: Connection }, response: ServerResponse) => {
      const { socket } = request;
      if (isBusy(socket) && !this.mayWait(socket, response)) {
        socket.destroy();
        return;
      }
      socket[BUSY] = response;
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
      socket.once('close', () => {
        this.sockets.delete(socket);
        this.waiting -= socket[WAITING] ?? 0;
        socket[WAITING] = 0;
      });
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

  /** Counts a request of a pipeline until it has been answered, or the connection is gone. */
  private mayWait(socket: Connection, response: ServerResponse): boolean {
    const before = socket[WAITING] ?? 0;
    if (socket.destroyed || before >= MOST_WAITING.ofConnection || this.waiting >= MOST_WAITING.ofAll) return false;
    socket[WAITING] = before + 1;
    this.waiting += 1;
    response.once('close', () => {
      const waiting = socket[WAITING] ?? 0;
      // A response whose connection has gone first is counted no more.
      if (waiting === 0) return;
      socket[WAITING] = waiting - 1;
      this.waiting -= 1;
    });
    return true;
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
